import Documents
import Findings
import Metrics
import Scenarios
import Studies

extension FigureSet {
  /// Every metric of one run.
  init(_ summary: Summary) {
    let headlines = HeadlineMetric.reported(for: summary.scenario)
    self.init(
      scenario: summary.scenario.name, variant: summary.formulas.joined(separator: " + "),
      isOneOfSeveral: false, end: summary.run.course.end.seconds,
      figures: summary.reported.map { metric in
        ReportFigure(metric.path, metric.unit, metric.value, headlines: headlines)
      })
  }

  /// Every metric over several runs.
  init(_ summary: ReplicatedSummary) {
    let headlines = HeadlineMetric.reported(for: summary.scenario)
    self.init(
      scenario: summary.scenario.name, variant: summary.formulas.joined(separator: " + "),
      isOneOfSeveral: false, end: summary.replications.map(\.end.seconds).max(),
      figures: summary.estimates.map { estimate in
        ReportFigure(
          estimate.path, estimate.unit,
          MetricValue(figure: estimate.figure, isNever: estimate.max == .never), low: estimate.low,
          high: estimate.high, shares: estimate.shares, headlines: headlines)
      })
  }

  /// Makes the set that a comparison is about: the headline metrics of one backoff in one scenario.
  /// - Parameter runs: the runs of that backoff in that scenario.
  init(_ variant: ComparisonDocument.Variant, in scenario: Scenario, _ runs: [Replication]) {
    let headlines = HeadlineMetric.reported(for: scenario)
    self.init(
      scenario: scenario.name, variant: variant.name, isOneOfSeveral: true,
      end: runs.map(\.end.seconds).max(),
      figures: headlines.map { metric in
        let estimate = variant.metrics[metric.path]?.estimate
        let isNever = runs.contains { $0.value(metric.path) == .never }
        return ReportFigure(
          metric.path, metric.unit, MetricValue(figure: estimate?.figure, isNever: isNever),
          low: estimate?.low, high: estimate?.high, headlines: headlines)
      })
  }
}

extension MetricValue {
  /// A figure over runs; `never` where some run gives no number because it lies beyond any.
  fileprivate init(figure: Double?, isNever: Bool) {
    self = figure.map(MetricValue.number) ?? (isNever ? .never : .undefined)
  }
}
