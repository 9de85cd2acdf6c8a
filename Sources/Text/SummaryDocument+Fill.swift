import Documents
import Findings
import Metrics
import Primitives
import Scenarios
import Studies
import Systems
import Verdicts
import Words

extension SummaryDocument {
  /// - Parameters:
  ///   - slo: the results of the promises: the verdict explains those that are broken first.
  ///   - baseline: how it stands against an earlier run, where that was asked for.
  package init(_ summary: Summary, slo: [SloResult] = [], baseline: BaselineRecord? = nil) {
    let (run, scenario) = (summary.run, summary.scenario)
    self.init(
      scenario.name, seed: scenario.seed, clients: run.course.clients, formulas: summary.formulas,
      digest: run.course.digest.text, events: run.course.events, truncated: run.course.isTruncated,
      metrics: summary.reported.map { ($0.path, $0.value) },
      verdict: untied(Verdicts.verdict(summary, slo: slo)),
      findings: summary.findings.map { finding in
        FindingRecord(
          code: finding.code.rawValue,
          figures: Members(finding.figures.map { ($0.name, $0.value) }), sentence: finding.sentence)
      },
      warnings: scenario.warnings.map(WarningRecord.init),
      limit: scenario.bottleneck.map(LimitRecord.init), faults: scenario.faultRecords,
      promises: slo.map { PromiseRecord($0.verdict(in: scenario.name)) },
      baseline: baseline)
  }
}

extension ReplicationsDocument {
  package init(_ summary: ReplicatedSummary, baseline: BaselineRecord? = nil) {
    let scenario = summary.scenario
    self.init(
      scenario.name, replications: summary.seeds.count, seeds: SeedsRecord(summary.seeds),
      clients: scenario.clients.count, formulas: summary.formulas, digest: summary.digestText,
      events: summary.events, truncated: summary.isTruncated,
      metrics: Members(summary.estimates.map { ($0.path, Metric($0)) }),
      runs: summary.replications.map {
        Run(seed: $0.seed, digest: $0.digest.text, events: $0.events)
      },
      verdict: Verdicts.verdict(summary),
      findings: summary.findings.map {
        FindingRecord(code: $0.code.rawValue, runs: $0.runs, sentence: $0.sentence)
      },
      warnings: scenario.warnings.map(WarningRecord.init),
      limit: scenario.bottleneck.map(LimitRecord.init), faults: scenario.faultRecords,
      promises: summary.slo.map { PromiseRecord($0.verdict(in: scenario.name)) },
      baseline: baseline)
  }
}

extension ReplicationsDocument.Metric {
  fileprivate init(_ estimate: MetricEstimate) {
    if estimate.unit == .word {
      self = .words(Words(Members(estimate.shares.map { ($0.word, $0.share) })))
      return
    }
    let figures = EstimateRecord(
      estimate.estimate, MetricNames.seedStatistic(of: estimate.path),
      hasInterval: estimate.unit != .truth)
    self = .figures(Figures(figures, min: estimate.min, max: estimate.max))
  }
}

extension WarningRecord {
  fileprivate init(_ warning: Warning) { self.init(code: warning.code, sentence: warning.sentence) }
}
