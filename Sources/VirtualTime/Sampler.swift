import Primitives

/// A `Distribution` compiled for drawing: one 64-bit draw in, one interval out.
///
/// Spread ones become a table of 4,096 quantiles with straight lines between them, so that a draw is
/// one multiplication and the same on every platform. The table's ends are the quantiles at 1/16384
/// and 1 - 1/16384, beyond which nothing is drawn. Mean and quantiles agree with the distribution
/// within 0.2 %; the second moment of a lognormal with sigma 1 is 1.5 % low.
@frozen
public struct Sampler: @unchecked Sendable {
  /// `cells + 1` quantiles in nanoseconds; a constant has one.
  private let table: QuantileTable
  /// Where they stand; `table` keeps them there.
  @usableFromInline let quantiles: UnsafePointer<Double>
  @usableFromInline let isConstant: Bool
  public let distribution: Distribution
  /// Mean of what is drawn, in seconds.
  public let meanSeconds: Double
  /// Median of what is drawn, in seconds.
  public let medianSeconds: Double
  /// No draw is longer.
  public let longest: Interval

  @usableFromInline static var cellBits: UInt64 { 12 }

  public init(_ distribution: Distribution) {
    self.distribution = distribution
    let list = Self.quantiles(of: distribution)
    table = QuantileTable(list)
    quantiles = table.base
    isConstant = list.count == 1
    medianSeconds = list[list.count / 2] / 1e9
    meanSeconds = Self.mean(of: list) / 1e9
    longest =
      isConstant ? Interval(nanoseconds: Int64(list[0])) : rounded(list[list.count - 1])
  }

  private static func quantiles(of distribution: Distribution) -> [Double] {
    if case .constant(let value) = distribution { return [Double(value.nanoseconds)] }
    let cells = 1 << Int(cellBits)
    return (0...cells).map { cell in
      let p = min(max(Double(cell) / Double(cells), 1 / 16384.0), 1 - 1 / 16384.0)
      return distribution.quantile(p)
    }
  }

  private static func mean(of quantiles: [Double]) -> Double {
    guard quantiles.count > 1 else { return quantiles[0] }
    var sum = (quantiles[0] + quantiles[quantiles.count - 1]) / 2
    for value in quantiles.dropFirst().dropLast() { sum += value }
    return sum / Double(quantiles.count - 1)
  }

  /// One draw, rounded to the microsecond, never negative.
  @inlinable public func sample(_ bits: UInt64) -> Interval {
    if isConstant { return Interval(nanoseconds: Int64(quantiles[0])) }
    let cell = Int(bits >> (64 - Self.cellBits))
    let fraction = Double((bits << Self.cellBits) >> 11) * 0x1p-53
    let low = quantiles[cell]
    let value = low + (quantiles[cell + 1] - low) * fraction
    return rounded(value)
  }
}

/// A time in nanoseconds, rounded to the microsecond.
@inlinable func rounded(_ nanoseconds: Double) -> Interval {
  Interval(nanoseconds: Int64(roundedToEven(nanoseconds * 1e-3)) * 1_000)
}

/// Quantiles at a fixed place, shared by all copies of a sampler.
@usableFromInline
final class QuantileTable: @unchecked Sendable {
  let base: UnsafePointer<Double>

  init(_ list: [Double]) {
    let memory = UnsafeMutablePointer<Double>.allocate(capacity: list.count)
    memory.initialize(from: list, count: list.count)
    base = UnsafePointer(memory)
  }

  deinit { base.deallocate() }
}

extension Distribution {
  /// The value in nanoseconds below which a fraction `p` in (0, 1) of the draws lies.
  func quantile(_ p: Double) -> Double {
    switch self {
    case .constant(let value): Double(value.nanoseconds)
    case .uniform(let low, let high):
      Double(low.nanoseconds) + p * Double(high.nanoseconds - low.nanoseconds)
    case .exponential(let mean): -Double(mean.nanoseconds) * portableLog(1 - p)
    case .lognormal(let median, let sigma):
      Double(median.nanoseconds) * portableExp(sigma * normalQuantile(p))
    case .foldedNormal(let mean, let deviation):
      foldedQuantile(p, mean: Double(mean.nanoseconds), deviation: Double(deviation.nanoseconds))
    }
  }

  private func foldedQuantile(_ p: Double, mean: Double, deviation: Double) -> Double {
    if deviation == 0 { return mean }
    var low = 0.0
    var high = mean + 9 * deviation
    // The interval halves each time: 60 steps leave less than a nanosecond of any length.
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let below =
        normalProbability((middle - mean) / deviation)
        - normalProbability((-middle - mean) / deviation)
      if below < p { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
