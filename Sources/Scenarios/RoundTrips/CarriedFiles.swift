import NetworkModel

/// A file that a scenario was made of beside its text.
package struct CarriedFile: Sendable {
  /// The key that names it, such as `network.latency.csv`.
  package let key: String
  /// The name as it was written.
  package let name: String
  /// The same from the working folder.
  package let path: String
  /// The name of its copy in a results folder.
  package let copy: String
  let file: RoundTripFile

  /// A hash of its bytes.
  package var hash: String { file.times.hash }
  package var text: String { file.text }
}

/// The files of a scenario, in the order of its keys.
///
/// They say where values came from, and are no part of what a scenario is: what they hold stands in its values.
package struct CarriedFiles: Hashable, Sendable {
  package let all: [CarriedFile]

  package init() { all = [] }

  /// - Parameter cohorts: their names.
  init(_ files: NamedFiles, cohorts: [String]) {
    all = files.read.map { request, file in
      let words = request.key.split(separator: ".")
      let number = words.starts(with: ["clients", "mix"]) ? Int(words[2]) : nil
      let cohort = number.flatMap { $0 < cohorts.count ? "-\(cohorts[$0])" : nil } ?? ""
      return CarriedFile(
        key: request.key, name: request.name, path: request.path, copy: "rtt\(cohort).csv",
        file: file)
    }
  }

  /// The copies for a results folder.
  package var copies: [(name: String, text: String)] { all.map { ($0.copy, $0.text) } }

  /// The files once more, from memory.
  package var again: ScenarioFiles {
    ScenarioFiles(known: Dictionary(all.map { ($0.key, $0.file) }) { first, _ in first })
  }

  package static func == (a: CarriedFiles, b: CarriedFiles) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
