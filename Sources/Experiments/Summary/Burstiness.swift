import Measurements

extension TimeSeries {
  /// The bins from the first that holds something to the last.
  private var occupied: ArraySlice<UInt32> {
    guard let first = counts.firstIndex(where: { $0 > 0 }),
      let last = counts.lastIndex(where: { $0 > 0 })
    else { return [] }
    return counts[first...last]
  }

  private static func mean(_ bins: ArraySlice<UInt32>) -> Double {
    bins.reduce(0.0) { $0 + Double($1) } / Double(bins.count)
  }

  /// The largest bin over the mean of the bins from the first occupied one to the last; nil where
  /// nothing was counted.
  var peakToMean: Double? {
    let bins = occupied
    return bins.max().map { Double($0) / Self.mean(bins) }
  }

  /// Variance over mean of the bins from the first occupied one to the last (1 = Poisson); nil
  /// below two bins.
  var dispersion: Double? {
    let bins = occupied
    guard bins.count >= 2 else { return nil }
    let mean = Self.mean(bins)
    let squares = bins.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    return squares / Double(bins.count) / mean
  }
}
