import Measurements

/// One metric: its name, its unit and how it is read off a run.
package struct MetricRow: Sendable {
  package let path: String
  package let unit: MetricUnit
  let value: @Sendable (SummaryFacts) -> MetricValue

  init(
    _ path: String, _ unit: MetricUnit, _ value: @escaping @Sendable (SummaryFacts) -> MetricValue
  ) {
    self.path = path
    self.unit = unit
    self.value = value
  }

  /// A whole number of things.
  static func count(
    _ path: String, _ value: @escaping @Sendable (SummaryFacts) -> Int?
  ) -> MetricRow {
    MetricRow(path, .count) { MetricValue(value($0)) }
  }

  /// A number in the given unit.
  static func number(
    _ path: String, _ unit: MetricUnit, _ value: @escaping @Sendable (SummaryFacts) -> Double?
  ) -> MetricRow {
    MetricRow(path, unit) { MetricValue(value($0)) }
  }

  /// The figures of a distribution of times, all undefined where there is no distribution.
  ///
  /// - Parameter infinite: how many more values there are beyond any number.
  static func distribution(
    _ path: String, infinite: @escaping @Sendable (SummaryFacts) -> Int = { _ in 0 },
    _ summary: @escaping @Sendable (SummaryFacts) -> DistributionSummary?
  ) -> [MetricRow] {
    @Sendable func figure(_ facts: SummaryFacts, _ value: Double?) -> MetricValue {
      if let value { return .number(value) }
      return summary(facts) != nil && infinite(facts) > 0 ? .never : .undefined
    }
    var rows = [MetricRow.count("\(path).count") { summary($0)?.count }]
    for (index, name) in DistributionSummary.rankNames.enumerated() {
      rows.append(
        MetricRow("\(path).\(name)", .seconds) { figure($0, summary($0)?.percentiles[index]) })
    }
    rows.append(MetricRow("\(path).max", .seconds) { figure($0, summary($0)?.max) })
    rows.append(.number("\(path).mean", .seconds) { summary($0)?.mean })
    return rows
  }
}

/// All metrics, in the order in which they are reported.
package let metricRows: [MetricRow] =
  loadRows + spreadRows + recoveryRows + outcomeRows + outcomeShareRows + gatewayRows
  + stationRows + stormRows
  + stoatRows + chatSocketRows + primerRows + appExtensionRows + optimisticRows
