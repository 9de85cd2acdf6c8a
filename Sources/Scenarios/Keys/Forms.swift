import GatewayModel
import NetworkModel
import Primitives
import VirtualTime
import Words

// The forms of values that many keys share: the allowed values and their reading, in one place.

extension Form where Value == String {
  static func text(_ what: String) -> Form { Form(.text(what)) { $0.text(what) } }

  static func word(of words: [String]) -> Form { Form(.word(words)) { $0.word(of: words) } }
}

extension Form
where Value: RawRepresentable & CaseIterable & SendableMetatype, Value.RawValue == String {
  /// One of the words of a vocabulary.
  static var word: Form {
    Form(.word(Value.allCases.map(\.rawValue))) { $0.word() }
  }
}

extension Form where Value == Bool {
  static var flag: Form { Form(.flag) { $0.boolean() } }
}

extension Form where Value == Int {
  static func count(_ range: ClosedRange<Int>) -> Form {
    Form(.count(range)) { $0.count(range) }
  }
}

extension Form where Value == Int? {
  /// A count, or `unlimited`: then nil inside.
  static func countOrUnlimited(_ range: ClosedRange<Int>) -> Form {
    Form(.either([.count(range), .word(["unlimited"])])) { $0.countOrUnlimited(range) }
  }
}

extension Form where Value == Interval {
  static func duration(_ range: ClosedRange<Interval> = .zero...longestDuration) -> Form {
    Form(.duration(range)) { $0.duration(range) }
  }

  static var positiveDuration: Form {
    Form(.duration(.nanoseconds(1)...longestDuration)) { $0.positiveDuration() }
  }

  /// - Parameter message: the message for a value that is 0 or too long.
  static func positiveDuration(
    upTo most: Interval = longestDuration, _ message: @escaping @Sendable (Field) -> String
  ) -> Form {
    Form(.duration(.nanoseconds(1)...most)) {
      $0.duration(.nanoseconds(1)...most, message: message($0))
    }
  }
}

extension Form where Value == Double {
  static var rate: Form { Form(.rate) { $0.rate() } }
  static var share: Form { Form(.share(.both)) { $0.share() } }
  static var positiveShare: Form { Form(.share(.positive)) { $0.positiveShare() } }
  static var factor: Form { Form(.factor) { $0.factor() } }

  static func number(_ range: ClosedRange<Double>) -> Form {
    Form(.number(range)) { $0.number(range) }
  }
}

extension Form where Value == Distribution {
  static var distribution: Form { Form(.distribution(.service)) { $0.distribution() } }
  /// The form of pauses: time must pass between two of them.
  static var pause: Form { Form(.distribution(.pause)) { $0.pause() } }
}
