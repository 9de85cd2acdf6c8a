import Primitives
import VirtualTime

/// A `Latency` compiled for drawing: the packet's draw, and the client's own distance around it.
///
/// Two lognormals of which the variances of the logarithm add up make one of the sum: over all clients
/// and packets the latency is what was described.
@frozen
public struct LatencySampler: Sendable {
  /// Where clients have no distance of their own, the latency itself; otherwise that of a client at
  /// the median distance.
  @usableFromInline let packet: Sampler
  /// A client's distance, in seconds: how many times as far away as the median it is.
  @usableFromInline let distance: Sampler
  @usableFromInline let hasDistances: Bool

  public init(_ latency: Latency) {
    guard case .lognormal(let median, let sigma) = latency.distribution, latency.own > 0 else {
      packet = Sampler(latency.distribution)
      distance = Sampler(.constant(.seconds(1)))
      hasDistances = false
      return
    }
    let rest = sigma * (1 - latency.own).squareRoot()
    packet = Sampler(.lognormal(median: median, sigma: rest))
    distance = Sampler(.lognormal(median: .seconds(1), sigma: sigma * latency.own.squareRoot()))
    hasDistances = true
  }

  /// One-way latency of a client's packet whose draw is `bits`, rounded to the microsecond. Grows with
  /// `bits`: the least and the longest of a client are those of 0 and `UInt64.max`.
  @inlinable @inline(__always)
  public func sample(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    hasDistances
      ? Self.sample(bits, packet, distance, of: client, random) : packet.sample(bits)
  }

  /// `sample` where clients have distances of their own: apart, and of the type, so that its caller
  /// need not copy the sampler for the others.
  @usableFromInline @inline(never)
  static func sample(
    _ bits: UInt64, _ packet: borrowing Sampler, _ distance: borrowing Sampler,
    of client: UInt32, _ random: RandomSource
  ) -> Interval {
    scaled(bits, distanceBits(of: client, random), packet, distance)
  }

  /// Median of one client's packets, in seconds.
  public func medianSeconds(of client: UInt32, _ random: RandomSource) -> Double {
    let median = packet.medianSeconds
    guard hasDistances else { return median }
    return median * distance.nanoseconds(Self.distanceBits(of: client, random)) * 1e-9
  }

  /// No packet of any client is faster.
  public var least: Interval {
    hasDistances ? Self.scaled(.min, .min, packet, distance) : packet.least
  }
  /// No packet of any client is slower.
  public var longest: Interval {
    hasDistances ? Self.scaled(.max, .max, packet, distance) : packet.longest
  }

  private static func distanceBits(of client: UInt32, _ random: RandomSource) -> UInt64 {
    random.bits(owner: client, .distance, attempt: 0, index: 0)
  }

  private static func scaled(
    _ bits: UInt64, _ distanceBits: UInt64, _ packet: borrowing Sampler,
    _ distance: borrowing Sampler
  ) -> Interval {
    let product = packet.nanoseconds(bits) * distance.nanoseconds(distanceBits)
    return Interval(saturatingSeconds: product * 1e-18)
  }
}
