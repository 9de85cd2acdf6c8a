import Faults
import NetworkModel
import Primitives

/// The effects of the plan's faults on one client's path in the course of the run.
struct ClientTimeline: PathTimeline {
  /// The silences that a packet is held against when it is sent; its receiver looks at the others.
  enum Minding {
    case nothing
    /// Nothing gets through to the gateway.
    case silence
    /// Nothing gets through to the gateway, nor to a listener behind which no node is up.
    case silenceAndListener
  }

  let world: World
  let subject: World.Subject
  let minds: Minding

  func conditions(at instant: Instant) -> PathConditions {
    PathConditions(world.pathChange(subject, at: instant))
  }

  func spreadAdd(at instant: Instant, bits: UInt64) -> Interval {
    world.spreadAdd(subject, at: instant, bits: bits)
  }

  func spreadMedian(at instant: Instant) -> Interval {
    world.spreadMedian(subject, at: instant)
  }

  func isFading(_ direction: Direction, at instant: Instant) -> Bool {
    world.isFading(subject, isOut: direction == .out, at: instant)
  }

  func swallows(at instant: Instant) -> Bool {
    switch minds {
    case .nothing: false
    case .silence: world.swallows(subject, at: instant)
    case .silenceAndListener:
      world.swallows(subject, at: instant) || world.isClosedSilently(at: instant)
    }
  }

  /// Returns the time that something without packets of its own takes to get through: it is tried
  /// again as a segment is. `Interval.longest` if it never gets through.
  func wait(from begin: Instant, _ schedule: CopySchedule) -> Interval {
    for losses in 0...Resending.most {
      let wait = schedule.delay(ofCopy: losses)
      if !swallows(at: begin + wait) { return wait }
    }
    return .longest
  }
}
