import Foundation
import Words

extension QuantityScale {
  /// A value that lies between two, near their middle; nil where none does, or where they are so near
  /// each other that it does not matter.
  /// - Parameter resolution: how near that is, as a part of the greater; counts are told apart to one.
  func middle(_ low: Double, _ high: Double, resolution: Double) -> Double? {
    if self == .count {
      return high - low > 1 ? (low + (high - low) / 2).rounded(.down) : nil
    }
    guard high - low > resolution * abs(high) else { return nil }
    let middle = rounded(low > 0 ? (low * high).squareRoot() : (low + high) / 2)
    return middle > low && middle < high ? middle : nil
  }

  /// Twice as much, or the first step above nothing.
  func doubled(_ value: Double, upTo high: Double) -> Double {
    if value > 0 { return min(2 * value, high) }
    return min(self == .count ? 1 : rounded(high / 64), high)
  }

  /// The next value that counts as another one.
  /// - Parameter isUp: whether the greater one.
  func neighbour(of value: Double, isUp: Bool, resolution: Double) -> Double {
    if self == .count { return value + (isUp ? 1 : -1) }
    return rounded(isUp ? value * (1 + resolution) : value / (1 + resolution))
  }

  /// Rounds a value to four digits: a value between two others is named by a person.
  func rounded(_ value: Double) -> Double {
    guard value > 0 else { return value }
    let scale = pow(10, 3 - log10(value).rounded(.down))
    let short = (value * scale).rounded() / scale
    return self == .count ? short.rounded() : short
  }

  /// The value at a part of the way from one to another, by their ratio.
  package static func geometric(_ low: Double, _ high: Double, _ part: Double) -> Double {
    low * pow(high / low, part)
  }

  /// The part of the way, by ratio, at which a value lies: the inverse of `geometric`.
  package static func part(of value: Double, from low: Double, to high: Double) -> Double {
    log(value / low) / log(high / low)
  }
}
