import Primitives
import Sessions
import VirtualTime

/// Reads and pushes that concern only their own client. A user's read is answered from what the
/// client has. A push to a client that listens to nothing only makes the client's copies older.
/// Such a move waits in the client's record, and not in the event list. It is made up for when
/// something else happens to the client, and at the end of the run. The results are those of the
/// run in which every move waits for its turn.
///
/// No client is played ahead, so there is no horizon: the moves that are made up for lie in the
/// past, and nothing has touched the client since.
final class PassedStreams<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let statistics: RunStatistics
  private let people: People<Machine>
  private let driver: SessionDriver<Machine>
  /// True if moves are kept in this run.
  private let isOn: Bool
  /// The buffer with the clock of the move that is made up for. It also takes the answer to that
  /// move: the next one.
  @exclusivity(unchecked) private var past = EventBuffer()
  /// Clients with a kept move.
  @exclusivity(unchecked) private var count = 0

  init(
    _ clients: ClientTable<Machine>, _ shared: RunContext, _ people: People<Machine>,
    _ driver: SessionDriver<Machine>
  ) {
    self.clients = clients
    statistics = shared.statistics
    self.people = people
    self.driver = driver
    isOn =
      Machine.servesReads && shared.plan.skipsQuietTime && clients.kept != nil
      && !shared.statistics.isTracing
  }

  // MARK: Keeping

  /// A stream has just moved on. Its next move is taken out of the buffer and kept, if it will
  /// concern only the client.
  @inline(__always)
  func keep(_ stream: BehaviourStream, of client: UInt32, _ buffer: inout EventBuffer) {
    guard isOn, mayKeep(stream, of: client), let kept = clients.kept else { return }
    let kind = ClientEventKind.behaviour(stream)
    for index in 0..<buffer.count {
      let event = buffer[index].event
      guard EventCode.eventClass(of: event.key) == .client, ClientEvent(event.key).kind == kind
      else { continue }
      buffer.remove(at: index)
      if kept[client].isEmpty { count += 1 }
      keep(event, of: stream, in: &kept[client])
      return
    }
  }

  private func keep(_ event: PendingEvent, of stream: BehaviourStream, in kept: inout KeptMoves) {
    let ordinal = Ordinal(ClientEvent(event.key)).value
    if stream == .actions {
      kept.readAt = event.instant
      kept.read = ordinal
    } else {
      kept.pushAt = event.instant
      kept.push = ordinal
    }
  }

  /// Returns true if the next move of a stream concerns only the client, for as long as nothing
  /// else happens to it and the world stays as it is.
  @inline(__always)
  private func mayKeep(_ stream: BehaviourStream, of client: UInt32) -> Bool {
    switch stream {
    case .actions: isReadLocal(client)
    case .pushes: isPushLocal(client)
    case .app, .screens, .listeners, .launches: false
    }
  }

  /// Returns true if a read concerns only the client. The user does not read in an app that is
  /// behind.
  @inline(__always)
  private func isReadLocal(_ client: UInt32) -> Bool {
    guard let devices = clients.devices else { return false }
    return !devices[client].flags.contains(.behind)
  }

  /// Returns true if a push concerns only the client, because nothing is sent.
  @inline(__always)
  private func isPushLocal(_ client: UInt32) -> Bool {
    switch clients[client].slot.machine.pushRoute {
    case .none: true
    case .socket(_, named: true): !clients[client].slot.machine.listensToAnything
    case .socket(_, named: false), .notification: false
    }
  }

  // MARK: Making up

  /// Makes up for what a client has done by now: before anything else happens to it.
  @inline(__always)
  func catchUp(_ client: UInt32, _ buffer: borrowing EventBuffer) {
    catchUp(client, before: PendingEvent(at: buffer.now, key: buffer.furthest))
  }

  @inline(__always)
  private func catchUp(_ client: UInt32, before moment: PendingEvent) {
    guard let kept = clients.kept,
      min(kept[client].readAt, kept[client].pushAt) <= moment.instant
    else { return }
    makeUp(client, kept, before: moment)
  }

  private func makeUp(
    _ client: UInt32, _ kept: Column<KeptMoves>, before moment: PendingEvent
  ) {
    while true {
      let read = PendingEvent(
        at: kept[client].readAt, key: key(.actions, client, kept[client].read))
      let push = PendingEvent(
        at: kept[client].pushAt, key: key(.pushes, client, kept[client].push))
      guard min(read, push) < moment else { return }
      if read < push {
        makeUpReads(of: client, kept, before: min(push, moment))
      } else {
        makeUp(push, kept)
      }
    }
  }

  private func makeUp(_ push: PendingEvent, _ kept: Column<KeptMoves>) {
    let event = ClientEvent(push.key)
    past.now = push.instant
    people.move(.pushes, on: event, &past)
    precondition(past.count == 1, "a kept push concerns nobody but its client")
    keep(past[0].event, of: .pushes, in: &kept[event.client])
    past.removeAll()
    statistics.events += 1
  }

  /// As `People.move`, one read after the other: what a client's reads have in common is looked up once.
  private func makeUpReads(
    of client: UInt32, _ kept: Column<KeptMoves>, before moment: PendingEvent
  ) {
    guard let pauses = people.habits[client].actions else {
      preconditionFailure("a client that reads has pauses")
    }
    let first = people.habits.draws(of: client)
    var at = kept[client].readAt
    var ordinal = kept[client].read
    var reads = 0
    repeat {
      let draws = first.of(attempt: ordinal)
      let bits = draws.bits(at: DrawKey.index(.actions, .circumstance))
      past.now = at
      driver.read(people.habits.entity(client, bits: bits), by: client, &past)
      let pause = pauses.sample(draws.bits(at: DrawKey.index(.actions, .pause)))
      at = at + max(pause, .microseconds(1))
      ordinal += 1
      reads += 1
    } while PendingEvent(at: at, key: key(.actions, client, ordinal)) < moment
    kept[client].readAt = at
    kept[client].read = ordinal
    statistics.events += reads
  }

  @inline(__always)
  private func key(_ stream: BehaviourStream, _ client: UInt32, _ ordinal: UInt32) -> UInt64 {
    let ordinal = Ordinal(ordinal)
    return EventCode.client(
      .behaviour(stream), client, stamp: ordinal.stamp, operand: ordinal.operand)
  }

  // MARK: Letting go

  /// Something has happened to a client with kept moves. Those that may concern others now are posted.
  @inline(__always)
  func settle(_ client: UInt32, _ buffer: inout EventBuffer) {
    guard let kept = clients.kept, !kept[client].isEmpty else { return }
    if kept[client].readAt != .never, !isReadLocal(client) {
      buffer.move(.actions, of: client, to: kept[client].read, at: kept[client].readAt)
      kept[client].readAt = .never
    }
    if kept[client].pushAt != .never, !isPushLocal(client) {
      buffer.move(.pushes, of: client, to: kept[client].push, at: kept[client].pushAt)
      kept[client].pushAt = .never
    }
    if kept[client].isEmpty { count -= 1 }
  }

  // MARK: Everyone

  /// Makes up for what all clients have done before `instant`, the run's end.
  func account(before instant: Instant) {
    guard count > 0, let kept = clients.kept else { return }
    for client in clients.all where !kept[client].isEmpty {
      catchUp(client, before: PendingEvent(at: instant, key: 0))
      kept[client] = KeptMoves()
    }
    count = 0
  }
}
