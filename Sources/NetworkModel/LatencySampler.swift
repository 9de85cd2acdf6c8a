import Primitives
import VirtualTime

/// A `Latency` compiled for drawing: the packet's draw, and the client's own distance around it.
///
/// Two lognormals of which the variances of the logarithm add up make one of the sum: over all clients
/// and packets the latency is what was described.
@frozen
public struct LatencySampler: Sendable {
  /// The latency itself where clients have no distance of their own; otherwise that of a client at
  /// the median distance.
  private let packet: Sampler
  /// A client's distance, in seconds: how many times as far away as the median it is.
  private let distance: Sampler
  @usableFromInline let tables: LatencyTables

  public init(_ latency: Latency) {
    if case .lognormal(let median, let sigma) = latency.distribution, latency.own > 0 {
      let rest = sigma * (1 - latency.own).squareRoot()
      packet = Sampler(.lognormal(median: median, sigma: rest))
      distance = Sampler(.lognormal(median: .seconds(1), sigma: sigma * latency.own.squareRoot()))
      tables = LatencyTables(packet, distance, hasDistances: true)
    } else {
      packet = Sampler(latency.distribution)
      distance = Sampler(.constant(.seconds(1)))
      tables = LatencyTables(packet, distance, hasDistances: false)
    }
  }

  /// One-way latency of a client's packet whose draw is `bits`, rounded to the microsecond. Grows with
  /// `bits`: the least and the longest of a client are those of 0 and `UInt64.max`.
  @inlinable @inline(__always)
  public func sample(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    tables.sample(bits, of: client, random)
  }

  /// Median of one client's packets, in seconds.
  public func medianSeconds(of client: UInt32, _ random: RandomSource) -> Double {
    let median = packet.medianSeconds
    guard tables.hasDistances else { return median }
    return median * tables.distanceNanoseconds(of: client, random) * 1e-9
  }

  /// No packet of any client is faster.
  public var least: Interval { tables.hasDistances ? extreme(.min) : packet.least }
  /// No packet of any client is slower.
  public var longest: Interval { tables.hasDistances ? extreme(.max) : packet.longest }

  private func extreme(_ bits: UInt64) -> Interval {
    latency(packet.nanoseconds(bits), times: distance.nanoseconds(bits))
  }
}

/// The quantiles of a `LatencySampler`, without owning them. Their holder keeps the sampler.
@frozen
public struct LatencyTables: BitwiseCopyable, Sendable {
  @usableFromInline let packet: SamplerTable
  @usableFromInline let distance: SamplerTable
  @usableFromInline let hasDistances: Bool
  /// The latency that the draw `UInt64.max` gives at the median distance: in nanoseconds, and
  /// rounded.
  private let longest: (nanoseconds: Double, rounded: Interval)

  fileprivate init(_ packet: Sampler, _ distance: Sampler, hasDistances: Bool) {
    self.packet = packet.table
    self.distance = distance.table
    self.hasDistances = hasDistances
    longest = (packet.nanoseconds(.max), packet.sample(.max))
  }

  /// As `LatencySampler.sample`.
  @inlinable @inline(__always)
  public func sample(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    hasDistances ? distant(bits, of: client, random) : packet.sample(bits)
  }

  /// `sample` where clients have distances of their own.
  @usableFromInline @inline(never)
  func distant(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    latency(packet.nanoseconds(bits), times: distanceNanoseconds(of: client, random))
  }

  /// How many times as far away as the median a client is, in nanoseconds.
  @usableFromInline @inline(__always)
  func distanceNanoseconds(of client: UInt32, _ random: RandomSource) -> Double {
    distance.nanoseconds(random.bits(owner: client, .distance, attempt: 0, index: 0))
  }

  /// Returns the latencies of one client, for many packets of it.
  @usableFromInline
  func of(_ client: UInt32, _ random: RandomSource) -> ClientLatency {
    ClientLatency(
      packet, distance: hasDistances ? distanceNanoseconds(of: client, random) : nil)
  }

  /// No packet of a client with these latencies is slower: what it draws for `UInt64.max`.
  func longest(of client: ClientLatency) -> Interval {
    guard let distance = client.distance else { return longest.rounded }
    return latency(longest.nanoseconds, times: distance)
  }
}

/// The latencies of one client, whose distance has been drawn.
@frozen
public struct ClientLatency: BitwiseCopyable, Sendable {
  @usableFromInline let packet: SamplerTable
  /// In nanoseconds; nil where clients have no distance of their own.
  @usableFromInline let distance: Double?

  fileprivate init(_ packet: SamplerTable, distance: Double?) {
    self.packet = packet
    self.distance = distance
  }

  /// As `LatencySampler.sample`.
  @inlinable @inline(__always)
  public func sample(_ bits: UInt64) -> Interval {
    guard let distance else { return packet.sample(bits) }
    return latency(packet.nanoseconds(bits), times: distance)
  }
}

/// A latency at the median distance times a distance, both in nanoseconds.
@inlinable @inline(__always)
func latency(_ median: Double, times distance: Double) -> Interval {
  let seconds = median * distance * 1e-18
  // Nearly all; the test for what saturates would cost a call.
  return seconds < 1e9 ? Interval(seconds: seconds) : Interval(saturatingSeconds: seconds)
}
