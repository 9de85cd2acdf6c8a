import GatewayModel
import Primitives
import VirtualTime

/// The calls to one herd of a mixed fleet that come with each event, or once for each client.
///
/// Each is a function made for the herd's own machine. Through the protocol the compiler would reach
/// only what it has made for any machine, which takes six times as long.
final class HerdCalls {
  /// All other calls.
  let herd: any Clientele
  let events: EventCalls
  let connectBeforeStart: (UInt32, inout Postings) -> Void
  let sever: (UInt32, Closing, Instant, PendingEvent, inout Postings) -> Void
  let suffer: (Impact, UInt32, inout Postings) -> Void

  @inline(__always)
  init<Machine: SimulatedSession>(_ herd: Herd<Machine>) {
    self.herd = herd
    events = EventCalls(herd)
    connectBeforeStart = { herd.connectBeforeStart($0, &$1) }
    sever = { herd.sever($0, $1, hitAt: $2, before: $3, &$4) }
    suffer = { herd.suffer($0, $1, &$2) }
  }
}

/// Those of them that come with each event.
struct EventCalls {
  let takeAtClient: (ClientEvent, inout Postings) -> Bool
  let takeAtGateway: (GatewayEvent, inout Postings) -> Void
  let serviceBegan: (Service, inout Postings) -> Void
  let isRunning: (PendingEvent) -> Bool
  let prefetch: (UInt64) -> Void

  @inline(__always)
  fileprivate init<Machine: SimulatedSession>(_ herd: Herd<Machine>) {
    takeAtClient = { herd.take($0, &$1) }
    takeAtGateway = { herd.take($0, &$1) }
    serviceBegan = { herd.serviceBegan($0, &$1) }
    isRunning = { herd.isRunning($0) }
    prefetch = { herd.prefetch(ownerOf: $0) }
  }
}
