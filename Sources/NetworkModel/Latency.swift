import Primitives
import VirtualTime

/// One-way latency of a path as a scenario describes it, and how much of its spread lies between
/// clients.
public struct Latency: Hashable, Sendable {
  /// That of all packets of all clients.
  public let distribution: Distribution
  /// The client's own distance: the share, in [0, 1], of the variance of the logarithm that is drawn
  /// once for each client. The rest is drawn for each packet. 0 for all but a lognormal.
  public let own: Double

  /// The same for all clients.
  public init(_ distribution: Distribution) {
    self.distribution = distribution
    own = 0
  }

  private init(_ distribution: Distribution, own: Double) {
    self.distribution = distribution
    self.own = own
  }

  public static func lognormal(median: Interval, sigma: Double, own: Double = 0) -> Latency {
    Latency(.lognormal(median: median, sigma: sigma), own: own)
  }

  public static func constant(_ value: Interval) -> Latency { Latency(.constant(value)) }

  public static func uniform(low: Interval, high: Interval) -> Latency {
    Latency(.uniform(low: low, high: high))
  }

  public static func exponential(mean: Interval) -> Latency { Latency(.exponential(mean: mean)) }

  public static func foldedNormal(mean: Interval, deviation: Interval) -> Latency {
    Latency(.foldedNormal(mean: mean, deviation: deviation))
  }
}
