import Faults
import Measurements
import Primitives
import Sessions

/// What is written down while a run goes on.
///
/// An object, because every process writes to the same books.
final class Books {
  @exclusivity(unchecked) var recorder: Recorder
  @exclusivity(unchecked) var work = WorkBook()
  @exclusivity(unchecked) var recovery: RecoveryBook
  @exclusivity(unchecked) private(set) var digest = Digest()
  /// Events of the world. What only serves the loop does not count: notices of time limits, ends of
  /// fast-forwarding, timers that were cancelled.
  @exclusivity(unchecked) var events = 0
  /// Clients that may still change by themselves.
  @exclusivity(unchecked) private(set) var unsettled: Int
  /// Clients that want a connection and have none.
  @exclusivity(unchecked) private(set) var down = 0
  /// The first delay that cannot be waited for, and whose; nil where every formula gave one that can.
  @exclusivity(unchecked) private(set) var rejected: Rejection?

  init(_ recorder: consuming Recorder, _ timeline: FaultTimeline, clients: Int) {
    self.recorder = recorder
    recovery = RecoveryBook(timeline)
    unsettled = clients
    self.recorder.unsettled.change(by: Int32(clients), at: .start)
  }

  func changeUnsettled(by amount: Int, at now: Instant) {
    unsettled += amount
    recorder.unsettled.change(by: Int32(amount), at: now)
  }

  func changeDown(by amount: Int, at now: Instant) {
    down += amount
    recorder.down.change(by: Int32(amount), at: now)
  }

  func changeConnected(by amount: Int32, ofCohort cohort: Int, at now: Instant) {
    recorder.connected[cohort].change(by: amount, at: now)
  }

  /// Of several the first in time counts, and of one instant that of the least client.
  func reject(_ delay: RejectedDelay, of client: UInt32, at now: Instant) {
    if let first = rejected, (first.at, first.client) <= (now, client) { return }
    rejected = Rejection(at: now, client: client, delay: delay)
  }

  func note(_ fact: Fact, _ client: UInt32, at now: Instant) {
    digest.add(fact.rawValue, client: client, at: now)
  }
}

/// A delay that cannot be waited for.
struct Rejection {
  var at: Instant
  var client: UInt32
  var delay: RejectedDelay
}

/// Facts of the digest.
struct Fact {
  let rawValue: UInt16
  static let attemptBegan = Fact(rawValue: 1)
  static let arrived = Fact(rawValue: 2)
  static let admitted = Fact(rawValue: 3)
  static let dropped = Fact(rawValue: 4)
  static let attemptSucceeded = Fact(rawValue: 5)
  static func attemptFailed(_ reason: CloseReason) -> Fact {
    Fact(rawValue: 16 + UInt16(reason.rawValue))
  }
  /// - Parameter number: below 768.
  static func milestone(_ number: UInt16) -> Fact { Fact(rawValue: 256 &+ number) }
  static func fault(_ change: Int) -> Fact { Fact(rawValue: 1024 + UInt16(change & 0x7FFF)) }
}
