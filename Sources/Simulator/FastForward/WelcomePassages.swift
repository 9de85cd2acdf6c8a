import GatewayModel
import NetworkModel
import Primitives
import Sessions
import VirtualTime

/// Attempts that are known to succeed before they do: when the last station that makes them wait will be
/// done with them is known, and all that comes after it follows from the client's draws alone. Such a client
/// is put where it is connected at once, and ends in quiet time.
///
/// The gateway does its work when its turn comes.
final class WelcomePassages<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let network: NetworkView<Machine>
  private let shared: RunContext
  private let driver: SessionDriver<Machine>
  private let fastForward: FastForward<Machine>
  private let wires: Wires<Machine>?
  /// The welcome that was found last, by cohort and by whether the connection has yet to open.
  private let known: FixedTable<Welcome<Machine>?>
  /// How often the machine has been rehearsed.
  private let rehearsals: FixedTable<Int>

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ shared: RunContext, _ driver: SessionDriver<Machine>,
    _ fastForward: FastForward<Machine>, _ wires: Wires<Machine>?
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.network = network
    self.shared = shared
    self.driver = driver
    self.fastForward = fastForward
    self.wires = wires
    let count = 2 * cohorts.configurations.count
    known = FixedTable(count: count) { _ in nil }
    rehearsals = FixedTable(count: count) { _ in 0 }
  }

  /// True if nothing makes an attempt wait any more that is through auth.
  var endsAtAuth: Bool {
    @inline(__always) get {
      shared.gateway.isTransparent(StationID(.ready))
        && shared.gateway.isTransparent(StationID(.api))
    }
  }

  /// Plays a client up to its rest whose attempt is under way.
  /// - Parameters:
  ///   - finish: when auth is done with it.
  ///   - end: when the client loses patience.
  ///   - opening: the opening that has just been posted; nil where the connection is open.
  /// - Returns: whether it could be played; otherwise nothing has happened.
  func play(
    _ client: UInt32, _ attempt: UInt32, servedUntil finish: Instant, before end: Instant,
    opening: (place: Int, at: Instant)?, _ buffer: inout EventBuffer
  ) -> Bool {
    if let wires, wires.keepsLines(of: client) { return false }
    guard finish < shared.horizon.bound, !clients[client].marks.contains(.hit),
      network.authFailure(client, attempt) == nil,
      let welcome = welcome(of: client, opens: opening != nil, at: buffer.now),
      let times = times(welcome, client, attempt, opening?.at, finish),
      times.answered < min(end, shared.horizon.bound)
    else { return false }
    if let opening { buffer.remove(at: opening.place) }
    book(welcome, client, times)
    put(welcome, client, times)
    settle(client, times, opens: opening != nil, &buffer)
    // The last of the set-up's packets.
    wires?.passes(client, at: finish, &buffer)
    // No probe is due before the client would lose patience. That of a connection that is open has been
    // posted.
    if let opening { rest(client, welcome.probe, opening.at + welcome.probeAfter, &buffer) }
    return true
  }

  // MARK: When

  /// The moments at which the connection opens and the client hears each message and the answer.
  private struct Times {
    var opened: Instant?
    var greeted: Instant
    var ready: Instant
    var answered: Instant
  }

  /// nil where two things happen in one moment.
  private func times(
    _ welcome: Welcome<Machine>, _ client: UInt32, _ attempt: UInt32, _ opened: Instant?,
    _ finish: Instant
  ) -> Times? {
    let first = finish + network.delay(ofAnswer: 1, to: client, attempt, at: finish)
    let second = finish + network.delay(ofAnswer: 2, to: client, attempt, at: finish)
    if first == opened || second == opened || first == second { return nil }
    // A message that comes too early waits for the one that was sent before it.
    let greeted = max(first, opened ?? first)
    let ready = max(second, greeted)
    let code = welcome.call.rawValue
    let arrival = ready + network.delay(ofCall: code, of: client, at: ready)
    let answered = arrival + network.delay(ofAnswerTo: code, of: client, at: arrival)
    guard answered < ready + welcome.patience else { return nil }
    return Times(opened: opened, greeted: greeted, ready: ready, answered: answered)
  }

  // MARK: The passage

  private func book(_ welcome: Welcome<Machine>, _ client: UInt32, _ times: Times) {
    let statistics = PassageStatistics(shared.statistics, cohorts.place)
    statistics.say(welcome.atGreeting, client, at: times.greeted)
    statistics.say(welcome.atReady, client, at: times.ready)
    statistics.say(welcome.atAnswer, client, at: times.answered)
    let states = welcome.states
    statistics.move(from: states.first, to: states.greeted, at: times.greeted)
    statistics.move(from: states.greeted, to: states.ready, at: times.ready)
    statistics.move(from: states.ready, to: states.last, at: times.answered)
    shared.statistics.recorder.callBegan(at: times.ready)
  }

  /// Puts a client where it stands when it has got its answer.
  private func put(_ welcome: Welcome<Machine>, _ client: UInt32, _ times: Times) {
    guard let policy = Machine.policy(of: cohorts.configurations[clients.cohort(client)]) else {
      preconditionFailure("a machine without a formula has been rehearsed")
    }
    var formula = clients[client].slot.machine.formula
    if let opened = times.opened { formula.opened(at: opened, under: policy) }
    formula.becameReady(at: times.answered, under: policy)
    clients[client].slot.machine = welcome.exit
    clients[client].slot.machine.formula = formula
    clients[client].slot.passOver(
      armed: welcome.armed, answered: welcome.call, probing: welcome.probe)
    clients[client].connection.playWelcome()
    clients.statistics[client].recoveryMarks.remove(.limitOwed)
  }

  /// The client has the connection that it wants.
  private func settle(
    _ client: UInt32, _ times: Times, opens: Bool, _ buffer: inout EventBuffer
  ) {
    let present = buffer.now
    buffer.now = times.answered
    driver.refresh(client, &buffer)
    buffer.now = present
    // Two messages, the call at the gateway, and its answer.
    let events = opens ? 5 : 4
    shared.statistics.events += events
    shared.horizon.plays(at: times.answered, events: events)
  }

  private func rest(
    _ client: UInt32, _ probe: Machine.Timer, _ due: Instant, _ buffer: inout EventBuffer
  ) {
    if fastForward.begin(client, probe, from: due, &buffer) { return }
    let stamp = clients[client].slot.stamp(of: probe)
    buffer.post(EventCode.client(.timer(probe.rawValue), client, stamp: stamp), at: due)
  }

  // MARK: The rehearsal

  /// The welcome that is valid for a client as it stands; nil where there is none.
  @inline(__always)
  private func welcome(
    of client: UInt32, opens: Bool, at now: Instant
  ) -> Welcome<Machine>? {
    let number = 2 * clients.cohort(client) + (opens ? 1 : 0)
    if let known = known[number], known.running == clients[client].slot.armedTimers,
      haveSameBytes(known.entry, clients[client].slot.machine.withoutFormula)
    {
      return known
    }
    return rehearse(client, number, opens: opens, at: now)
  }

  @inline(never)
  private func rehearse(
    _ client: UInt32, _ number: Int, opens: Bool, at now: Instant
  ) -> Welcome<Machine>? {
    if rehearsals[number] >= Self.mostRehearsals { return nil }
    rehearsals[number] += 1
    let running = clients[client].slot.armedTimers
    // At another moment it must be the same: a machine may remember when something was.
    guard
      let rehearsal = Rehearsal(
        of: clients[client].slot.machine,
        under: cohorts.configurations[clients.cohort(client)], network.random, at: now),
      let welcome = Welcome(opens: opens, running, rehearsal),
      let again = Welcome(opens: opens, running, rehearsal.postponed), welcome.isSame(as: again)
    else { return nil }
    known[number] = welcome
    return welcome
  }

  /// A machine that needs more has another welcome for each client, or none.
  private static var mostRehearsals: Int { 100 }
}
