import Primitives
import Words

/// When the count of failures starts again from 0.
public enum ResetRule: BitwiseCopyable, Hashable, Sendable {
  /// The session reaches its connected state.
  case ready
  /// The transport opens, whatever the server says afterwards.
  case open
  /// A connection ends that was ready for at least this long.
  case uptime(Interval)
  /// More than this passes between one delay being asked for and the next failure.
  case idle(Interval)
  /// At the first failure at least this long after the last restart, success or not. The first
  /// period begins at the drop.
  case every(Interval)
  /// The session has caught up with what it missed; for the sessions here that is `ready`.
  case resync
  /// Nothing restarts it.
  case never
}

extension ResetRule: CustomStringConvertible {
  /// The rule as the formula language writes it: `uptime(10s)`.
  public var description: String {
    switch self {
    case .ready: "ready"
    case .open: "open"
    case .uptime(let time): "uptime(\(durationText(time)))"
    case .idle(let time): "idle(\(durationText(time)))"
    case .every(let time): "every(\(durationText(time)))"
    case .resync: "resync"
    case .never: "never"
    }
  }
}

/// From when a delay counts.
public enum ClockOrigin: String, BitwiseCopyable, Hashable, Sendable, CaseIterable {
  /// From the failure.
  case failure
  /// From the start of the attempt that failed: a slow failure has used up part of the delay.
  case attemptStart
}

extension ClockOrigin: CustomStringConvertible {
  /// The origin as the formula language writes it.
  public var description: String { rawValue }
}

/// An interval as the formula language writes it, in the largest unit that leaves a whole number:
/// `250ms`, `2m`, `2048s`.
func durationText(_ interval: Interval) -> String {
  let n = interval.nanoseconds
  if n == 0 { return "0s" }
  let units: [(name: String, size: Int64)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
    ("us", 1_000),
  ]
  for unit in units where n % unit.size == 0 { return "\(n / unit.size)\(unit.name)" }
  return "\(interval.seconds)s"
}
