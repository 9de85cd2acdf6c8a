import Measurements
import Primitives

/// What the stations of one role did together: counts, and exact integrals over time.
public struct StationStatistics: Sendable {
  public let servers: Int?
  public internal(set) var arrivals = 0
  public internal(set) var served = 0
  /// Taken back or thrown away while waiting.
  public internal(set) var abandoned = 0
  public internal(set) var wait = DurationRecorder()
  /// The most requests that waited at one moment.
  public private(set) var queuePeak = 0
  /// Waiting requests integrated over time, in request-nanoseconds.
  public private(set) var queueIntegral = 0.0
  /// Busy servers integrated over time, in server-nanoseconds.
  public private(set) var busyIntegral = 0.0
  /// Service times of everything begun.
  public private(set) var work = Interval.zero
  private var last = Instant.start

  init(servers: Int?) { self.servers = servers }

  mutating func advance(to now: Instant, waiting: Int, busy: Int) {
    if now <= last { return }
    let elapsed = Double((now - last).nanoseconds)
    queueIntegral += Double(waiting) * elapsed
    busyIntegral += Double(busy) * elapsed
    last = now
  }

  mutating func peak(_ waiting: Int) { queuePeak = max(queuePeak, waiting) }
  mutating func begun(_ duration: Interval) { work = work.addingSaturated(duration) }

  /// Mean number of waiting requests over [0, end].
  public func queueMean(until end: Instant) -> Double {
    end > .start ? queueIntegral / Double(end.nanoseconds) : 0
  }

  /// Busy share of the servers over [0, end]; nil where they are unlimited.
  public func utilisation(until end: Instant) -> Double? {
    guard let servers, end > .start else { return nil }
    return busyIntegral / (Double(end.nanoseconds) * Double(servers))
  }
}
