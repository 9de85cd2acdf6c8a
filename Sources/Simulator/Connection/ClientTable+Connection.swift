import NetworkModel
import Primitives
import Sessions

// The state of a client's present connection, which every process may ask and note.
extension ClientTable {
  /// Returns when something arrives that the peer says over the present connection, and that would
  /// be here at `arrival`: always later than what was said before it.
  func inOrder(_ arrival: Instant, to client: UInt32) -> Instant {
    let turn = max(arrival, statistics[client].lastArrival + .nanoseconds(1))
    statistics[client].lastArrival = turn
    return turn
  }

  /// Returns the same of what closes an attempt. The answer to a first packet that was not taken in is the only thing
  /// that is said, and it may get lost: the system goes on to count its first packets from the attempt's begin.
  func answerArrival(_ arrival: Instant, to client: UInt32) -> Instant {
    let isOnlyAnswer =
      self[client].slot.connection == .connecting && !self[client].connection.stage.isTakenIn
      && !self[client].connection.isSevered
    return isOnlyAnswer ? arrival : inOrder(arrival, to: client)
  }

  /// The first packet by which a client's present attempt was taken in.
  @inline(__always)
  func answeredPacket(of client: UInt32) -> FirstPacket {
    FirstPacket(
      place: addresses.map { Int($0[client].taken) } ?? 0, syn: self[client].connection.syn)
  }

  /// Notes since when a fault keeps a client from its connection; the first one counts.
  func noteHit(_ client: UInt32, since instant: Instant) {
    if self[client].marks.contains(.hit) { return }
    self[client].marks.insert(.hit)
    statistics[client].hitAt = instant
  }

  /// Returns true if the client is still at the attempt of this number.
  @inline(__always)
  func isPresent(_ client: UInt32, _ attempt: UInt32) -> Bool {
    self[client].slot.attempt == attempt && self[client].slot.connection != .none
  }

  /// Returns true if the gateway itself has dropped the attempt of this number.
  @inline(__always)
  func isSevered(_ client: UInt32, _ attempt: UInt32) -> Bool {
    statistics[client].severed == attempt &+ 1
  }

  /// Returns true if the gateway holds a connection of the client, or one that is being set up.
  func isAtGateway(_ client: UInt32) -> Bool {
    self[client].connection.node != ConnectionState.noNode && self[client].slot.connection != .none
      && !self[client].connection.isSevered
  }

  /// Returns true if a client that gives its attempt up leaves work behind that leads to more.
  func leavesWork(_ client: UInt32, _ setup: SetupRoundTrips) -> Bool {
    let stage = self[client].connection.stage
    // A client that gives up before its connection is open never sends its credentials.
    if stage == .admitted && self[client].slot.connection != .open { return false }
    return stage.leadsOn(roundTrips: setup.connection)
  }

  /// Returns true if the network of the connection that `attempt` began is gone.
  func isVanished(_ client: UInt32, _ attempt: UInt32) -> Bool {
    self[client].connection.isVanished && self[client].slot.concerns(attempt)
  }

  /// The number of the attempt that an event at the gateway is about.
  @inline(__always)
  func attempt(of event: GatewayEvent) -> UInt32 {
    event.attempt(latest: self[event.client].slot.attempt)
  }
}
