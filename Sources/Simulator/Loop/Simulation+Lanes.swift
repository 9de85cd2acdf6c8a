import Primitives
import Sessions
import VirtualTime

// Timeouts. A time limit of a connection is armed at every attempt and nearly always cancelled, and
// all clients of a cohort have the same. Such timers wait in a lane, in the order in which they were
// armed. Only when the first of a lane is due does it enter the event list; those that were cancelled
// by then never do.

/// The timers of one name and one cohort that run for `after`.
struct TimerLane: ~Copyable {
  var events = EventLane()
  /// How long they all run; nil before the first.
  var after: Interval?
  /// Whether a notice of the first one's time is pending.
  var isNoticed = false
  /// The length at which those cancelled are thrown out.
  var limit = TimerLane.leastLimit

  static var leastLimit: Int { 4096 }
  /// How many events ahead their owners are fetched.
  static var ahead: Int { 8 }
}

extension Simulation {
  /// Arms a timer of a client's.
  @inline(__always)
  func arm(_ timer: Machine.Timer, after: Interval, of client: UInt32) {
    let record = clients.records + Int(client)
    let key = EventCode.client(
      .timer(timer.rawValue), client, stamp: record.pointee.slot.arm(timer))
    let limits =
      record.pointee.slot.machine.connectionTimers.bits
      & ~record.pointee.slot.machine.keepaliveTimers.bits
    if limits & (1 << timer.rawValue) != 0 {
      queueUp(PendingEvent(at: now + after, key: key), Int(timer.rawValue), after, client)
    } else {
      schedule(now + after, key)
    }
  }

  private func queueUp(
    _ event: PendingEvent, _ timer: Int, _ after: Interval, _ client: UInt32
  ) {
    if event.instant >= end { return }
    let number = cohort(client) * TimerStamps.capacity + timer
    let lane = lanes[number]
    if lane.pointee.after == nil { lane.pointee.after = after }
    // A lane is in order because all its timers run equally long.
    guard lane.pointee.after == after else { return queue.insert(event) }
    lane.pointee.events.append(event)
    if !lane.pointee.isNoticed { notice(lane, number) }
    if lane.pointee.events.count >= lane.pointee.limit { throwOut(lane) }
  }

  private func notice(_ lane: UnsafeMutablePointer<TimerLane>, _ number: Int) {
    lane.pointee.isNoticed = true
    let time = lane.pointee.events[0].instant
    queue.insert(PendingEvent(at: time, key: EventCode.lane(number)))
  }

  /// The first of a lane may be due: all of this instant that still run enter the event list.
  func laneIsDue(_ number: Int) {
    // A notice is no event of the world's.
    events -= 1
    let lane = lanes[number]
    lane.pointee.isNoticed = false
    while lane.pointee.events.count > 0 {
      if lane.pointee.events.count > TimerLane.ahead {
        clients.prefetcher.fetch(ownerOf: lane.pointee.events[TimerLane.ahead].key)
      }
      let event = lane.pointee.events[0]
      let isRunning = isRunning(event)
      if isRunning && event.instant > now { return notice(lane, number) }
      lane.pointee.events.removeFirst()
      if isRunning { queue.insert(event) }
    }
  }

  /// Whether the timer of an event has not been cancelled or armed anew.
  @inline(__always)
  private func isRunning(_ event: PendingEvent) -> Bool {
    let event = ClientEvent(event.key)
    guard let timer = event.timerCode.flatMap(Machine.Timer.init) else { return false }
    return clients[event.client].slot.isCurrent(timer, stamp: event.stamp)
  }

  /// Throws out what was cancelled, so that a lane is never much longer than the timers that run.
  private func throwOut(_ lane: UnsafeMutablePointer<TimerLane>) {
    let prefetcher = clients.prefetcher
    let events = lane.pointee.events.count
    // The first stays, because its time has been noticed.
    lane.pointee.events.keep { index in
      let next = index + TimerLane.ahead
      if next < events { prefetcher.fetch(ownerOf: lane.pointee.events[next].key) }
      return index == 0 || isRunning(lane.pointee.events[index])
    }
    lane.pointee.limit = max(TimerLane.leastLimit, 2 * lane.pointee.events.count)
  }
}
