import Faults
import GatewayModel
import Measurements
import NetworkModel
import Primitives
import Sessions

/// The processes of a run, and which of them knows which.
///
/// Each is made after those that it calls, so that no two can call each other.
final class Processes<Machine: SimulatedSession> {
  let timeline: FaultTimeline
  let books: Books
  let gateway: Gateway
  let population: Population<Machine>
  let herd: Herd<Machine>
  let atGateway: GatewayProcess<Machine>
  let faults: FaultProcess<Machine>
  let fastForward: FastForward<Machine>
  let turns: Turns<Machine>
  let watch: RecoveryWatch<Machine>
  let census: RunCensus<Machine>
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>

  init(_ plan: SimulationPlan, _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>) {
    self.clients = clients
    self.cohorts = cohorts
    let end = Instant.start + plan.duration
    let names = plan.cohorts.map(\.name)
    let random = RandomSource(seed: plan.seed)
    timeline = FaultTimeline(
      plan.faults, nodes: plan.gateway.nodes, end: end, recoveryFrom: plan.recoveryFrom)
    let world = World(timeline, cohorts: names, random: random)
    let network = NetworkView(plan, world, clients, random)
    gateway = Gateway(
      plan.gateway, random: random, readers: cohorts.contend ? plan.clients : 0)
    books = Books(
      Recorder(
        clear: timeline.clear, timed: Machine.Milestone.allCases.map(Machine.isTimed),
        displays: Machine.displayNames.count, cohorts: plan.cohorts.count),
      timeline, clients: plan.clients)

    // Connections, seen from the clients.
    let habits = Habits(plan.cohorts, clients, random)
    let messages = Messages(clients, network)
    let connections = Connections(
      attempts: Attempts(clients, network, books, plan.gateway), messages: messages,
      calls: Calls(clients, network, books, gateway, habits))

    // Connections, seen from the gateway.
    let costs = ServiceCosts(clients, books)
    let pings = ServerPings(clients, messages)
    let rejections = Rejections(clients, network)
    let setUp = SetUp(clients, network, books, gateway, costs, rejections, pings)
    let lateAdmission = LateAdmission(clients, books, gateway, costs, setUp, rejections)
    let listener = Listener(
      clients, network, books, gateway, connections.attempts, setUp, rejections)
    let callService = CallService(clients, network, gateway, connections.calls, costs)
    atGateway = GatewayProcess(
      clients, gateway, listener, setUp, lateAdmission, callService, pings)

    // Sessions, devices, people.
    let presences = Presences(clients, network, books)
    let backend = Backend(clients, network, books, habits, messages)
    turns = Turns(clients, cohorts, network, books, connections, presences, backend)
    let receiver = Receiver(clients, network, books, connections.attempts, turns)
    let devices = Devices(clients, network, turns, end: end)
    let people = People(clients, habits, turns, devices, backend)
    fastForward = FastForward(clients, cohorts, network, books)

    // Faults.
    let impacts = Impacts(clients, network, books, turns, devices, backend, messages)
    let quiet = QuietSpells(
      fastForward, timeline, end: plan.skipsQuietTime ? end : Instant.start)
    faults = FaultProcess(clients, network, books, atGateway, devices, impacts, quiet)

    herd = Herd(
      clients, connections, receiver, turns, devices, people, impacts, fastForward)
    let before = BeforeStart(clients, turns, fastForward)
    let earlier = EarlierLife(clients, cohorts, network, books, turns, people, pings, before)
    population = Population(plan, clients, cohorts, books, random, earlier)
    watch = RecoveryWatch(clients, books, gateway, timeline, cohorts: plan.cohorts.count)
    census = RunCensus(clients, books, presences, backend, gateway, timeline, cohorts: names)
  }

  /// What an error calls the formula that a client waits by.
  func formula(of client: UInt32) -> String { cohorts.formulas[clients.cohort(client)] }
}
