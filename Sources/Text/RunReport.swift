import Documents
import Findings
import Pages
import Scenarios
import Studies
import Systems
import Verdicts
import Words

/// The report of `simulate run` on one run.
package struct RunReport: StudyReport {
  let summary: Summary
  /// The results of the promises, if there were any.
  let slo: [SloResult]
  /// How it stands against an earlier run, if that was asked for.
  let baseline: BaselineRecord?
  package let facts: RunFacts
  package var folder: String?
  package var style = TerminalStyle()

  package init(
    _ summary: Summary, slo: [SloResult], baseline: BaselineRecord? = nil, facts: RunFacts
  ) {
    self.summary = summary
    self.slo = slo
    self.baseline = baseline
    self.facts = facts
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]
  package static var study: any PagedStudy.Type { SummaryDocument.self }

  package var isTruncated: Bool { summary.run.course.isTruncated }
  package var scenarioHash: String? { Documents.scenarioHash(summary.scenario.resolved) }
  package var document: SummaryDocument { SummaryDocument(summary, slo: slo, baseline: baseline) }

  package var head: ReportHead? {
    ReportHead(
      summary.scenario.name, conclusion: [untied(verdict(summary, slo: slo))],
      seeds: "\(summary.scenario.seed)", digest: summary.run.course.digest.text, facts,
      isTruncated: isTruncated)
  }

  package var verdicts: [Verdict] {
    slo.map { $0.verdict(in: summary.scenario.name) } + (baseline?.verdicts ?? [])
  }

  package var figures: [FigureSet] { [FigureSet(summary)] }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try summary.forEachRow(body)
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) rethrows {
    try body(["", "value"])
    for (label, path) in headlines(FleetView(summary)) {
      guard let metric = summary.metric(at: path), metric.value.saysSomething else { continue }
      try body([label, HumanText.value(metric.value, metric.unit)])
    }
  }
}
