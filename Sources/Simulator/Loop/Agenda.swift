import Primitives
import Sessions
import VirtualTime

/// The events to come, in order: the future event list, and the time limits that wait beside it.
/// Only the loop writes to it.
struct Agenda<Clients: Clientele, Queue: EventQueue & ~Copyable>: ~Copyable {
  private var queue = Queue()
  /// Time limits that run: one lane per cohort and timer.
  private let lanes: FixedTable<TimerLane>
  private let clients: Clients
  /// The end of the run.
  private let end: Instant

  init(_ clients: Clients, cohorts: Int, end: Instant) {
    self.clients = clients
    self.end = end
    lanes = FixedTable(count: cohorts * TimerStamps.capacity) { _ in TimerLane() }
  }

  /// An event that was pending twice; nil where none was found.
  var equalEvents: PendingEvent? { queue.equalEvents }

  /// Takes the next event out; nil where none is left.
  @inline(__always)
  mutating func next() -> PendingEvent? {
    let clients = clients
    return queue.popNext(announcing: { clients.prefetch(ownerOf: $0) })
  }

  /// Schedules what an event was answered with.
  @inline(__always)
  mutating func take(_ buffer: inout EventBuffer) {
    for index in 0..<buffer.count {
      let posting = buffer[index]
      // An event beyond the end never happens; an uncapped formula makes many of them.
      if posting.event.instant >= end { continue }
      if posting.lane == Posting.noLane {
        queue.insert(posting.event)
      } else {
        queueUp(posting, at: buffer.now)
      }
    }
    buffer.removeAll()
  }

  // MARK: Time limits

  private mutating func queueUp(_ posting: Posting, at now: Instant) {
    let event = posting.event
    let after = event.instant - now
    let number = posting.lane
    if lanes[number].after == nil { lanes[number].after = after }
    // A lane is in order because all its timers run equally long.
    guard lanes[number].after == after else { return queue.insert(event) }
    lanes[number].events.append(event)
    if !lanes[number].isNoticed { notice(number) }
    if lanes[number].events.count >= lanes[number].limit { lanes[number].throwOut(clients) }
  }

  private mutating func notice(_ number: Int) {
    lanes[number].isNoticed = true
    let time = lanes[number].events[0].instant
    queue.insert(PendingEvent(at: time, key: EventCode.lane(number)))
  }

  /// The first of a lane may be due: all of this instant that still run enter the event list.
  mutating func limitsAreDue(_ number: Int, at now: Instant) {
    lanes[number].isNoticed = false
    while lanes[number].events.count > 0 {
      if lanes[number].events.count > TimerLane.ahead {
        clients.prefetch(ownerOf: lanes[number].events[TimerLane.ahead].key)
      }
      let event = lanes[number].events[0]
      let isRunning = clients.isRunning(event)
      if isRunning && event.instant > now { return notice(number) }
      lanes[number].events.removeFirst()
      if isRunning { queue.insert(event) }
    }
  }
}
