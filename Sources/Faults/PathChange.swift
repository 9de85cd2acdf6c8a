import Primitives
import VirtualTime

/// The change that the faults in force make to a client's path at a moment.
public struct PathChange: Sendable {
  /// Factor and addend on one-way latency.
  public var times = 1.0
  public var add = Interval.zero
  /// True if something is added besides that is drawn anew for each packet.
  public var spreadsLatency = false
  /// The probability that a packet from the client is lost, and one to it, on top of the path's own loss.
  public var lossOut = 0.0
  public var lossBack = 0.0
  /// True if some of it comes in bursts.
  public var isFading = false
}

extension World {
  /// Returns the addend that faults put on the latency of a packet of a client's, sent at a moment, besides
  /// `PathChange.add`.
  /// - Parameter bits: the draw of the packet's own latency.
  public func spreadAdd(_ subject: Subject, at instant: Instant, bits: UInt64) -> Interval {
    var sum = Interval.zero
    for span in spans where span.fault.spreadsLatency && span.isInForce(at: instant) {
      let number = Int(span.fault.number)
      guard concerns(span.fault, subject), let spread = spreads[number] else { continue }
      // Another draw for each fault, and yet a function of the packet's own.
      let draw = mixed(bits &+ UInt64(number + 1) &* 0x9e37_79b9_7f4a_7c15)
      sum = min(sum + spread.sample(draw), .longest)
    }
    return sum
  }

  /// Returns the sum of the medians of what faults add in that way.
  public func spreadMedian(_ subject: Subject, at instant: Instant) -> Interval {
    var sum = Interval.zero
    for span in spans where span.fault.spreadsLatency && span.isInForce(at: instant) {
      guard concerns(span.fault, subject), let spread = spreads[Int(span.fault.number)] else {
        continue
      }
      sum = min(sum + Interval(saturatingSeconds: spread.medianSeconds), .longest)
    }
    return sum
  }
}

/// The bursts in which a fault loses packets.
struct FaultFade: Sendable {
  private let chain: FadeChain
  private let direction: LossDirection

  /// nil for a fault whose losses do not come in bursts.
  init?(_ effects: FaultEffects, number: Int) {
    guard let fade = effects.loss.fade else { return nil }
    direction = effects.lossDirection
    // Chains 0 and 1 are the path's own.
    let chainNumber = 2 + 2 * number + (direction == .back ? 1 : 0)
    chain = FadeChain(fade, number: UInt32(chainNumber))
  }

  /// Returns true if packets of a direction meet its bad state.
  func isBad(
    _ isOut: Bool, for client: UInt32, at instant: Instant, _ random: RandomSource
  ) -> Bool {
    direction != (isOut ? .back : .out) && chain.isBad(client, at: instant, random)
  }

  /// The loss that it adds for a client at a moment.
  func loss(
    of client: UInt32, at instant: Instant, _ random: RandomSource
  ) -> (out: Double, back: Double) {
    let loss = chain.loss(of: client, at: instant, random)
    return (direction == .back ? 0 : loss, direction == .out ? 0 : loss)
  }
}
