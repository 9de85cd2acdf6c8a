import NetworkModel
import Primitives
import Sessions

/// The past of a client that has long been connected when the run begins: a set-up that succeeded
/// before it.
final class InitialConnection<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let driver: SessionDriver<Machine>
  private let people: People<Machine>
  private let setUps: SetUp<Machine>
  private let before: InitialSession<Machine>
  private let wires: Wires<Machine>?

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ statistics: RunStatistics, _ driver: SessionDriver<Machine>,
    _ people: People<Machine>, _ setUps: SetUp<Machine>, _ before: InitialSession<Machine>,
    _ wires: Wires<Machine>?
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.network = network
    self.statistics = statistics
    self.driver = driver
    self.people = people
    self.setUps = setUps
    self.before = before
    self.wires = wires
  }

  /// Takes a client through a set-up.
  /// - Parameters:
  ///   - opened: when its connection was opened.
  ///   - node: which node took it in.
  func connect(
    _ client: UInt32, opened: Instant, at node: UInt16, _ buffer: inout EventBuffer
  ) {
    clients[client].marks = [.started]
    people.begin(client, isLongUnderWay: true, &buffer)
    // The set-up took its time before, but what it began is not over yet.
    let period = Machine.longestPeriod(cohorts.configurations[clients.cohort(client)])
    let begun = max(opened - setUpTime(of: client), .start - period)
    if before.passOver(client, begun: begun, opened: opened) {
      clients[client].connection.join(node)
    } else {
      setUp(client, begun: begun, opened: opened, at: node, &buffer)
      before.learn(client, begun: begun, opened: opened)
    }
    stand(client, &buffer)
    if let wires, wires.watches(client) {
      let last = max(before.lastBeat(of: client) ?? opened, lastPing(of: client, since: opened))
      let median = network[pathOf: client].medianSeconds(of: client, network.random)
      wires.passes(unseen: client, at: last + Interval(saturatingSeconds: median))
    }
    before.runTimers(of: client, &buffer)
    if !clients[client].marks.contains(.fastForwarded) { wires?.look(at: client, &buffer) }
  }

  /// When the gateway sent its last ping before the run; the opening where it sends none.
  private func lastPing(of client: UInt32, since opened: Instant) -> Instant {
    guard let ping = clients[client].slot.machine.serverPing else { return opened }
    let lived = Instant.start - .nanoseconds(1) - opened
    return lived < .zero ? opened : opened + ping.every * Int64(lived / ping.every)
  }

  /// Steps a client through its set-up.
  private func setUp(
    _ client: UInt32, begun: Instant, opened: Instant, at node: UInt16,
    _ buffer: inout EventBuffer
  ) {
    if !people.isElsewhere(client) { before.happen(.start, to: client, at: begun) }
    if let entity = people.entityListenedTo(client) {
      before.happen(.listenerAdded(entity: entity), to: client, at: begun)
    }
    if clients[client].slot.connection == .open {
      clients[client].connection.join(node)
      greet(client, at: opened, &buffer)
    }
    if let devices = clients.devices, devices[client].flags.contains(.putBehind) {
      for environmentEvent in [EnvironmentEvent.background, .backgroundTimeNotice, .freeze] {
        before.happen(environmentEvent, to: client, at: opened)
      }
    }
  }

  /// Returns the time that a set-up takes at the client's median latency.
  private func setUpTime(of client: UInt32) -> Interval {
    let oneWays = Double(2 + 2 * network[pathOf: client].setup.connection)
    let median = network[pathOf: client].medianSeconds(of: client, network.random)
    return Interval(saturatingSeconds: median * oneWays)
  }

  private func greet(_ client: UInt32, at opened: Instant, _ buffer: inout EventBuffer) {
    clients[client].connection.establish()
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
      setUps.startPings(client, clients[client].slot.attempt, at: next, &buffer)
    }
  }

  /// Records a client as it stands when the run begins.
  private func stand(_ client: UInt32, _ buffer: inout EventBuffer) {
    cohorts.begin(
      clients[client].slot.machine, of: client, in: clients.cohort(client), statistics)
    switch clients[client].slot.machine.standing {
    case .connected, .content:
      clients[client].presence = .up
      clients[client].marks.insert([.everConnected, .settled])
      statistics.changeConnected(by: 1, ofCohort: clients.cohort(client), at: .start)
      statistics.changeUnsettled(by: -1, at: .start)
    case .idle:
      clients[client].marks.insert([.everConnected, .settled])
      statistics.changeUnsettled(by: -1, at: .start)
    case .waiting, .waitingForDevice, .needsPerson, .gaveUp: driver.refresh(client, &buffer)
    }
  }
}
