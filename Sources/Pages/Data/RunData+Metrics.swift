extension RunData {
  /// How many runs the files add up.
  var runs: Int { replications?.seeds.count ?? 1 }

  /// Returns true if a metric of several runs is given by its median.
  func isMedian(_ path: String) -> Bool { estimate(path)?.isMedian ?? false }

  /// The interval over several runs; nil where there is none.
  func interval(_ path: String) -> (low: Double, high: Double)? {
    guard let estimate = estimate(path), let low = estimate.low, let high = estimate.high else {
      return nil
    }
    return (low, high)
  }

  func count(_ path: String) -> Int { Int((number(path) ?? 0).rounded()) }

  /// A count as people read it; of several runs a mean, which has decimals.
  func counted(_ path: String) -> String { PageNumber.number(number(path) ?? 0) }

  /// A percentile in seconds: of several runs, of all their clients as one population.
  /// - Parameters:
  ///   - metric: such as `recover`.
  ///   - share: at most three nines.
  func percentile(_ metric: String, _ share: Double) -> Double? {
    let hundredths = PageNumber.plain(share * 100)
    return replications == nil
      ? number("\(metric).p\(hundredths.replacing(".", with: ""))")
      : percentiles.seconds(metric, hundredths)
  }

  /// Returns the sum of the seconds of a column, in the mean of the runs.
  func total(_ column: String) -> Double {
    let values = series.figures(column)
    guard let counts = series.column("runs") else { return values.reduce(0, +) }
    // Each value is a mean over the runs that had not ended.
    return zip(values, counts).reduce(0) { $0 + $1.0 * ($1.1 ?? 0) } / Double(runs)
  }

  /// The fates of clients that are not back.
  static let fates = ["gave_up", "in_error", "stuck", "still_trying"]

  /// Clients that were not back at the end.
  var lost: Double { Self.fates.reduce(0) { $0 + (number($1) ?? 0) } }

  /// The least time in which 99 % of the clients could be back; nil where it is too short to compare
  /// anything with.
  var bound: Double? { number("lower_bound_s").flatMap { $0 >= 1 ? $0 : nil } }

  /// True if more than half of the affected clients were back before the cause was gone. Then the
  /// length of their downtime says more than the time at which they came back.
  var mostWereBack: Bool { number("recover.p50") == 0 }
}
