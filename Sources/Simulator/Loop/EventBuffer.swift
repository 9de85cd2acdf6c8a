import GatewayModel
import Primitives
import VirtualTime

/// The processes' answer to an event: events to come, a short list of fixed room.
///
/// A process only writes here. The loop takes the list over after each event, and after each client
/// whom a fault concerns: it alone schedules.
struct EventBuffer: ~Copyable {
  /// The present moment; nothing is posted for an earlier one.
  var now = Instant.start
  /// The greatest key of the events that the loop has taken at this moment. An event that is due
  /// now and has a smaller key has had its turn.
  var furthest: UInt64 = 0
  /// True if the present moment is ahead of the loop's clock. A lane of time limits takes them in
  /// the order in which they are due, and none from ahead.
  var isAhead = false
  private(set) var count = 0
  /// A service that a station has begun for the request that was next there.
  private var service: Service?
  private let entries = FixedTable(count: EventBuffer.room) { _ in
    Posting(event: PendingEvent(at: .start, key: 0), lane: Posting.noLane)
  }

  /// The most events in the list. One event has far fewer; posting more is an error, and traps.
  static var room: Int { 128 }

  @inline(__always)
  mutating func post(_ key: UInt64, at instant: Instant) {
    add(Posting(event: PendingEvent(at: instant, key: key), lane: Posting.noLane))
  }

  /// Posts a time limit that waits in a lane: see `TimerLane`.
  @inline(__always)
  mutating func post(_ key: UInt64, at instant: Instant, lane: Int) {
    let lane = isAhead ? Posting.noLane : lane
    add(Posting(event: PendingEvent(at: instant, key: key), lane: lane))
  }

  @inline(__always)
  private mutating func add(_ posting: Posting) {
    entries[count] = posting
    count += 1
  }

  /// A server has become free and begins `next`. The loop hands that to the subfleet of its client, which
  /// may be another one. One event frees one server at most.
  @inline(__always)
  mutating func handOn(_ next: Service) {
    precondition(service == nil, "one event has freed two servers")
    service = next
  }

  @inline(__always)
  mutating func takeService() -> Service? {
    guard let begun = service else { return nil }
    service = nil
    return begun
  }

  subscript(index: Int) -> Posting {
    @inline(__always) get { entries[index] }
  }

  mutating func removeAll() { count = 0 }

  /// Takes one out; the last one takes its place.
  @inline(__always)
  mutating func remove(at index: Int) {
    count -= 1
    entries[index] = entries[count]
  }
}

extension EventBuffer {
  /// The index of the event that is first in time; nil where there is none.
  @inline(__always)
  var earliest: Int? {
    if count == 0 { return nil }
    var first = 0
    for index in 1..<max(count, 1) where self[index].event < self[first].event { first = index }
    return first
  }
}

/// One event to come.
struct Posting: BitwiseCopyable {
  var event: PendingEvent
  /// The number of the lane in which a time limit waits.
  var lane: Int

  static var noLane: Int { -1 }
}
