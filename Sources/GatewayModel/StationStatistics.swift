import Measurements
import Primitives

/// The figures of the stations of one role together: counts, and exact integrals over time.
public struct StationStatistics: Sendable {
  public let servers: Int?
  public internal(set) var arrivals = 0
  public internal(set) var served = 0
  /// Requests taken back or thrown away while waiting.
  public internal(set) var abandoned = 0
  /// Requests dropped, by the numbers of the causes.
  private var drops: (full: Int, late: Int, codel: Int) = (0, 0, 0)
  /// The waits of all requests that have begun service.
  public internal(set) var wait: DurationRecorder {
    get { waits ?? DurationRecorder() }
    set { waits = newValue }
  }
  /// nil until the counts of the stations' book are read: it is large.
  private var waits: DurationRecorder?
  /// The most requests that waited at one moment.
  public private(set) var queuePeak = 0
  /// Waiting requests integrated over time, in request-nanoseconds. An integer, so that it does not
  /// depend on how the time is divided; ten million requests fill 64 bits in a quarter of an hour.
  public private(set) var queueIntegral: Int128 = 0
  /// Busy servers integrated over time, in server-nanoseconds.
  public private(set) var busyIntegral: Int128 = 0
  /// Service times of everything begun.
  public private(set) var work = Interval.zero
  private var last = Instant.start
  /// Unlimited stations that get slower the more they do: their use is how near they are to their greatest
  /// rate.
  private let slowing: Int
  /// That nearness integrated over time, in station-nanoseconds / 2^32.
  private var pressureIntegral: Int128 = 0

  public init(servers: Int?, slowing: Int = 0) {
    self.servers = servers
    self.slowing = slowing
  }

  /// Requests dropped.
  public func dropped(_ cause: DropCause) -> Int {
    switch cause {
    case .full: drops.full
    case .late: drops.late
    case .codel: drops.codel
    }
  }

  /// Requests dropped for any cause.
  public var dropped: Int { drops.full + drops.late + drops.codel }

  mutating func count(dropped cause: DropCause) {
    switch cause {
    case .full: drops.full += 1
    case .late: drops.late += 1
    case .codel: drops.codel += 1
    }
  }

  mutating func advance(to now: Instant, waiting: Int, busy: Int, pressure: Int64) {
    if now <= last { return }
    let elapsed = (now - last).nanoseconds
    if waiting > 0 { queueIntegral += Int128(waiting) * Int128(elapsed) }
    if busy > 0 { busyIntegral += Int128(busy) * Int128(elapsed) }
    if pressure > 0 { pressureIntegral += Int128(pressure) * Int128(elapsed) }
    last = now
  }

  mutating func peak(_ waiting: Int) { queuePeak = max(queuePeak, waiting) }
  mutating func begun(_ duration: Interval) { work = work.addingSaturated(duration) }

  /// Mean number of waiting requests over [0, end].
  public func queueMean(until end: Instant) -> Double {
    end > .start ? Double(queueIntegral) / Double(end.nanoseconds) : 0
  }

  /// Busy share of the servers over [0, end]; nil where they are unlimited and never get slower.
  public func utilisation(until end: Instant) -> Double? {
    if slowing > 0, end > .start {
      return Double(pressureIntegral) / 0x1p32 / (Double(end.nanoseconds) * Double(slowing))
    }
    guard let servers, end > .start else { return nil }
    return Double(busyIntegral) / (Double(end.nanoseconds) * Double(servers))
  }
}
