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
