import Documents
import Store
import Studies
import Verdicts

/// The report of `simulate run` on several runs of one scenario.
package struct ReplicatedReport: Report {
  private let summary: ReplicatedSummary
  private let baseline: BaselineJudgement?
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - baseline: how they stand against earlier runs, if that was asked for.
  ///   - folder: the path of the results; nil if they were not written.
  ///   - style: the style of the text for people.
  package init(
    _ summary: ReplicatedSummary, baseline: BaselineJudgement? = nil, facts: RunFacts,
    folder: String?, style: TerminalStyle
  ) {
    self.summary = summary
    self.baseline = baseline
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]

  package var head: ReportHead? {
    ReportHead(
      summary.scenario.name, conclusion: [verdict(summary)],
      seeds: seedsText(first: summary.seeds.first, count: summary.replications.count),
      digest: summary.digestText, facts, isTruncated: summary.isTruncated)
  }

  package var verdicts: [Verdict] {
    summary.slo.map { $0.verdict(in: summary.scenario.name) } + (baseline?.verdicts ?? [])
  }

  package var figures: [FigureSet] { [FigureSet(summary)] }

  package func text() -> String {
    terminalSummary(
      summary, baseline: baseline, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(documentText(ReplicationsDocument(summary, baseline: baseline)))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try summary.forEachRow(body)
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) rethrows {
    for row in estimateRows(summary) { try body(row) }
  }
}
