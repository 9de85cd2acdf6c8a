import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// Something that happened to a client that a run follows: see `SimulationPlan.followed`.
public struct TraceEntry: Sendable {
  public var at: Instant
  /// nil for a fault that begins or ends, which concerns more than one client.
  public var client: UInt32?
  /// The number of the client's latest attempt in the run; 0 before the first.
  public var attempt: UInt32
  public var event: TraceEvent
}

/// An event of a client, at the client or at the gateway.
public enum TraceEvent: Sendable {
  /// The client is in this state when the run begins. Its cohort is numbered as in the plan.
  case begins(SystemName, state: String, cohort: Int)
  /// The session takes an event.
  case turn(TracedTurn)
  /// A fact of which the digest of the run is made.
  case fact(code: UInt16, TracedFact)
  /// A first packet gets no answer. `address` is nil where there is one alone, and the loss where it reached the gateway.
  /// The next one to it is sent at `next`; nil where the system gives up.
  case firstPacketLost(number: Int, address: Int?, PacketLoss?, next: Instant?)
  /// A transmission of a packet does not get through, of one that the client sends or one that it is sent.
  case packetLost(Direction, LostCopy)
  /// The name of the service is asked for; `number` from 1. The answer that counts comes at `answer`; nil where none
  /// does.
  case nameAsked(number: Int, answer: Instant?)
  /// The first packet to an address is sent; by its number from 0.
  case addressTried(number: Int)
  /// An attempt has failed at an address, and may go on at another.
  case addressFailed(number: Int, CloseReason)
  /// A request waits at a station, behind `ahead` others.
  case queued(StationRole, node: Int?, attempt: UInt32, ahead: Int)
  /// A station has dropped a request.
  case droppedRequest(StationRole, node: Int?, attempt: UInt32, DropCause, waited: Interval)
  /// A station begins to work on a request that came at `arrived`.
  case served(StationRole, node: Int?, attempt: UInt32, arrived: Instant, until: Instant)
}

/// A fact of the digest of a run, in words.
public enum TracedFact: Hashable, Sendable {
  case attemptBegan
  /// The attempt has arrived at the listener of the gateway.
  case arrived
  case admitted
  /// The gateway has dropped the connection; the client learns of it later, or never.
  case dropped
  /// The box at the gateway's end has forgotten the quiet connection.
  case forgotten
  case attemptSucceeded
  case attemptFailed(CloseReason)
  case milestone(String)
  /// A fault begins, ends or changes; by its number in the plan.
  case fault(Int)
}

/// One event that a session took, and what came of it.
public struct TracedTurn: Sendable {
  public var cause: TracedCause
  /// States by their names; `after` may be the same.
  public var before: String
  public var after: String
  public var actions: [TracedAction]
  /// The gateway's answer that the event has brought.
  public var answer: ServerAnswer
  /// True if the turn only keeps a healthy connection alive: a heartbeat, or the answer to one.
  public var isKeepalive: Bool
}

/// The event of a turn. Names are those of the session system's vocabulary.
public enum TracedCause: Hashable, Sendable {
  case stimulus(String)
  case opened
  case received(String)
  case closed(CloseReason)
  case answered(call: String, Outcome)
  case fired(timer: String)
}

/// An action that a session wants done.
public enum TracedAction: Hashable, Sendable {
  case open
  case send(String)
  case close
  case call(String)
  case forget(call: String)
  /// - Parameter isOfConnection: whether the connection's end takes the timer along, as that of a time
  ///   limit or of a heartbeat.
  case arm(timer: String, after: Interval, isOfConnection: Bool)
  case disarm(timer: String)
  case reached(String)
}
