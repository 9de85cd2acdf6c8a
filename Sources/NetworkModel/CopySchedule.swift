import Primitives

/// How a system times the copies of what is not acknowledged.
public enum Retransmission: String, Hashable, Sendable, CaseIterable {
  /// Alike for all clients: after 0.2 s, doubling.
  case fixed
  /// As Linux does, from the client's own round trip.
  case measured
}

/// When the copies of one message leave: the first after `first`, the second `second` after that, and each next pause
/// is twice as long, up to `longestPause`.
public struct CopySchedule: BitwiseCopyable, Sendable {
  public let first: Interval
  public let second: Interval
  /// The round trip from which they are timed; zero where they are not.
  public let roundTrip: Interval

  /// Linux gives up after so many copies (tcp_retries2).
  public static let mostCopies = 15
  /// TCP_RTO_MIN and TCP_RTO_MAX of Linux.
  public static let shortestPause = Interval.milliseconds(200)
  public static let longestPause = Interval.seconds(120)

  /// The same for all clients.
  public static let fixed = CopySchedule(first: shortestPause, second: shortestPause * 2)

  private init(first: Interval, second: Interval) {
    self.first = first
    self.second = second
    roundTrip = .zero
  }

  /// The schedule of a Linux kernel just after the handshake over a path with this round trip (measured on 6.18): the
  /// first copy is the tail loss probe, unless the retransmission timer comes before it.
  public init(roundTrip: Interval) {
    let timeout = roundTrip + max(Self.shortestPause, roundTrip * 2)
    first = min(roundTrip * 2 + Self.shortestPause, timeout, Self.longestPause)
    second = min(timeout, Self.longestPause)
    self.roundTrip = roundTrip
  }

  /// The pause between transmissions number `copy` and `copy` + 1; number 0 is the message itself.
  public func pause(after copy: Int) -> Interval {
    if copy == 0 { return first }
    var pause = second
    for _ in 1..<copy where pause < Self.longestPause { pause = min(pause * 2, Self.longestPause) }
    return pause
  }

  /// When transmission number `copy` leaves, counted from the message itself.
  public func delay(ofCopy copy: Int) -> Interval {
    var total = Interval.zero
    for number in 0..<copy { total = total + pause(after: number) }
    return total
  }

  /// When the sender gives a message up, counted from the message itself: one pause after the last copy.
  public var abort: Interval { delay(ofCopy: Self.mostCopies + 1) }
}
