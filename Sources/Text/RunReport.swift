import Documents
import Findings
import Scenarios
import Store
import Studies
import Systems
import Verdicts
import Words

/// The report of `simulate run` on one run.
package struct RunReport: Report {
  private let summary: Summary
  private let slo: [SloResult]
  private let baseline: BaselineJudgement?
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - slo: the results of the promises, if there were any.
  ///   - baseline: how it stands against an earlier run, if that was asked for.
  ///   - folder: the path of the results; nil if they were not written.
  ///   - style: the style of the text for people.
  package init(
    _ summary: Summary, slo: [SloResult], baseline: BaselineJudgement? = nil, facts: RunFacts,
    folder: String?, style: TerminalStyle
  ) {
    self.summary = summary
    self.slo = slo
    self.baseline = baseline
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]

  package var head: ReportHead? {
    ReportHead(
      summary.scenario.name, conclusion: [untied(verdict(summary, slo: slo))],
      seeds: "\(summary.scenario.seed)", digest: summary.run.course.digest.text, facts,
      isTruncated: summary.run.course.isTruncated)
  }

  package var verdicts: [Verdict] {
    slo.map { $0.verdict(in: summary.scenario.name) } + (baseline?.verdicts ?? [])
  }

  package var figures: [FigureSet] { [FigureSet(summary)] }

  package func text() -> String {
    terminalSummary(
      summary, slo: slo, baseline: baseline, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(documentText(SummaryDocument(summary, slo: slo, baseline: baseline)))
  }

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
