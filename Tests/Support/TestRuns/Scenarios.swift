import Documents
import Scenarios
import Testing

/// Decodes a scenario that must be good.
package func decoded(
  _ text: String, file: String = "test.yaml", set overrides: [String] = [],
  checks: ScenarioChecks = .none
) throws -> Scenario {
  try ScenarioFile.decode(
    text: text, file: file, overrides: overrides.compactMap { Override($0) }, checks: checks)
}

extension ScenarioChecks {
  /// Reads the files that scenarios name from memory.
  /// - Parameter texts: by their paths.
  package static func files(_ texts: [String: String]) -> ScenarioChecks {
    files(bytes: texts.mapValues { Array($0.utf8) })
  }

  /// The same of files that may be no texts.
  package static func files(bytes all: [String: [UInt8]]) -> ScenarioChecks {
    ScenarioChecks(
      files: ScenarioFiles { (request) throws(FileRefusal) in
        guard let bytes = all[request.path] else {
          throw FileRefusal("cannot read '\(request.path)': No such file or directory")
        }
        return FoundFile(path: request.path, bytes: bytes, hash: hexadecimal(fnv1a(bytes)))
      })
  }
}

/// The problems of a scenario that must be bad, one a line.
package func problems(
  _ text: String, file: String = "f.yaml", set overrides: [String] = [],
  checks: ScenarioChecks = .none
) -> [String] {
  do throws(ScenarioError) {
    _ = try ScenarioFile.decode(
      text: text, file: file, overrides: overrides.compactMap { Override($0) }, checks: checks)
    return []
  } catch {
    return error.description.split(separator: "\n").map(String.init)
  }
}
