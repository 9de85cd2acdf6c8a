import Primitives
import Sessions
import VirtualTime

// The timers of the sessions: the wait before the next attempt, time limits, heartbeats. A timer that
// is due comes back to `ClientProcess`.
extension ClientTable where Machine: SimulatedSession {
  /// Schedules what a session will do later. The time limit of a connection is nearly always
  /// cancelled, and waits in a lane.
  @inline(__always)
  func arm(
    _ timer: Machine.Timer, after: Interval, of client: UInt32, _ buffer: inout EventBuffer
  ) {
    let stamp = self[client].slot.arm(timer)
    let key = EventCode.client(.timer(timer.rawValue), client, stamp: stamp)
    let limits =
      self[client].slot.machine.connectionTimers.bits
      & ~self[client].slot.machine.keepaliveTimers.bits
    if limits & (1 << timer.rawValue) != 0 {
      let lane = cohort(client) * TimerStamps.capacity + Int(timer.rawValue)
      buffer.post(key, at: buffer.now + after, lane: lane)
    } else {
      buffer.post(key, at: buffer.now + after)
    }
  }
}

extension ClientTable {
  /// Returns true if the timer of an event has not been cancelled or armed anew.
  @inline(__always)
  func isRunning(_ event: PendingEvent) -> Bool {
    let event = ClientEvent(event.key)
    guard let timer = event.timerCode.flatMap(Machine.Timer.init) else { return false }
    return self[event.client].slot.isCurrent(timer, stamp: event.stamp)
  }
}
