/// In which one figure the values of a metric with several seeds are told.
package enum SeedStatistic: String, Hashable, Sendable {
  /// The mean tells counts, shares and rates. Its interval is Student's.
  case mean
  /// The median tells percentiles and maxima. They are skewed between seeds, so that Student's interval of
  /// their mean would hold it far less often than it says. Its interval is a `RankInterval`.
  case median
}

/// The factors that intervals of equally many values share: computed once, used for many metrics.
package struct SeedIntervals: Hashable, Sendable {
  /// Half the width of a mean's interval in standard errors; nil below two values.
  let student: Double?
  /// nil below two values.
  let ranks: RankInterval?

  /// How many of the values must lie beyond a limit until the median's interval does: 1 of a single value.
  package var rank: Int { ranks?.rank ?? 1 }

  /// The confidence of the interval of a median; nil below two values.
  package var medianConfidence: Double? { ranks?.confidence }

  package init(count: Int) {
    student = MeanEstimate.quantile(count: count)
    ranks = RankInterval(count: count)
  }
}

/// A metric over several seeds in one figure, with the interval of it.
package struct SeedEstimate: Hashable, Sendable {
  package let statistic: SeedStatistic
  package let mean: Double
  /// The mean or the median, as `statistic` says.
  package let figure: Double
  /// nil for a single value, which says nothing of its spread.
  package let low: Double?
  package let high: Double?
  /// The chance that such an interval holds the value that it estimates: 0.95 for a mean. For a
  /// median it is at least that from six values on; for fewer values it is that of their range. nil
  /// without an interval.
  package let confidence: Double?
  /// True if it is the mean of values so skewed that its interval holds the estimated value less
  /// often than it says: their skewness is beyond 1, and beyond what normal values show by chance.
  package let isSkewed: Bool

  /// - Parameter intervals: the intervals of as many values, where they are known already.
  /// - Returns: nil without values, or where one of them is not finite.
  package init?(
    _ values: [Double], _ statistic: SeedStatistic, _ intervals: SeedIntervals? = nil
  ) {
    guard values.allSatisfy(\.isFinite) else { return nil }
    let intervals = intervals ?? SeedIntervals(count: values.count)
    guard let estimate = MeanEstimate(values, quantile: intervals.student) else { return nil }
    self.statistic = statistic
    mean = estimate.mean
    switch statistic {
    case .mean:
      figure = estimate.mean
      (low, high) = (estimate.low, estimate.high)
      confidence = estimate.low == nil ? nil : MeanEstimate.confidence
      isSkewed = Sample(values).isSkewed
    case .median:
      let sorted = values.sorted()
      let bounds = intervals.ranks?.bounds(of: sorted)
      figure = sortedMedian(sorted) ?? estimate.mean
      (low, high) = (bounds?.low, bounds?.high)
      confidence = intervals.ranks?.confidence
      isSkewed = false
    }
  }

  /// The same of values some of which may be missing; nil where one is.
  package init?(
    complete values: [Double?], _ statistic: SeedStatistic, _ intervals: SeedIntervals? = nil
  ) {
    let numbers = values.compactMap { $0 }
    guard numbers.count == values.count else { return nil }
    self.init(numbers, statistic, intervals)
  }

  /// nil where the figure is the mean.
  package var median: Double? { statistic == .median ? figure : nil }

  /// True if its interval has the confidence of 95 % that intervals are to have; false without one.
  package var isSure: Bool { confidence.map { $0 >= MeanEstimate.confidence } ?? false }
}
