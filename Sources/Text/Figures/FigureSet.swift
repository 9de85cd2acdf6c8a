import Metrics
import Studies
import Systems

/// The figures of one scenario with one backoff, for formats that are read by other programs.
package struct FigureSet: Sendable {
  /// The scenario's name.
  let scenario: String
  /// The backoff's name, or the formulas of the fleet.
  let variant: String
  /// True if there are several backoffs, so that the scenario alone does not name the set.
  let isOneOfSeveral: Bool
  /// The end of the longest of the runs, in seconds of virtual time: a figure that is `never` took
  /// longer.
  let end: Double?
  let figures: [ReportFigure]

  /// Stays the same from one run to the next: `gateway-restart`, `gateway-restart, aws-full`. The
  /// formula of a single backoff is not in it, as that is what is tried out.
  var title: String { isOneOfSeveral ? "\(scenario), \(variant)" : scenario }
}

/// A metric of one run, or over several: the mean, or the median where it is told by that.
package struct ReportFigure: Sendable {
  /// The metric's path: `recover.p99`.
  let path: String
  let unit: MetricUnit
  let value: MetricValue
  /// The ends of its interval over several runs, if it has one.
  var low: Double?
  var high: Double?
  /// The statistic that the interval is of.
  var statistic = SeedStatistic.mean
  /// The share of the runs that has each word, for a metric that is a word.
  var shares: [MetricEstimate.WordShare] = []
  /// Which way is better, where the metric is one that results are compared by.
  var better: Better?
  /// The meaning of the metric, in sentences.
  let definition: String
  /// The name that the definition stands under: `stations.wait` for `stations.auth.wait.p50`.
  let definedAs: String

  enum Better: Hashable, Sendable { case less, more }
}

extension ReportFigure {
  /// - Parameter headlines: those of the scenario.
  init(
    _ path: String, _ unit: MetricUnit, _ value: MetricValue, low: Double? = nil,
    high: Double? = nil, shares: [MetricEstimate.WordShare] = [], headlines: [HeadlineMetric]
  ) {
    let headline = headlines.first { $0.path == path }
    let own = PartPath(path)?.metric ?? path
    let definition = definitions[own]
    self.init(
      path: path, unit: unit, value: value, low: low, high: high,
      statistic: MetricNames.seedStatistic(of: path), shares: shares,
      better: headline.map { $0.isBetterLow ? .less : .more },
      definition: definition?.definition ?? "Clients of that part of the fleet.",
      definedAs: definition?.name ?? own)
  }
}

private let definitions = Dictionary(
  uniqueKeysWithValues: metricRows.map { ($0.path, $0.definition) })
