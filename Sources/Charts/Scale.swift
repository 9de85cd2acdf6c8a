import Foundation

extension ClosedRange<Double> {
  /// The range between two figures of a folder, which may stand in any order and be no numbers at all.
  package static func between(_ one: Double, _ other: Double) -> Self {
    let ends = [one, other].map { $0.isNaN ? 0 : Swift.min(1e300, Swift.max(-1e300, $0)) }
    return Swift.min(ends[0], ends[1])...Swift.max(ends[0], ends[1])
  }
}

/// The scale of an axis: it gives the place of a value along the axis.
package struct Scale: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case linear
    /// By the logarithm; values must be above 0.
    case logarithmic
    /// For shares in [0, 1): by the number of their nines, so that 99 % and 99.9 % are as far apart
    /// as 90 % and 99 %.
    case nines

    /// Returns true where every value of a domain has a place. Figures of a folder may be any.
    func measures(_ domain: ClosedRange<Double>) -> Bool {
      switch self {
      case .linear: true
      case .logarithmic: domain.lowerBound > 0
      case .nines: domain.upperBound < 1
      }
    }
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
    self.kind = kind.measures(domain) ? kind : .linear
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
