import Sessions

/// Facts of the digest.
struct Fact {
  let rawValue: UInt16
  static let attemptBegan = Fact(rawValue: 1)
  static let arrived = Fact(rawValue: 2)
  static let admitted = Fact(rawValue: 3)
  static let dropped = Fact(rawValue: 4)
  static let attemptSucceeded = Fact(rawValue: 5)
  static let forgotten = Fact(rawValue: 6)
  static func attemptFailed(_ reason: CloseReason) -> Fact {
    Fact(rawValue: 16 + UInt16(reason.rawValue))
  }
  /// - Parameter number: below 768.
  static func milestone(_ number: UInt16) -> Fact { Fact(rawValue: 256 &+ number) }
  static func fault(_ change: Int) -> Fact { Fact(rawValue: 1024 + UInt16(change & 0x7FFF)) }
}
