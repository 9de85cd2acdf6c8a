import Documents
import Pages
import Studies
import Verdicts
import Words

/// The report of `simulate compare`.
package struct ComparisonReport: StudyReport {
  let comparison: Comparison
  /// The runs that were compared.
  let runs: PairedRuns
  /// How it stands against an earlier one, if that was asked for.
  let baseline: BaselineJudgement?
  /// True if every rule around the formulas is the session's own.
  private let sameAxes: Bool
  package let facts: RunFacts
  package var folder: String?
  package var style = TerminalStyle()

  package init(
    _ comparison: Comparison, of runs: PairedRuns, baseline: BaselineJudgement? = nil,
    sameAxes: Bool, facts: RunFacts
  ) {
    self.comparison = comparison
    self.runs = runs
    self.baseline = baseline
    self.sameAxes = sameAxes
    self.facts = facts
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]
  package static var study: any PagedStudy.Type { ComparisonDocument.self }

  package var isTruncated: Bool { runs.isTruncated }
  package var document: ComparisonDocument { ComparisonDocument(comparison, baseline: baseline) }

  package var files: [(name: String, text: String)] {
    let limits = comparison.limits.map { limits in
      [
        ("limits.csv", limitsCSV(limits)),
        ("limits.md", limitsMarkdown(limits, least: comparison.parts.map(\.leastPossible))),
      ]
    }
    return [
      ("comparison.json", documentText(document)),
      ("comparison.csv", CSVText { forEachRow($0) }.text), ("summary.csv", summaryCSV(runs)),
      ("timeseries.csv", arrivalsCSV(runs)),
    ] + (limits ?? [])
      + [("timing.json", documentText(WallClock(facts, events: comparison.events)))]
  }

  package func record(of _: [(name: String, text: String)]) -> ComparisonRecord {
    ComparisonRecord(
      runs.scenarios.map { ScenarioRecord($0, withSource: false) },
      variants: runs.variants.map(\.name), sameAxes: sameAxes,
      precision: comparison.precision?.wish.relative, rankedBy: comparison.rankedBy.path,
      limitPerSecond: comparison.limits?.worlds.lazy.compactMap(\.perSecond).first,
      replications: comparison.replications, command: facts.command, digest: digestText(runs),
      events: comparison.events, truncated: isTruncated)
  }

  package var head: ReportHead? {
    let parts = comparison.parts
    let conclusion =
      parts.count == 1 ? verdict(parts[0], of: comparison) : overallVerdict(comparison)
    let seeds = parts.map {
      seedsText(first: $0.scenario.seed, count: comparison.replications)
    }.withoutRepetition
    let names = comparison.limits.map { $0.worlds.map(\.base) } ?? parts.map(\.scenario.name)
    return ReportHead(
      names.withoutRepetition.joined(separator: ", "),
      conclusion: [harmless(conclusion.joined(separator: " "))],
      seeds: seeds.joined(separator: "; "), digest: digestText(runs), facts,
      isTruncated: isTruncated)
  }

  package var verdicts: [Verdict] {
    comparison.verdicts + (baseline?.verdicts ?? [])
  }

  package var figures: [FigureSet] {
    comparison.parts.enumerated().flatMap { scenario, part in
      part.results.enumerated().map { variant, result in
        FigureSet(result, in: part, runs.replications(scenario: scenario, variant: variant))
      }
    }
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try comparison.forEachRow(body)
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) rethrows {
    for row in comparisonRows(comparison) { try body(row) }
  }
}

/// A hash of the digests of all runs, by scenario, variant and seed.
private func digestText(_ runs: PairedRuns) -> String {
  var text = ""
  for scenario in runs.scenarios.indices {
    for variant in runs.variants.indices {
      for run in runs.replications(scenario: scenario, variant: variant) {
        text += run.digest.text + "\n"
      }
    }
  }
  return hashText(text)
}
