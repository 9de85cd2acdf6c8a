import NetworkModel
import Primitives

// A message of a client's and the answer that the gateway gives at once.
extension NetworkView {
  /// Returns the time from a client's sending a message at `sent` to the arrival of the answer.
  @inline(__always)
  func exchangeDelay(_ client: UInt32, _ attempt: UInt32, at sent: Instant) -> Interval {
    if world.perturbsAnyPath { return changingExchange(client, attempt, at: sent) }
    return self[pathOf: client].exchangeDelay(
      at: sent, client: client, attempt: attempt, PathConditions(), random)
  }

  @inline(never)
  private func changingExchange(
    _ client: UInt32, _ attempt: UInt32, at sent: Instant
  ) -> Interval {
    let step = PacketStep.message(at: sent)
    let key = PacketKey(client: client, attempt: attempt, step: step)
    let out = changingDelay(key, .out, at: sent)
    if out == .longest { return out }
    return min(out + changingDelay(key, .back, at: sent + out), .longest)
  }
}
