import NetworkModel
import Primitives

// When a system sends again what is not acknowledged.
extension NetworkView {
  /// When copies of a client's message leave that is first sent at `sent`.
  @inline(__always)
  func schedule(of client: UInt32, at sent: Instant) -> CopySchedule {
    self[pathOf: client].isMeasured ? measuredSchedule(of: client, at: sent) : .fixed
  }

  @inline(never)
  private func measuredSchedule(of client: UInt32, at sent: Instant) -> CopySchedule {
    let timeline = timeline(of: client, minds: .nothing)
    return self[pathOf: client].schedule(of: client, sentAt: sent, on: timeline, random)
  }

  /// The pause after transmission number `copy` of what did not get through at `now`, because of a silence; number 0 is
  /// the first.
  func pause(
    after copy: Int, of client: UInt32, _ direction: Direction, at now: Instant
  ) -> Interval {
    let pause = schedule(of: client, at: now).pause(after: copy)
    traceSilence(client, direction, number: copy, at: now, next: now + pause)
    return pause
  }

  /// Returns the time until a message gets through that is sent at `sent`, whatever silence it meets; nil where its
  /// sender gives it up.
  func transmission(_ key: PacketKey, _ direction: Direction, at sent: Instant) -> Interval? {
    let delay: Interval
    if isSteady && !world.hasSilences {
      delay = segmentDelay(key, direction, at: sent)
    } else {
      delay = self[pathOf: key.client].segmentDelay(
        key, direction, sentAt: sent, on: timeline(of: key.client, minds: .silence),
        silencesAtRadio: true, random)
    }
    return delay == .longest ? nil : delay
  }
}
