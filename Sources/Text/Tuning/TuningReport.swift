import Documents
import Pages
import Scenarios
import Studies

/// The report of `simulate tune`. Its rows are the formulas that were looked at.
package struct TuningReport: StudyReport {
  let tuning: Tuning
  package let facts: RunFacts
  package var folder: String?
  package var style = TerminalStyle()

  package init(_ tuning: Tuning, facts: RunFacts) {
    self.tuning = tuning
    self.facts = facts
  }

  package static var study: any PagedStudy.Type { TuningDocument.self }

  package var isTruncated: Bool { tuning.isTruncated }
  package var document: TuningDocument { TuningDocument(tuning) }

  package var shortfall: StudyShortfall? {
    if let reason = tuning.test?.winner?.failure {
      return .unusable("the formula found cannot be used in the test: \(reason)")
    }
    return tuning.isFeasible ? nil : .noneKept("no formula keeps every promise")
  }

  package var files: [(name: String, text: String)] {
    [
      ("tuning.json", documentText(document)),
      ("candidates.csv", CSVText { forEachRow($0) }.text),
    ]
  }

  package func record(of files: [(name: String, text: String)]) -> TuningRecord {
    let target = tuning.tuner.target
    let first = target.scenarios[0]
    func trial(_ scenario: Scenario) -> TuningRecord.Trial { .init(ScenarioRecord(scenario)) }
    return TuningRecord(
      target.name, tunedOn: target.scenarios.map(trial),
      testedOn: (target.test + target.storms).map(trial),
      testedBehindLimits: target.limits.map { trial($0.scenario) }, seed: first.seed,
      clients: first.clients.count, command: facts.command,
      digest: hashText(files.map(\.text).joined()), events: tuning.events, truncated: isTruncated)
  }

  /// Gives every formula that was looked at, one a row: the content of `candidates.csv`.
  ///
  /// `bracket` is 0 for the wide search and counts the refinements; means are over its runs, and empty
  /// where infinite or where `failure` says why it cannot be used.
  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    let goal = tuning.goal
    let names = goal.columnNames
    try body(
      ["candidate", "bracket", "family", "formula", "runs", "feasible", "front", "winner"] + names
        + ["failure"])
    let front = Set(tuning.front)
    for (place, tried) in tuning.tried.enumerated() {
      let means = tried.means
      let numbers = names.indices.map { column in
        means.map { $0[column].isFinite ? jsonNumber($0[column]) : "" } ?? ""
      }
      try body(
        [
          "\(place + 1)", "\(tried.candidate.bracket)",
          tuning.tuner.families[tried.candidate.family].name, tried.candidate.formula,
          "\(tried.runs)", means.map { "\(goal.isFeasible($0))" } ?? "",
          "\(front.contains(place))", "\(place == tuning.winner)",
        ] + numbers + [tried.failure ?? ""])
    }
  }
}
