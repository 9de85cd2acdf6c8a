import Faults
import GatewayModel
import Primitives
import Sessions
import VirtualTime

/// All clients of a run, as the loop, the faults and the statistics see them: one subfleet, or several side by
/// side.
///
/// A note about all clients is made client by client, in the order of their numbers, whatever
/// subfleet each is of.
protocol Clientele: AnyObject {
  /// Clients of the run.
  var count: Int { get }

  // MARK: Events

  /// Takes what happens at a client.
  /// - Returns: whether it was an event of the world; otherwise it only served the loop.
  func take(_ event: ClientEvent, _ buffer: inout EventBuffer) -> Bool
  /// Takes what happens at the gateway to a client's connection.
  func take(_ event: GatewayEvent, _ buffer: inout EventBuffer)
  /// A station of the gateway has begun to work for a client.
  func serviceBegan(_ service: Service, _ buffer: inout EventBuffer)
  /// A station of the gateway has dropped a request of a client.
  func dropped(_ drop: Drop, _ buffer: inout EventBuffer)
  /// Returns true if the timer of a pending event has not been cancelled or armed anew.
  func isRunning(_ event: PendingEvent) -> Bool
  /// Fetches what the loop will touch of the owner of an event that is due soon.
  func prefetch(ownerOf key: UInt64)
  /// Returns the name of an event in error messages.
  func name(of word: UInt64) -> String

  // MARK: The beginning

  /// Puts a client that has not come to life into a cohort.
  func add(_ client: UInt32, to cohort: Int)
  func cohort(_ client: UInt32) -> Int
  /// Takes a client through a set-up that succeeded before the run.
  func connectBeforeStart(_ client: UInt32, _ buffer: inout EventBuffer)
  /// A client comes to life at `instant`.
  func scheduleStart(of client: UInt32, at instant: Instant, _ buffer: inout EventBuffer)

  // MARK: Fast-forwarding

  /// Sets the moment up to which the world stays as it is for connected clients.
  func look(ahead horizon: Instant)
  func resumeEveryone(
    before moment: PendingEvent, _ buffer: inout EventBuffer, post: (inout EventBuffer) -> Void)
  /// Adds up what fast-forwarded clients have done before the run's end.
  func accountForFastForward(before instant: Instant)

  // MARK: Faults

  /// Faults have begun or ended.
  /// - Parameter whileClosed: what the listener does while no node is up.
  func worldChanged(whileClosed: World.Reach)
  func subject(_ client: UInt32) -> World.Subject
  /// Returns true if the gateway holds a connection of the client, or one that is being set up.
  func isAtGateway(_ client: UInt32) -> Bool
  /// Returns true if the client is still at the attempt of this number.
  func isPresent(_ client: UInt32, _ attempt: UInt32) -> Bool
  /// Returns true if the gateway itself has dropped the attempt of this number.
  func isSevered(_ client: UInt32, _ attempt: UInt32) -> Bool
  /// The gateway drops a client's connection. A client that is fast-forwarded is put first where it
  /// stands just before `moment`, the event of now.
  /// - Parameter hitAt: the begin of what cuts it.
  func sever(
    _ client: UInt32, _ closing: Closing, hitAt: Instant, before moment: PendingEvent,
    _ buffer: inout EventBuffer)
  func apply(_ effect: AppliedEffect, _ client: UInt32, _ buffer: inout EventBuffer)

  // MARK: Statistics

  /// Looks at a client just before the first incident, and just before clear.
  func standBeforeIncident(_ client: UInt32)
  func standAtClear(_ client: UInt32)
  /// Counts a client among those that are away at clear.
  func count(_ client: UInt32, _ stand: inout StandAtClear, _ places: borrowing StandingPlaces)
  /// Counts the outcome of a client.
  func count(_ client: UInt32, _ part: inout CohortResult, at now: Instant)
  func count(_ client: UInt32, _ contention: inout ContentionFigures)
  /// Counts what is owed to a client still when the run is over.
  func countUndelivered(_ client: UInt32, _ pushes: inout [PushFigures])
  var milestones: [MilestoneCount] { get }
  func states(at end: Instant) -> [StateTime]
  /// All that is remembered of a client, for tests.
  func description(of client: UInt32) -> String
}
