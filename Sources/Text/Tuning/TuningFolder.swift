import Documents
import Scenarios
import Store
import Studies
import Verdicts

/// Every formula that was looked at, one a line: the content of `candidates.csv`.
///
/// `bracket` is 0 for the wide search and counts the refinements; means are over its runs, and empty
/// where infinite or where `failure` says why it cannot be used.
func candidatesCSV(_ tuning: Tuning) -> String { CSVText { tuning.forEachRow($0) }.text }

extension Tuning {
  /// Gives the rows of `candidates.csv`, the header first.
  func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    let names = goal.columnNames
    try body(
      ["candidate", "bracket", "family", "formula", "runs", "feasible", "front", "winner"] + names
        + ["failure"])
    let front = Set(front)
    for (place, tried) in tried.enumerated() {
      let means = tried.means
      let numbers = names.indices.map { column in
        means.map { $0[column].isFinite ? jsonNumber($0[column]) : "" } ?? ""
      }
      try body(
        [
          "\(place + 1)", "\(tried.candidate.bracket)",
          tuner.families[tried.candidate.family].name, tried.candidate.formula, "\(tried.runs)",
          means.map { "\(goal.isFeasible($0))" } ?? "", "\(front.contains(place))",
          "\(place == winner)",
        ] + numbers + [tried.failure ?? ""])
    }
  }
}

extension ResultsFolder {
  /// Writes the results of a search for a formula, in the same way as the results of a run.
  package static func write(
    _ tuning: Tuning, facts: RunFacts, to place: ResultsPlace
  ) throws(ResultsFolderError) {
    try write(contents(tuning, facts: facts), to: place)
  }

  /// Every file of the folder, the manifest first.
  static func contents(_ tuning: Tuning, facts: RunFacts) -> [(name: String, text: String)] {
    let files = [
      ("tuning.json", documentText(TuningDocument(tuning))),
      ("candidates.csv", candidatesCSV(tuning)),
    ]
    let data = files.map(\.1).joined()
    return withPage(files, of: TuningDocument.self) {
      manifestJSON(tuning, facts: facts, files: $0, data: data)
    }
  }
}

/// All of it but `wall_clock` is the same for every time the same search is made.
/// - Parameter data: the text of the files that hold figures; `digest` is a hash of it.
private func manifestJSON(
  _ tuning: Tuning, facts: RunFacts, files: [(name: String, text: String)], data: String
) -> String {
  let target = tuning.tuner.target
  let first = target.scenarios[0]
  let record = TuningRecord(
    target.name, tunedOn: target.scenarios.map(trial),
    testedOn: (target.test + target.storms).map(trial),
    testedBehindLimits: target.limits.map { trial($0.scenario) }, seed: first.seed,
    clients: first.clients.count, command: facts.command, digest: hashText(data),
    events: tuning.events,
    truncated: tuning.isTruncated)
  return documentText(Manifest(record, timed: facts, files: files.map(WrittenFile.init)))
}

private func trial(_ scenario: Scenario) -> TuningRecord.Trial { .init(ScenarioRecord(scenario)) }
