import NetworkModel
import Primitives

/// The messages of one connection that are under way in one direction.
///
/// The oldest of them is the head: it alone has copies. What is sent before its first copy is under way beside it, and
/// comes right after it. What is sent later stays in the sender until the head has got through.
struct Line: BitwiseCopyable {
  /// When the head gets through; never where it does not.
  private var headArrival = Instant.start - .hours(24)
  /// When the first copy of the head leaves.
  private var firstCopy = Instant.start
  /// When the latest message gets through.
  private var last = Instant.start - .hours(24)

  /// The fate of a message.
  enum Course: Equatable {
    case arrives(Instant)
    /// None of its copies gets through: the sender gives the connection up.
    case aborts(Instant)
    /// It waits behind a message that never gets through.
    case waitsForEver

    /// True if the message's own transmissions decide, and not those of one before it.
    /// - Parameter own: as in `send`.
    func follows(own: Instant?) -> Bool {
      switch self {
      case .arrives(let arrival): arrival == own
      case .aborts: own == nil
      case .waitsForEver: false
      }
    }
  }

  /// Sends a message.
  /// - Parameter own: when it would get through if it were alone; nil where its sender would give it up.
  mutating func send(at now: Instant, own: Instant?, _ schedule: CopySchedule) -> Course {
    if headArrival == .never { return .waitsForEver }
    if now < headArrival { return follow(at: now, own: own, schedule) }
    firstCopy = now + schedule.first
    guard let own else {
      headArrival = .never
      return .aborts(now + schedule.abort)
    }
    return arrive(own)
  }

  private mutating func follow(at now: Instant, own: Instant?, _ schedule: CopySchedule) -> Course {
    guard let own else {
      let begin = headArrival
      headArrival = .never
      return .aborts(begin + schedule.abort)
    }
    let turn = now < firstCopy ? Interval.nanoseconds(1) : schedule.roundTrip
    let arrival = max(own, headArrival + turn, last + .nanoseconds(1))
    last = arrival
    return .arrives(arrival)
  }

  private mutating func arrive(_ own: Instant) -> Course {
    let arrival = max(own, last + .nanoseconds(1))
    headArrival = arrival
    last = arrival
    return .arrives(arrival)
  }
}
