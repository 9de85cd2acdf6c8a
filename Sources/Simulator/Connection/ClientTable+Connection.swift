import Primitives
import Sessions

// What anybody may ask and note about a client's present connection.
extension ClientTable {
  /// When something that the peer says over the present connection, and that would be here at
  /// `arrival`, comes: never before, nor at the same moment as, what was said before it.
  func inOrder(_ arrival: Instant, to client: UInt32) -> Instant {
    let turn = max(arrival, ledgers[client].lastArrival + .nanoseconds(1))
    ledgers[client].lastArrival = turn
    return turn
  }

  /// Notes since when a fault keeps a client from its connection; the first one counts.
  func noteHit(_ client: UInt32, since instant: Instant) {
    if self[client].marks.contains(.hit) { return }
    self[client].marks.insert(.hit)
    ledgers[client].hitAt = instant
  }

  /// Whether the client still is at the attempt of this number.
  @inline(__always)
  func isPresent(_ client: UInt32, _ attempt: UInt32) -> Bool {
    self[client].slot.attempt == attempt && self[client].slot.connection != .none
  }

  /// Whether the gateway has dropped the attempt of this number itself.
  @inline(__always)
  func isSevered(_ client: UInt32, _ attempt: UInt32) -> Bool {
    ledgers[client].severed == attempt &+ 1
  }

  /// Whether the gateway holds a connection of the client's, or one that is being set up.
  func isAtGateway(_ client: UInt32) -> Bool {
    self[client].node != ClientRecord<Machine>.noNode && self[client].slot.connection != .none
      && !self[client].link.contains(.severed)
  }

  /// Whether the network of the connection that `attempt` began is gone.
  func isVanished(_ client: UInt32, _ attempt: UInt32) -> Bool {
    self[client].link.contains(.vanished) && self[client].slot.concerns(attempt)
  }

  /// The number of the attempt that an event at the gateway is about.
  @inline(__always)
  func attempt(of event: GatewayEvent) -> UInt32 {
    event.attempt(latest: self[event.client].slot.attempt)
  }
}
