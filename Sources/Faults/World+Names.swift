import Primitives

/// The trouble with a name while a fault is in force.
public struct NameTrouble: Hashable, Sendable {
  public var failure: NameFailure
  /// How long a client remembers that there is no address.
  public var negative: Interval
}

/// An address that is dead while a fault is in force.
public struct KilledAddress: Hashable, Sendable {
  /// 0...7.
  public var number: Int
  public var fate: DeadAddress
}

// The name of the service, and its addresses in the course of the run. Known in advance, as all faults are.
extension World {
  /// Returns the trouble that a client's question for the name meets at a moment; nil where it is answered. Of
  /// several faults silence is the strictest, then the one that is kept longest.
  public func nameTrouble(_ subject: Subject, at instant: Instant) -> NameTrouble? {
    var worst: NameTrouble?
    for number in timeline.faults.indices {
      guard let trouble = timeline.effects[number].nameFailure,
        isInForce(number, at: instant), concerns(number, subject)
      else { continue }
      if trouble.failure == .silent { return trouble }
      if trouble.negative >= worst?.negative ?? .zero { worst = trouble }
    }
    return worst
  }

  /// How often the service has moved by a moment, as far as a client is concerned: the number of its address.
  public func address(_ subject: Subject, at instant: Instant) -> Int {
    moves.count { timeline.faults[$0].at <= instant && concerns($0, subject) }
  }

  /// Returns what a fault does at a moment to the first packets that reach the address of this number; nil where it
  /// is alive. Of several faults silence is the strictest.
  public func fate(ofNumber number: Int, _ subject: Subject, at instant: Instant) -> DeadAddress? {
    var worst: DeadAddress?
    for fault in addressFaults {
      guard let killed = timeline.effects[fault].killedAddress, killed.number == number,
        isInForce(fault, at: instant), concerns(fault, subject)
      else { continue }
      if killed.fate == .silent { return .silent }
      worst = killed.fate
    }
    return worst
  }

  /// Returns what has become of an address by a moment; nil where it is the present one.
  public func fate(
    ofAddress address: Int, _ subject: Subject, at instant: Instant
  ) -> DeadAddress? {
    var number = 0
    for move in moves where timeline.faults[move].at <= instant && concerns(move, subject) {
      if number == address { return timeline.effects[move].oldAddress }
      number += 1
    }
    return nil
  }
}
