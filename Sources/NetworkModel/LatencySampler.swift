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
  /// What is neither one distribution nor a distance around one; nil where there is nothing of it.
  private let special: SpecialLatency?
  @usableFromInline let tables: LatencyTables
  /// True if what goes out and what comes back share a draw: that of the round trip.
  let drawsRoundTrips: Bool
  /// True if it is one distribution, or one times the client's own distance.
  let isPlain: Bool

  public init(_ latency: Latency) {
    var kind = LatencyTables.Kind.plain
    switch latency.shape {
    case .distribution(.lognormal(let median, let sigma)) where latency.own > 0:
      let rest = sigma * (1 - latency.own).squareRoot()
      packet = Sampler(.lognormal(median: median, sigma: rest))
      distance = Sampler(.lognormal(median: .seconds(1), sigma: sigma * latency.own.squareRoot()))
      kind = .distant
    case .distribution(let distribution):
      packet = Sampler(distribution)
      distance = Sampler(.constant(.seconds(1)))
    case .measured:
      packet = Sampler(.constant(.zero))
      distance = packet
    }
    let hasDistances = kind == .distant
    if case .measured(let times) = latency.shape {
      special = SpecialLatency(least: latency.least, measured: times, packet, nil)
    } else if latency.least > .zero {
      special = SpecialLatency(
        least: latency.least, measured: nil, packet, hasDistances ? distance : nil)
    } else {
      special = nil
    }
    if special != nil { kind = .special }
    drawsRoundTrips = special?.measured != nil
    isPlain = special == nil
    tables = LatencyTables(packet, distance, special, kind)
  }

  /// One-way latency of a client's packet whose draw is `bits`, rounded to the microsecond. Grows with
  /// `bits`: the least and the longest of a client are those of 0 and `UInt64.max`.
  @inlinable @inline(__always)
  public func sample(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    tables.sample(bits, of: client, random)
  }

  /// Median of one client's packets, in seconds.
  public func medianSeconds(of client: UInt32, _ random: RandomSource) -> Double {
    tables.medianSeconds(of: client, random)
  }

  /// No packet of any client is faster.
  public var least: Interval {
    if let special { return special.extreme(.min) }
    return tables.kind == .distant ? extreme(.min) : packet.least
  }

  /// No packet of any client is slower.
  public var longest: Interval {
    if let special { return special.extreme(.max) }
    return tables.kind == .distant ? extreme(.max) : packet.longest
  }

  private func extreme(_ bits: UInt64) -> Interval {
    latency(packet.nanoseconds(bits), times: distance.nanoseconds(bits))
  }
}

/// The quantiles of a `LatencySampler`, without owning them. Their holder keeps the sampler.
@frozen
public struct LatencyTables: BitwiseCopyable, Sendable {
  /// How a latency is drawn.
  @frozen @usableFromInline
  enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// From one distribution.
    case plain
    /// From one distribution, times the client's own distance.
    case distant
    /// In another way.
    case special
  }

  @usableFromInline let packet: SamplerTable
  @usableFromInline let distance: SamplerTable
  @usableFromInline let kind: Kind
  private let special: Borrowed<SpecialLatency>?
  /// The latency that the draw `UInt64.max` gives at the median distance: in nanoseconds, and
  /// rounded.
  private let longest: (nanoseconds: Double, rounded: Interval)
  /// The median at the median distance.
  private let medianSeconds: Double

  fileprivate init(
    _ packet: Sampler, _ distance: Sampler, _ special: SpecialLatency?, _ kind: Kind
  ) {
    self.packet = packet.table
    self.distance = distance.table
    self.kind = kind
    self.special = special.map { Borrowed($0) }
    longest = (packet.nanoseconds(.max), packet.sample(.max))
    medianSeconds = packet.medianSeconds
  }

  /// As `LatencySampler.sample`.
  @inlinable @inline(__always)
  public func sample(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    kind == .plain ? packet.sample(bits) : distant(bits, of: client, random)
  }

  /// `sample` where clients have distances of their own, or latencies are drawn in another way.
  @usableFromInline @inline(never)
  func distant(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    if kind == .special, let special {
      return special.ask { $0.sample(bits, of: client, random) }
    }
    return latency(packet.nanoseconds(bits), times: distanceNanoseconds(of: client, random))
  }

  /// How many times as far away as the median a client is, in nanoseconds.
  @usableFromInline @inline(__always)
  func distanceNanoseconds(of client: UInt32, _ random: RandomSource) -> Double {
    distance.nanoseconds(random.bits(owner: client, .distance, attempt: 0, index: 0))
  }

  /// As `LatencySampler.medianSeconds`.
  func medianSeconds(of client: UInt32, _ random: RandomSource) -> Double {
    if let special { return special.ask { $0.medianSeconds(of: client, random) } }
    guard kind == .distant else { return medianSeconds }
    return medianSeconds * distanceNanoseconds(of: client, random) * 1e-9
  }

  /// Returns the latencies of one client, for many packets of it. They are not drawn in another way.
  @inlinable @inline(__always)
  func of(_ client: UInt32, _ random: RandomSource) -> ClientLatency {
    ClientLatency(
      packet, distance: kind == .distant ? distanceNanoseconds(of: client, random) : nil)
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

  @inlinable @inline(__always)
  init(_ packet: SamplerTable, distance: Double?) {
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
