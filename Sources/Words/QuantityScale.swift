import Primitives

/// The kinds of numbers that keys have: how their values are read and written.
package enum QuantityScale: String, Codable, Hashable, Sendable, CaseIterable {
  /// Whole numbers.
  case count
  /// In seconds.
  case duration
  /// Events a second.
  case rate
  /// Parts of a whole.
  case share
  case number

  /// The scale on which both ends of a range are; nil where they are no numbers of one kind.
  package init?(_ low: String, _ high: String) {
    let found = Self.allCases.first { $0.value(of: low) != nil && $0.value(of: high) != nil }
    guard let found else { return nil }
    self = found
  }

  /// The number that a text stands for; nil where it is none of this kind.
  package func value(of text: String) -> Double? {
    switch self {
    // A count that is no Double would come back as another one.
    case .count: (try? parseCount(text)).flatMap { Double(exactly: $0) }
    case .duration: (try? parseDuration(text)).map(\.seconds)
    case .rate: try? parseRate(text)
    case .share: text.hasSuffix("%") ? try? parseShare(text) : nil
    case .number: Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// As a scenario file would say it.
  package func text(_ value: Double) -> String {
    switch self {
    case .count: numberText(value)
    case .duration: Self.durationText(value)
    case .rate: rateText(value)
    case .share: shareText(value)
    case .number: numberText(value)
    }
  }

  /// The unit of the values in files.
  package var unit: String {
    switch self {
    case .count, .number: "count"
    case .duration: "seconds"
    case .rate: "per second"
    case .share: "share"
    }
  }

  /// From a second on in seconds, or a larger unit that makes it whole: people read 210.5s better than 210500ms.
  private static func durationText(_ seconds: Double) -> String {
    let interval = Interval(nanoseconds: Int64((seconds * 1e9).rounded()))
    if interval < .seconds(1) || interval.nanoseconds % Interval.seconds(1).nanoseconds == 0 {
      return Words.durationText(interval)
    }
    return numberText(interval.seconds) + "s"
  }
}
