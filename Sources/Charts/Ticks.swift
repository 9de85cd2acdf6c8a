import Foundation
import Words

/// The values that an axis names.
package enum Ticks {
  /// Round values over a range, at steps of 1, 2, 2.5 or 5 times a power of ten.
  /// - Parameter count: about how many.
  package static func values(_ range: ClosedRange<Double>, count: Int) -> [Double] {
    let width = range.upperBound - range.lowerBound
    guard width > 0, width.isFinite, count > 0 else { return [range.lowerBound] }
    let rough = width / Double(count)
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? 10 * power
    return multiples(of: step, in: range)
  }

  /// Whole numbers only.
  package static func counts(_ range: ClosedRange<Double>, count: Int) -> [Double] {
    values(range, count: count).filter { $0 == $0.rounded() }
  }

  /// Round moments, in seconds: at steps that people count time by.
  package static func times(_ range: ClosedRange<Double>, count: Int) -> [Double] {
    let steps: [Double] = [
      1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_200, 1_800, 3_600, 7_200, 14_400, 21_600,
      43_200, 86_400,
    ]
    let rough = (range.upperBound - range.lowerBound) / Double(max(1, count))
    guard rough >= 0.5, let step = steps.first(where: { $0 >= rough * 0.999 }) else {
      return values(range, count: count)
    }
    return multiples(of: step, in: range)
  }

  /// Ones, twos and fives over all powers of ten where there is room for them, else powers of ten.
  /// - Parameter count: how many at most.
  package static func ratios(_ range: ClosedRange<Double>, count: Int) -> [Double] {
    guard range.lowerBound > 0, range.upperBound.isFinite, count > 0 else { return [] }
    let low = Int(clamped: log10(range.lowerBound).rounded(.down))
    let high = Int(clamped: log10(range.upperBound).rounded(.up))
    let tens = (low...max(low, high)).map { pow(10, Double($0)) }
    let fine = tens.flatMap { [$0, 2 * $0, 5 * $0] }.filter { range.contains($0) }
    if fine.count <= count { return fine.count > 1 ? fine : values(range, count: count) }
    let coarse = tens.filter { range.contains($0) }
    if coarse.count < 2 { return fine.enumerated().filter { $0.offset % 2 == 0 }.map(\.element) }
    let stride = (coarse.count + count - 1) / count
    return coarse.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }

  /// Durations in seconds over several powers of ten: ones, twos and fives below a minute, then steps
  /// that people count time by.
  /// - Parameter count: how many at most.
  package static func durations(_ range: ClosedRange<Double>, count: Int) -> [Double] {
    let long: [Double] = [60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400]
    guard range.lowerBound > 0, range.upperBound > 2 * long[0] else {
      return ratios(range, count: count)
    }
    let short = (-3...1).flatMap { power in [1, 2, 5].map { $0 * pow(10, Double(power)) } }
    let inside = (short.filter { $0 < long[0] } + long).filter { range.contains($0) }
    let stride = max(1, (inside.count + count - 1) / max(1, count))
    let thinned = inside.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    return thinned.count > 1 ? thinned : values(range, count: count)
  }

  /// The least round value that is not below a figure: where an axis may end.
  package static func ceiling(_ value: Double, count: Int) -> Double {
    guard value > 0, value.isFinite else { return 1 }
    let ticks = values(.between(0, value), count: count)
    let step = ticks.count > 1 ? ticks[1] - ticks[0] : value
    return (value / step).rounded(.up) * step
  }

  private static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
    guard step > 0, abs(range.lowerBound / step) < 1e9, abs(range.upperBound / step) < 1e9 else {
      return [range.lowerBound]
    }
    let first = Int((range.lowerBound / step - 1e-9).rounded(.up))
    let last = Int((range.upperBound / step + 1e-9).rounded(.down))
    guard first <= last else { return [] }
    return (first...last).map { Double($0) * step }
  }
}
