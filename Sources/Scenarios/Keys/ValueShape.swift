import Primitives
import Words

/// The shape of the values that a key may have.
package indirect enum ValueShape: Sendable {
  /// Any text. The string names its content, such as `a name`.
  case text(String)
  case word([String])
  case flag
  /// `on` or `off`.
  case onOff
  /// A whole number, also written as `10k` or `1M`.
  case count(ClosedRange<Int>)
  /// A whole number from 0 to 2^64 - 1, in digits.
  case seed
  case number(ClosedRange<Double>)
  /// More than 0, at most 1,000.
  case factor
  case duration(ClosedRange<Interval>)
  /// More than 0, at most 1e9 a second.
  case rate
  /// Bits a second, more than 0.
  case bitRate
  case bytes(ClosedRange<Int>)
  case share(ShareEnds)
  case distribution(DistributionUse)
  /// A mapping that several places share and that is explained once, under its own name.
  case shared(KeyGroup)
  /// A catalogue name or a formula.
  case formula
  /// A promise about a metric.
  case promise
  case list(ValueShape)
  case group(KeyGroup)
  /// One of the kinds of faults with its keys.
  case fault
  /// The settings of a session system.
  case parameters
  /// The behaviour of the users of a session system.
  case behaviour
  case either([ValueShape])

  package enum ShareEnds: Sendable {
    /// 0 to 1.
    case both
    /// More than 0.
    case positive
    /// Less than 1.
    case belowOne
    /// 0 to so many wholes.
    case upTo(Double)
  }

  package enum DistributionUse: Sendable {
    case service
    /// The latency of a path: a lognormal has `own`, and `csv` names a file.
    case latency
    /// At least 1 ms in the mean.
    case pause
  }
}

extension ValueShape {
  /// For people: `a whole number, 1 to 1000`.
  package var text: String {
    switch self {
    case .text(let what): what
    case .word(let words): words.joined(separator: " | ")
    case .flag: "true | false"
    case .onOff: "on | off"
    case .count(let range): "a whole number, \(range.lowerBound) to \(range.upperBound)"
    case .seed: "a whole number, 0 to \(UInt64.max)"
    case .number(let range):
      "a number, \(numberText(range.lowerBound)) to \(numberText(range.upperBound))"
    case .factor: "a number, more than 0, at most 1000"
    case .duration(let range): Self.text(range)
    case .rate: "a rate such as 500/s, 30/m or 100/h; more than 0"
    case .bitRate: "a bit rate such as 100Mbit/s; more than 0"
    case .bytes(let range):
      "a size such as 50kB, \(bytesText(range.lowerBound)) to \(bytesText(range.upperBound))"
    case .share(let ends): ends.text
    case .distribution(.service): "a duration or a distribution"
    case .distribution(.latency): "a duration or a distribution (lognormal also with own), or csv"
    case .distribution(.pause): "a duration or a distribution, at least 1ms in the mean"
    case .formula: "a catalogue name, or a formula in quotes"
    case .promise: "a promise such as 'recover.p99 < 90s'"
    case .list(let item): "a list; each item: \(item.text)"
    case .group(let group), .shared(let group):
      "a mapping of \(group.keys.map(\.name).joined(separator: ", "))"
    case .fault: "a mapping of at, for, kind, scope and the keys of the kind"
    case .parameters: "a mapping of settings, by session system"
    case .behaviour: "none, or a mapping of what users do, by session system"
    case .either(let shapes): shapes.map(\.text).joined(separator: "; or ")
    }
  }

  private static func text(_ range: ClosedRange<Interval>) -> String {
    var text = "a duration"
    if range.lowerBound == .nanoseconds(1) {
      text += ", more than 0s"
    } else if range.lowerBound > .zero {
      text += ", at least \(durationText(range.lowerBound))"
    }
    if range.upperBound == longestDuration { return text }
    return text + ", at most \(durationText(range.upperBound))"
  }
}

extension ValueShape.ShareEnds {
  fileprivate var text: String {
    switch self {
    case .both: "a share such as 45% or 0.45, 0% to 100%"
    case .positive: "a share such as 45% or 0.45, more than 0%, at most 100%"
    case .belowOne: "a share such as 0.1% or 0.001, 0% to less than 100%"
    case .upTo(let most): "a share such as 45% or 0.45, 0% to \(shareText(most))"
    }
  }
}
