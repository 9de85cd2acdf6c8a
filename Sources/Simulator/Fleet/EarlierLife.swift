import NetworkModel
import Primitives
import Sessions

/// What a client has gone through that is connected for long when the run begins: a set-up that
/// succeeded before it.
final class EarlierLife<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let network: NetworkView<Machine>
  private let books: Books
  private let turns: Turns<Machine>
  private let people: People<Machine>
  private let pings: ServerPings<Machine>
  private let before: BeforeStart<Machine>

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ books: Books, _ turns: Turns<Machine>,
    _ people: People<Machine>, _ pings: ServerPings<Machine>, _ before: BeforeStart<Machine>
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.network = network
    self.books = books
    self.turns = turns
    self.people = people
    self.pings = pings
    self.before = before
  }

  /// Takes a client through a set-up.
  /// - Parameters:
  ///   - opened: when its connection was opened.
  ///   - node: which node took it in.
  func connect(
    _ client: UInt32, opened: Instant, at node: UInt16, _ postings: inout Postings
  ) {
    clients[client].marks = [.started]
    people.begin(client, isLongUnderWay: true, &postings)
    // The set-up took its time before, but what it began is not over yet.
    let period = Machine.longestPeriod(cohorts.configurations[clients.cohort(client)])
    let begun = max(opened - setUpTime(of: client), .start - period)
    if before.passOver(client, begun: begun, opened: opened) {
      clients[client].node = node
    } else {
      setUp(client, begun: begun, opened: opened, at: node, &postings)
      before.learn(client, begun: begun, opened: opened)
    }
    stand(client, &postings)
    before.runTimers(of: client, &postings)
  }

  /// Steps a client through its set-up.
  private func setUp(
    _ client: UInt32, begun: Instant, opened: Instant, at node: UInt16,
    _ postings: inout Postings
  ) {
    if !people.isElsewhere(client) { before.happen(.start, to: client, at: begun) }
    if let entity = people.entityListenedTo(client) {
      before.happen(.listenerAdded(entity: entity), to: client, at: begun)
    }
    if clients[client].slot.connection == .open {
      clients[client].node = node
      greet(client, at: opened, &postings)
    }
    if let devices = clients.devices, devices[client].flags.contains(.putBehind) {
      for happening in [Happening.background, .backgroundTimeNotice, .freeze] {
        before.happen(happening, to: client, at: opened)
      }
    }
  }

  /// What a set-up takes at the client's median latency.
  private func setUpTime(of client: UInt32) -> Interval {
    let oneWays = Double(2 + 2 * network[pathOf: client].setup.connection)
    let median = network[pathOf: client].medianSeconds(of: client, network.random)
    return Interval(saturatingSeconds: median * oneWays)
  }

  private func greet(_ client: UInt32, at opened: Instant, _ postings: inout Postings) {
    clients[client].link = [.authenticated, .greeted, .succeeded]
    before.play(.opened, client, at: opened)
    if let message = clients[client].slot.machine.authenticated {
      before.play(.received(message), client, at: opened)
    }
    if let message = clients[client].slot.machine.ready {
      before.play(.received(message), client, at: opened)
    }
    if let ping = clients[client].slot.machine.serverPing {
      var next = opened + ping.every
      while next < .start {
        before.play(.received(ping.message), client, at: next)
        next = next + ping.every
      }
      pings.start(client, clients[client].slot.attempt, at: next, &postings)
    }
  }

  /// Books a client as it stands when the run begins.
  private func stand(_ client: UInt32, _ postings: inout Postings) {
    cohorts.begin(
      clients[client].slot.machine, of: client, in: clients.cohort(client), books)
    switch clients[client].slot.machine.standing {
    case .connected, .content:
      clients[client].presence = .up
      clients[client].marks.insert([.everConnected, .settled])
      books.changeConnected(by: 1, ofCohort: clients.cohort(client), at: .start)
      books.changeUnsettled(by: -1, at: .start)
    case .idle:
      clients[client].marks.insert([.everConnected, .settled])
      books.changeUnsettled(by: -1, at: .start)
    case .waiting, .waitingForDevice, .needsPerson, .gaveUp: turns.refresh(client, &postings)
    }
  }
}
