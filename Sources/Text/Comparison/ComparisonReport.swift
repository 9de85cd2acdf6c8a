import Documents
import Metrics
import Store
import Studies
import Verdicts
import Words

/// The report of `simulate compare`.
package struct ComparisonReport: Report {
  private let comparison: Comparison
  private let runs: PairedRuns
  private let baseline: BaselineJudgement?
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - runs: the runs that were compared.
  ///   - baseline: how it stands against an earlier one, if that was asked for.
  ///   - folder: the path of the results; nil if they were not written.
  ///   - style: the style of the text for people.
  package init(
    _ comparison: Comparison, of runs: PairedRuns, baseline: BaselineJudgement? = nil,
    facts: RunFacts, folder: String?, style: TerminalStyle
  ) {
    self.runs = runs
    self.comparison = comparison
    self.baseline = baseline
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]

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
      isTruncated: comparison.isTruncated)
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

  package func text() -> String {
    terminalComparison(
      comparison, baseline: baseline, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(documentText(ComparisonDocument(comparison, baseline: baseline)))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try comparison.forEachRow(body)
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) rethrows {
    for row in comparisonRows(comparison) { try body(row) }
  }
}
