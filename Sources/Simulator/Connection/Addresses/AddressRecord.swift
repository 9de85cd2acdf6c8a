import Primitives

/// How far the present attempt of a client has come with the addresses of the service: 128 bytes, only in runs in
/// which a cohort has several addresses or a fault kills one.
///
/// Addresses are told by their places in the order in which the attempt tries them, from 0.
struct AddressRecord: BitwiseCopyable {
  /// When the first packet to each address was sent: by place, nanoseconds of the run.
  private var starts = SIMD8<Int64>()
  /// When the answer to the first packet that was taken in is back; never before that is known.
  private(set) var answeredAt = Instant.never
  /// Addresses that have been begun.
  private(set) var begun: UInt8 = 0
  /// The places whose failure the client knows of: a bit each.
  private var failed: UInt8 = 0
  /// The places at which the listener has refused a first packet.
  private(set) var refused: UInt8 = 0
  /// First packets on their way to the listener.
  private(set) var packets: UInt8 = 0
  /// The place of the address that was taken in.
  private(set) var taken: UInt8 = 0
  /// True if a first packet of the attempt has reached a living listener.
  private(set) var hasArrived = false
  /// True if a first packet of the attempt has met a dead address.
  private(set) var hasMetDead = false

  /// The address at the next place is begun.
  mutating func begin(at now: Instant) {
    starts[Int(begun)] = now.nanoseconds
    begun += 1
  }

  func start(_ place: Int) -> Instant { .start + .nanoseconds(starts[place]) }

  /// When the latest address was begun.
  var latestStart: Instant { start(Int(begun) - 1) }

  mutating func fail(_ place: Int) { failed |= 1 << place }
  mutating func refuse(_ place: Int) { refused |= 1 << place }
  func isRefused(_ place: Int) -> Bool { refused >> place & 1 != 0 }

  /// True if the client knows of each address that it has failed.
  func haveFailed(all count: Int) -> Bool { failed.nonzeroBitCount == count }

  /// True if no refusal is on its way back.
  var knowsRefusals: Bool { refused & ~failed == 0 }

  /// When the first of the addresses was begun that may still get repetitions: neither taken in, nor refused, nor
  /// failed; nil where there is none.
  var firstUnsettledStart: Instant? {
    for place in 0..<Int(begun) where place != Int(taken) && (failed | refused) >> place & 1 == 0 {
      return start(place)
    }
    return nil
  }

  mutating func send() { packets += 1 }
  mutating func arrive() { packets -= 1 }

  /// A first packet reaches a living listener.
  /// - Returns: whether it is the first of its attempt.
  mutating func noteArrival() -> Bool {
    defer { hasArrived = true }
    return !hasArrived
  }

  /// A first packet meets a dead address.
  /// - Returns: whether it is the first of its attempt.
  mutating func noteDeath() -> Bool {
    defer { hasMetDead = true }
    return !hasMetDead
  }

  mutating func take(in place: Int) { taken = UInt8(place) }
  mutating func answer(at instant: Instant) { answeredAt = instant }
}
