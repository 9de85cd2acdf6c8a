import NetworkModel
import Primitives

// A message of a client's and the answer that the gateway gives at once.
extension NetworkView {
  /// From a client's sending a message at `sent` to the arrival of the answer. Latency is that of the present
  /// moment.
  @inline(__always)
  func exchangeDelay(_ client: UInt32, _ attempt: UInt32, at sent: Instant) -> Interval {
    exchangeDelay(client, attempt, at: sent, conditions(client))
  }

  /// The same of a client whose latency nothing disturbs when it sends.
  @inline(__always)
  func quietExchangeDelay(_ client: UInt32, _ attempt: UInt32, at sent: Instant) -> Interval {
    exchangeDelay(client, attempt, at: sent, PathConditions())
  }

  @inline(__always)
  private func exchangeDelay(
    _ client: UInt32, _ attempt: UInt32, at sent: Instant, _ conditions: PathConditions
  ) -> Interval {
    if world.hasLosses { return changingExchange(client, attempt, at: sent, conditions) }
    return self[pathOf: client].exchangeDelay(
      at: sent, client: client, attempt: attempt, conditions, random)
  }

  @inline(never)
  private func changingExchange(
    _ client: UInt32, _ attempt: UInt32, at sent: Instant, _ conditions: PathConditions
  ) -> Interval {
    let step = PacketStep.message(at: sent)
    let key = PacketKey(client: client, attempt: attempt, step: step)
    let out = changingDelay(key, .out, at: sent, conditions)
    if out == .longest { return out }
    return min(out + changingDelay(key, .back, at: sent + out, conditions), .longest)
  }
}
