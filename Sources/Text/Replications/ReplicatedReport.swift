import Documents
import Pages
import Studies
import Verdicts

/// The report of `simulate run` on several runs of one scenario.
package struct ReplicatedReport: StudyReport {
  let summary: ReplicatedSummary
  let pooled: PooledResults
  /// How they stand against earlier runs, if that was asked for.
  let baseline: BaselineRecord?
  package let facts: RunFacts
  package var folder: String?
  package var style = TerminalStyle()

  package init(
    _ summary: ReplicatedSummary, _ pooled: PooledResults, baseline: BaselineRecord? = nil,
    facts: RunFacts
  ) {
    self.summary = summary
    self.pooled = pooled
    self.baseline = baseline
    self.facts = facts
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]
  package static var study: any PagedStudy.Type { SummaryDocument.self }

  package var isTruncated: Bool { summary.isTruncated }
  package var scenarioHash: String? { Documents.scenarioHash(summary.scenario.resolved) }
  package var document: ReplicationsDocument { ReplicationsDocument(summary, baseline: baseline) }

  package var head: ReportHead? {
    ReportHead(
      summary.scenario.name, conclusion: [verdict(summary)],
      seeds: seedsText(first: summary.seeds.first, count: summary.replications.count),
      digest: summary.digestText, facts, isTruncated: isTruncated)
  }

  package var verdicts: [Verdict] {
    summary.slo.map { $0.verdict(in: summary.scenario.name) } + (baseline?.verdicts ?? [])
  }

  package var figures: [FigureSet] { [FigureSet(summary)] }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try summary.forEachRow(body)
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) rethrows {
    for row in estimateRows(summary) { try body(row) }
  }
}
