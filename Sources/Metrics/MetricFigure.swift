import Measurements
import Simulator

/// One figure under a declared name, such as `p99` under `recover`, and how it is read.
package struct MetricFigure<Facts: Sendable>: Sendable {
  package let name: String
  package let unit: MetricUnit
  package let value: @Sendable (Facts) -> MetricValue
  /// In which figure it is told over several seeds.
  package private(set) var seedStatistic = SeedStatistic.mean
  /// True of plans whose runs report it. In other runs it is undefined and stands in no file.
  package private(set) var isReported: @Sendable (SimulationPlan) -> Bool = { _ in true }

  package init(
    _ name: String, _ unit: MetricUnit, _ value: @escaping @Sendable (Facts) -> MetricValue
  ) {
    self.name = name
    self.unit = unit
    self.value = value
  }

  /// A percentile or a maximum.
  package var toldByMedian: Self {
    var figure = self
    figure.seedStatistic = .median
    return figure
  }

  /// Only of plans in which there is such a thing.
  package func only(where isReported: @escaping @Sendable (SimulationPlan) -> Bool) -> Self {
    var figure = self
    figure.isReported = isReported
    return figure
  }

  /// A whole number of things.
  package static func count(_ name: String, _ value: @escaping @Sendable (Facts) -> Int?) -> Self {
    MetricFigure(name, .count) { MetricValue(value($0)) }
  }

  /// A number in the given unit.
  package static func number(
    _ name: String, _ unit: MetricUnit, _ value: @escaping @Sendable (Facts) -> Double?
  ) -> Self {
    MetricFigure(name, unit) { MetricValue(value($0)) }
  }
}

/// How a distribution of times is read.
package struct MetricTimes<Facts: Sendable>: Sendable {
  private let summary: @Sendable (Facts) -> DistributionSummary?
  private let infinite: @Sendable (Facts) -> Int

  /// - Parameters:
  ///   - summary: nil where there is no distribution: all figures are undefined then.
  ///   - infinite: the number of further values that are beyond any number.
  package init(
    _ summary: @escaping @Sendable (Facts) -> DistributionSummary?,
    infinite: @escaping @Sendable (Facts) -> Int = { _ in 0 }
  ) {
    self.summary = summary
    self.infinite = infinite
  }

  package var figures: [MetricFigure<Facts>] {
    let summary = summary
    var figures = [MetricFigure<Facts>.count("count") { summary($0)?.count }]
    for (index, name) in DistributionSummary.rankNames.enumerated() {
      figures.append(time(name) { $0.percentiles[index] }.toldByMedian)
    }
    figures.append(time("max") { $0.max }.toldByMedian)
    figures.append(.number("mean", .seconds) { summary($0)?.mean })
    return figures
  }

  /// A time that is never where its rank falls on a value beyond any number.
  private func time(
    _ name: String, _ value: @escaping @Sendable (DistributionSummary) -> Double?
  ) -> MetricFigure<Facts> {
    let (summary, infinite) = (summary, infinite)
    return MetricFigure(name, .seconds) { facts in
      guard let summary = summary(facts) else { return .undefined }
      if let time = value(summary) { return .number(time) }
      return infinite(facts) > 0 ? .never : .undefined
    }
  }
}
