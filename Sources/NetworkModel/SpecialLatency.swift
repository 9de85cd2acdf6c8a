import Primitives
import VirtualTime

/// A latency with a least part, or of measured round trips. Apart from the others, so that it does not weigh on
/// their draws.
@usableFromInline
final class SpecialLatency: Sendable {
  private let least: Interval
  let measured: RoundTripTimes?
  private let packet: Sampler
  /// nil where clients have no distance of their own.
  private let distance: Sampler?

  init(least: Interval, measured: RoundTripTimes?, _ packet: Sampler, _ distance: Sampler?) {
    self.least = least
    self.measured = measured
    self.packet = packet
    self.distance = distance
  }

  func sample(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    if let measured { return least + measured.oneWay(bits, of: client, random) }
    guard let distance else { return min(least + packet.sample(bits), .longest) }
    let times = distance.nanoseconds(random.bits(owner: client, .distance, attempt: 0, index: 0))
    return min(least + latency(packet.nanoseconds(bits), times: times), .longest)
  }

  func medianSeconds(of client: UInt32, _ random: RandomSource) -> Double {
    if let measured {
      return least.seconds + measured.medianSeconds(of: client, random)
    }
    guard let distance else { return least.seconds + packet.medianSeconds }
    let times = distance.nanoseconds(random.bits(owner: client, .distance, attempt: 0, index: 0))
    return least.seconds + packet.medianSeconds * times * 1e-9
  }

  /// The least or the longest of all, for bits that are all 0 or all 1.
  func extreme(_ bits: UInt64) -> Interval {
    if let measured {
      return least + (bits == .min ? measured.range.lowerBound : measured.range.upperBound)
    }
    guard let distance else { return min(least + packet.sample(bits), .longest) }
    let drawn = latency(packet.nanoseconds(bits), times: distance.nanoseconds(bits))
    return min(least + drawn, .longest)
  }
}
