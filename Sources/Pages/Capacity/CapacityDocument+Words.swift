import Documents
import Words

extension CapacityDocument {
  /// A metric of a probe: its title, and how its figures are written.
  static func headline(_ path: String) -> Headline {
    Headline(path, unit: path.hasPrefix("recover") ? "s" : "count")
  }

  /// A value of the key, as people read it.
  func shown(_ value: Double) -> String {
    switch scale {
    case .duration: PageNumber.setting(value)
    case .rate: "\(Self.exact(value))/s"
    case .share: "\(Self.exact((1e6 * value).rounded() / 1e4))\u{a0}%"
    case .count, .number: Self.exact(value)
    }
  }

  /// With all of its digits, as the search has at most four: two values that differ look different.
  private static func exact(_ value: Double) -> String {
    value == value.rounded() ? PageNumber.number(value) : "\(value)"
  }
}

extension CapacityDocument.Probe {
  /// True if the last run was not made to its end, because it had broken a promise for certain.
  var isLeft: Bool { leftAtS != nil }
}
