import Primitives
import VirtualTime

/// A `Latency` compiled for drawing: the packet's draw, and the client's own distance around it.
///
/// Two lognormals of which the variances of the logarithm add up make one of the sum: over all clients
/// and packets the latency is what was described.
public struct LatencySampler: Sendable {
  /// Where clients have no distance of their own, the latency itself; otherwise that of a client at
  /// the median distance.
  private let packet: Sampler
  /// A client's distance, in seconds: how many times as far away as the median it is.
  private let distance: Sampler
  private let hasDistances: Bool

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
  @inline(__always)
  public func sample(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    hasDistances ? scaled(bits, distanceBits(of: client, random)) : packet.sample(bits)
  }

  /// Median of one client's packets, in seconds.
  public func medianSeconds(of client: UInt32, _ random: RandomSource) -> Double {
    let median = packet.medianSeconds
    guard hasDistances else { return median }
    return median * distance.nanoseconds(distanceBits(of: client, random)) * 1e-9
  }

  /// No packet of any client is faster.
  public var least: Interval { hasDistances ? scaled(.min, .min) : packet.least }
  /// No packet of any client is slower.
  public var longest: Interval { hasDistances ? scaled(.max, .max) : packet.longest }

  private func distanceBits(of client: UInt32, _ random: RandomSource) -> UInt64 {
    random.bits(owner: client, .distance, attempt: 0, index: 0)
  }

  private func scaled(_ bits: UInt64, _ distanceBits: UInt64) -> Interval {
    let product = packet.nanoseconds(bits) * distance.nanoseconds(distanceBits)
    return Interval(saturatingSeconds: product * 1e-18)
  }
}
