import Primitives
import VirtualTime

/// One-way latency of a path as a scenario describes it, and how much of its spread lies between
/// clients.
public struct Latency: Hashable, Sendable {
  /// The source of what is drawn.
  public enum Shape: Hashable, Sendable {
    /// That of all packets of all clients.
    case distribution(Distribution)
    /// Round trips that were measured. What goes out and what comes back share one of them.
    case measured(RoundTripTimes)
  }

  public let shape: Shape
  /// The client's own distance: the share, in [0, 1], of the variance of the logarithm that is drawn
  /// once for each client. The rest is drawn for each packet. 0 for all but a lognormal.
  public let own: Double
  /// The part that is added to every draw.
  public var least = Interval.zero

  /// The same for all clients.
  public init(_ distribution: Distribution) { self.init(.distribution(distribution), own: 0) }

  /// As somebody's own round trips say.
  public init(_ measured: RoundTripTimes) { self.init(.measured(measured), own: 0) }

  private init(_ shape: Shape, own: Double) {
    self.shape = shape
    self.own = own
  }

  public static func lognormal(median: Interval, sigma: Double, own: Double = 0) -> Latency {
    Latency(.distribution(.lognormal(median: median, sigma: sigma)), own: own)
  }

  public static func constant(_ value: Interval) -> Latency { Latency(.constant(value)) }

  public static func uniform(low: Interval, high: Interval) -> Latency {
    Latency(.uniform(low: low, high: high))
  }

  public static func exponential(mean: Interval) -> Latency { Latency(.exponential(mean: mean)) }

  public static func foldedNormal(mean: Interval, deviation: Interval) -> Latency {
    Latency(.foldedNormal(mean: mean, deviation: deviation))
  }

  /// The least that can be drawn; `least` where a draw can be next to nothing.
  public var leastPossible: Interval {
    switch shape {
    case .distribution(.constant(let value)): least + value
    case .distribution(.uniform(let low, _)): least + low
    case .distribution: least
    case .measured(let times): least + times.range.lowerBound
    }
  }
}
