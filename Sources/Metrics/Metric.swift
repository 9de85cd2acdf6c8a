/// The value of a metric.
package enum MetricValue: Hashable, Sendable {
  /// A whole number of things.
  case count(Int)
  /// Seconds, a fraction or a ratio, as the metric's unit says. Finite.
  case number(Double)
  case boolean(Bool)
  /// One of a few names, such as that of a stage.
  case word(String)
  /// Beyond any number: the client at this rank never came back. `null` in JSON.
  case never
  /// There is nothing to measure it by: no clear, no arrivals, no such client. `null` in JSON.
  case undefined

  /// A finite number where there is one, otherwise undefined.
  package init(_ number: Double?) {
    if let number, number.isFinite { self = .number(number) } else { self = .undefined }
  }

  package init(_ count: Int?) { self = count.map(Self.count) ?? .undefined }
  package init(_ word: String?) { self = word.map(Self.word) ?? .undefined }
  package init(_ truth: Bool?) { self = truth.map(Self.boolean) ?? .undefined }

  /// The value as a number; nil for a boolean, `never` and `undefined`.
  package var number: Double? {
    switch self {
    case .count(let count): Double(count)
    case .number(let number): number
    case .boolean, .word, .never, .undefined: nil
    }
  }
}

/// The unit of a metric. The raw value stands in `summary.csv`.
package enum MetricUnit: String, Codable, Hashable, Sendable, CaseIterable {
  /// Whole things: clients, attempts, requests.
  case count
  /// Seconds of virtual time.
  case seconds = "s"
  /// A fraction of a whole, in [0, 1].
  case share
  /// A number per another; at least 0.
  case ratio
  /// true or false.
  case truth = "bool"
  /// One of a few names.
  case word
}

/// One named result of a run.
package struct Metric: Hashable, Sendable {
  /// Words with dots between them: `gave_up`, `recover.p99`, `stations.auth.wait.p50`.
  package let path: String
  package let unit: MetricUnit
  package let value: MetricValue

  package init(path: String, unit: MetricUnit, value: MetricValue) {
    self.path = path
    self.unit = unit
    self.value = value
  }

  /// The part of `path` that names what was measured: `stations.auth.wait`.
  package var name: String {
    pathStatistic == Self.single ? path : String(path.dropLast(pathStatistic.count + 1))
  }

  /// The part that says which figure of a distribution it is: `p50`, `count`, `mean`; the word of a
  /// metric that is one of a few names; `value` for any other that has only one.
  package var statistic: String {
    if case .word(let word) = value { return word }
    return pathStatistic
  }

  private var pathStatistic: String {
    let last = path.split(separator: ".").last.map(String.init) ?? path
    return last != path && Self.statisticTexts[last] != nil ? last : Self.single
  }

  private static let single = "value"
  /// The names of the figures of a distribution, with their meanings.
  package static let statisticTexts = [
    "count": "How many (finite) values there are", "mean": "The mean of the finite values",
    "max": "The largest value", "p5": "The 5th percentile", "p25": "The 25th percentile",
    "p50": "The median", "p75": "The 75th percentile", "p90": "The 90th percentile",
    "p95": "The 95th percentile", "p99": "The 99th percentile", "p999": "The 99.9th percentile",
    "effective_s": "Over how many seconds an even stream would be as crowded in bins of 100 ms, "
      + "whatever the number of clients; undefined below 100 arrivals",
  ]
}
