import Foundation

/// The scale of an axis: it gives the place of a value along the axis.
package struct Scale: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case linear
    /// By the logarithm; values must be above 0.
    case logarithmic
    /// For shares in [0, 1): by the number of their nines, so that 99 % and 99.9 % are as far apart
    /// as 90 % and 99 %.
    case nines
  }

  package let kind: Kind
  /// The values at both ends.
  package let domain: ClosedRange<Double>
  /// The places of those ends, in user units. The second may be the lesser: a vertical axis grows
  /// upwards.
  package let from: Double
  package let to: Double

  package init(
    _ kind: Kind = .linear, _ domain: ClosedRange<Double>, from: Double, to: Double
  ) {
    precondition(kind != .logarithmic || domain.lowerBound > 0, "a logarithm needs values above 0")
    precondition(kind != .nines || domain.upperBound < 1, "no number of nines is all of it")
    self.kind = kind
    self.domain = domain
    self.from = from
    self.to = to
  }

  /// The place of a value; one beyond an end stands at that end.
  package func callAsFunction(_ value: Double) -> Double {
    let clamped = min(domain.upperBound, max(domain.lowerBound, value))
    let (low, high) = (measure(domain.lowerBound), measure(domain.upperBound))
    guard high > low else { return from }
    return from + (to - from) * (measure(clamped) - low) / (high - low)
  }

  private func measure(_ value: Double) -> Double {
    switch kind {
    case .linear: value
    case .logarithmic: log10(value)
    case .nines: -log10(1 - value)
    }
  }
}
