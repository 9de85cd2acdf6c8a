import Foundation
import Words

/// Steps of colour for figures, from the weakest for the least to the strongest for the greatest.
struct HeatScale {
  static let steps = 8

  let low: Double
  let high: Double
  /// True if steps have equal ratios: then the greatest is at least three times the least.
  let isGeometric: Bool

  /// Less between the least and the greatest, as a share of the greatest, is no difference that colours
  /// should make much of.
  static let least = 0.05

  /// nil where all figures are the same, or nearly so.
  init?(_ values: [Double]) {
    let finite = values.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max(),
      high - low >= Self.least * max(abs(low), abs(high)), high > low
    else { return nil }
    self.low = low
    self.high = high
    isGeometric = low > 0 && high >= 3 * low
  }

  /// From 0 to 7.
  func step(_ value: Double) -> Int {
    let part =
      isGeometric ? log(value / low) / log(high / low) : (value - low) / (high - low)
    return min(Self.steps - 1, max(0, Int(clamped: part * Double(Self.steps))))
  }

  /// The classes of cells that are not on the scale: a figure that is never reached, and no figure.
  static let never = "hn"
  static let none = "hu"

  var note: String { isGeometric ? "steps of equal ratio" : "steps of equal width" }
}

extension HeatScale? {
  /// The class of a figure in the style sheet. All are alike where there is no scale.
  func style(_ figure: Double?) -> String {
    guard let figure else { return HeatScale.none }
    return figure.isFinite ? "h\(self?.step(figure) ?? 0)" : HeatScale.never
  }
}
