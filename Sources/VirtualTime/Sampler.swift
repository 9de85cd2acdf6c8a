import Primitives

/// A `Distribution` compiled for drawing: one 64-bit draw in, one interval out.
///
/// Spread ones become a table of 4,096 quantiles with straight lines between them, so that a draw is
/// one multiplication and the same on every platform. In the four outermost cells on either side, one
/// draw in 512, the quantile function itself is evaluated from all bits, down to a probability of
/// 2^-65: of a wide lognormal they hold nearly all of the second moment. Mean and second moment agree
/// with the distribution within 0.05 % (of lognormals: up to sigma 2.5).
@frozen
public struct Sampler: @unchecked Sendable {
  @usableFromInline let law: SampledLaw
  /// The table that is drawn from, without owning it.
  public let table: SamplerTable

  public var distribution: Distribution { law.distribution }
  /// Mean of what is drawn, in seconds.
  public var meanSeconds: Double { law.meanSeconds }
  /// Median of what is drawn, in seconds.
  public var medianSeconds: Double { law.medianSeconds }
  /// No draw is shorter.
  public var least: Interval { law.least }
  /// No draw is longer.
  public var longest: Interval { law.longest }

  @usableFromInline static var cellBits: UInt64 { 12 }
  /// Cells at either end that are not drawn from the table.
  @usableFromInline static var tailCells: Int { 4 }
  @usableFromInline static var cells: Int { 1 << Int(cellBits) }

  /// The first bits of the upper tail, which has 1/1024 of the draws.
  @inlinable public static var tailBegin: UInt64 {
    UInt64(cells - tailCells) << (64 - cellBits)
  }

  public init(_ distribution: Distribution) {
    let quantiles = Self.quantiles(of: distribution)
    law = SampledLaw(
      distribution, quantiles, meanSeconds: Self.mean(of: distribution, quantiles) / 1e9)
    table = SamplerTable(of: law, isConstant: quantiles.count == 1)
  }

  private static func quantiles(of distribution: Distribution) -> [Double] {
    if case .constant(let value) = distribution { return [Double(value.nanoseconds)] }
    return (0...cells).map { cell in
      let isUpper = cell > cells / 2
      let p = Double(isUpper ? cells - cell : cell) / Double(cells)
      return distribution.quantile(max(p, 0x1p-65), isUpper: isUpper)
    }
  }

  private static func mean(of distribution: Distribution, _ quantiles: [Double]) -> Double {
    guard quantiles.count > 1 else { return quantiles[0] }
    let body = quantiles[tailCells...(cells - tailCells)]
    var sum = body.dropFirst().dropLast().reduce(0, +)
    sum += (quantiles[tailCells] + quantiles[cells - tailCells]) / 2
    // A tail's integral over its share s in (0, 1], by midpoints in t, s = t^8: they crowd at its end.
    let points = 128
    for point in 0..<points {
      let t = (Double(point) + 0.5) / Double(points)
      let s = (t * t) * (t * t) * (t * t) * (t * t)
      let weight = 8 * s / t * Double(tailCells) / Double(points)
      let p = s * Double(tailCells) / Double(cells)
      sum += weight * distribution.quantile(p, isUpper: false)
      sum += weight * distribution.quantile(p, isUpper: true)
    }
    return sum / Double(cells)
  }

  /// One draw, rounded to the microsecond, never negative, at most `Interval.longest`. Grows with
  /// `bits`.
  @inlinable @inline(__always) public func sample(_ bits: UInt64) -> Interval { table.sample(bits) }

  /// As `sample`, in nanoseconds and before it is rounded.
  @inlinable public func nanoseconds(_ bits: UInt64) -> Double { table.nanoseconds(bits) }
}

/// The quantiles of a sampler, without owning them: nothing is counted when a table is handed on
/// with a draw. The holder of a table keeps its sampler.
@frozen
public struct SamplerTable: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let law: Unmanaged<SampledLaw>
  /// `Sampler.cells + 1` quantiles in nanoseconds; a constant has one. `law` keeps them where they stand.
  @usableFromInline let quantiles: UnsafePointer<Double>
  @usableFromInline let isConstant: Bool
  /// Mean of what is drawn, in seconds.
  public let meanSeconds: Double

  fileprivate init(of law: SampledLaw, isConstant: Bool) {
    self.law = Unmanaged.passUnretained(law)
    quantiles = law.quantiles
    self.isConstant = isConstant
    meanSeconds = law.meanSeconds
  }

  /// One draw, rounded to the microsecond, never negative, at most `Interval.longest`. Grows with
  /// `bits`.
  @inlinable @inline(__always) public func sample(_ bits: UInt64) -> Interval {
    if isConstant { return Interval(nanoseconds: Int64(quantiles[0])) }
    return rounded(drawn(bits))
  }

  /// As `sample`, in nanoseconds and before it is rounded.
  @inlinable @inline(__always) public func nanoseconds(_ bits: UInt64) -> Double {
    isConstant ? quantiles[0] : drawn(bits)
  }

  @inlinable @inline(__always) func drawn(_ bits: UInt64) -> Double {
    let cell = Int(bits >> (64 - Sampler.cellBits))
    let isInTable =
      UInt(bitPattern: cell &- Sampler.tailCells) < UInt(Sampler.cells - 2 * Sampler.tailCells)
    if !isInTable { return exact(bits) }
    let fraction = Double((bits << Sampler.cellBits) >> 11) * 0x1p-53
    let low = quantiles[cell]
    return low + (quantiles[cell + 1] - low) * fraction
  }

  /// A draw of a tail: rare, and so kept apart.
  @usableFromInline @inline(never)
  func exact(_ bits: UInt64) -> Double {
    law._withUnsafeGuaranteedRef { $0.distribution.exactDraw(bits) }
  }
}

/// A time in nanoseconds, rounded to the microsecond.
@inlinable func rounded(_ nanoseconds: Double) -> Interval {
  Interval(nanoseconds: Int64(roundedToEven(nanoseconds * 1e-3)) * 1_000)
}

/// The part that all copies of a sampler share: a sampler itself is small, because it is handed on
/// with every draw.
@usableFromInline
final class SampledLaw: @unchecked Sendable {
  @usableFromInline let distribution: Distribution
  let quantiles: UnsafePointer<Double>
  let meanSeconds: Double
  let medianSeconds: Double
  let least: Interval
  let longest: Interval

  init(_ distribution: Distribution, _ list: [Double], meanSeconds: Double) {
    self.distribution = distribution
    let memory = UnsafeMutablePointer<Double>.allocate(capacity: list.count)
    memory.initialize(from: list, count: list.count)
    quantiles = UnsafePointer(memory)
    self.meanSeconds = meanSeconds
    medianSeconds = list[list.count / 2] / 1e9
    if case .constant(let value) = distribution {
      (least, longest) = (value, value)
    } else {
      least = rounded(distribution.exactDraw(.min))
      longest = rounded(distribution.exactDraw(.max))
    }
  }

  deinit { quantiles.deallocate() }
}
