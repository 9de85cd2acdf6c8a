import Simulator

/// Which way a metric gets better.
package enum MetricDirection: String, Hashable, Sendable {
  case less
  case more
  /// It describes the run. Neither way is better by itself.
  case neither
}

extension MetricDeclaration {
  /// The same, with the way in which it gets better. The number of values of a distribution has
  /// neither.
  package func better(_ direction: MetricDirection) -> MetricDeclaration {
    MetricDeclaration(
      definitions.map { $0.better(direction) },
      rows.map { row in
        let isCountOfTimes =
          row.definition.unit == MetricDefinition.distribution && row.unit == .count
        return row.better(isCountOfTimes ? .neither : direction)
      })
  }

  /// The same, reported only of plans that have what it is about.
  func only(where isReported: @escaping @Sendable (SimulationPlan) -> Bool) -> MetricDeclaration {
    MetricDeclaration(definitions, rows.map { $0.only(where: isReported) })
  }

  /// The same, told over several seeds by its median: it is a percentile or a maximum.
  package var toldByMedian: MetricDeclaration {
    MetricDeclaration(definitions, rows.map { $0.told(by: .median) })
  }
}
