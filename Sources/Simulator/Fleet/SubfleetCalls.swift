import GatewayModel
import Primitives
import VirtualTime

/// The calls to one subfleet of a mixed fleet that come with each event, or once for each client.
///
/// Each is a function made for the subfleet's own machine. Through the protocol the compiler would reach
/// only what it has made for any machine, which takes six times as long.
final class SubfleetCalls {
  /// All other calls.
  let subfleet: any Clientele
  let events: EventCalls
  let connectBeforeStart: (UInt32, inout EventBuffer) -> Void
  let sever: (UInt32, Closing, Instant, PendingEvent, inout EventBuffer) -> Void
  let apply: (AppliedEffect, UInt32, inout EventBuffer) -> Void

  @inline(__always)
  init<Machine: SimulatedSession>(_ subfleet: Subfleet<Machine>) {
    self.subfleet = subfleet
    events = EventCalls(subfleet)
    connectBeforeStart = { subfleet.connectBeforeStart($0, &$1) }
    sever = { subfleet.sever($0, $1, hitAt: $2, before: $3, &$4) }
    apply = { subfleet.apply($0, $1, &$2) }
  }
}

/// The calls that come with each event.
struct EventCalls {
  let takeAtClient: (ClientEvent, inout EventBuffer) -> Bool
  let takeAtGateway: (GatewayEvent, inout EventBuffer) -> Void
  let serviceBegan: (Service, inout EventBuffer) -> Void
  let dropped: (Drop, inout EventBuffer) -> Void
  let isRunning: (PendingEvent) -> Bool
  let prefetch: (UInt64) -> Void

  @inline(__always)
  fileprivate init<Machine: SimulatedSession>(_ subfleet: Subfleet<Machine>) {
    takeAtClient = { subfleet.take($0, &$1) }
    takeAtGateway = { subfleet.take($0, &$1) }
    serviceBegan = { subfleet.serviceBegan($0, &$1) }
    dropped = { subfleet.dropped($0, &$1) }
    isRunning = { subfleet.isRunning($0) }
    prefetch = { subfleet.prefetch(ownerOf: $0) }
  }
}
