import Primitives

extension Distribution {
  /// The value in nanoseconds below which, or with `isUpper` above which, a fraction `p` of the draws
  /// lies; at most `Interval.longest`.
  ///
  /// Counted from the nearer end, so that nothing of a far tail is lost to rounding. Portable: the
  /// same on every platform.
  /// - Parameter p: in (0, 1/2].
  func quantile(_ p: Double, isUpper: Bool) -> Double {
    min(unboundedQuantile(p, isUpper: isUpper), Double(Interval.longest.nanoseconds))
  }

  private func unboundedQuantile(_ p: Double, isUpper: Bool) -> Double {
    switch self {
    case .constant(let value): return Double(value.nanoseconds)
    case .uniform(let low, let high):
      let width = Double(high.nanoseconds - low.nanoseconds)
      return Double(low.nanoseconds) + (isUpper ? 1 - p : p) * width
    case .exponential(let mean):
      return -Double(mean.nanoseconds) * portableLog(isUpper ? p : 1 - p)
    case .lognormal(let median, let sigma):
      let z = normalQuantile(p)
      return Double(median.nanoseconds) * portableExp(sigma * (isUpper ? -z : z))
    case .foldedNormal(let mean, let deviation):
      let normal = FoldedNormal(
        mean: Double(mean.nanoseconds), deviation: Double(deviation.nanoseconds))
      return normal.quantile(p, isUpper: isUpper)
    }
  }

  /// The draw of 64 bits by the quantile function itself, in nanoseconds: the bits are the middle of
  /// one of 2^64 cells, so the tails end at 2^-65.
  ///
  /// Apart from `Sampler`'s table, so that the rare draw does not weigh on the others.
  @usableFromInline @inline(never)
  func exactDraw(_ bits: UInt64) -> Double {
    let isUpper = bits >> 63 == 1
    return quantile((Double(isUpper ? ~bits : bits) + 0.5) * 0x1p-64, isUpper: isUpper)
  }
}

/// |Normal(mean, deviation)| in any one unit; mean and deviation >= 0.
struct FoldedNormal {
  let mean: Double
  let deviation: Double

  /// Newton's method between bounds that close in, from the quantile without the fold: that is never
  /// too long, and far from 0 it is the answer.
  func quantile(_ p: Double, isUpper: Bool) -> Double {
    if deviation == 0 { return mean }
    let z = normalQuantile(p)
    var low = max(mean + deviation * (isUpper ? -z : z), 0)
    var high = mean + 10 * deviation
    var x = low
    // Halving alone would take 60 steps to less than a nanosecond of any length.
    for _ in 0..<60 {
      let excess = isUpper ? p - probability(above: x) : probability(below: x) - p
      if excess < 0 { low = x } else { high = x }
      var next = x - excess / density(x)
      if !(next >= low && next <= high) { next = (low + high) / 2 }
      if abs(next - x) <= 1e-13 * (mean + deviation) { return next }
      x = next
    }
    return x
  }

  func probability(below x: Double) -> Double {
    normalProbability((x - mean) / deviation) - normalProbability((-x - mean) / deviation)
  }

  func probability(above x: Double) -> Double {
    normalProbability((mean - x) / deviation) + normalProbability((-x - mean) / deviation)
  }

  private func density(_ x: Double) -> Double {
    (normalDensity((x - mean) / deviation) + normalDensity((x + mean) / deviation)) / deviation
  }
}
