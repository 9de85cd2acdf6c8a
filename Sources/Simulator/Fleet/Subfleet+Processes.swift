import Primitives

extension Subfleet {
  /// The processes of a subfleet, and which of them knows which: each is made after those that it calls,
  /// so that no two can call each other.
  /// - Parameter configurations: by cohort of the run; nil of other subfleets' cohorts.
  convenience init(
    _ shared: RunContext, _ configurations: [Machine.Configuration?], _ place: SubfleetPlace
  ) {
    let (plan, statistics, gateway) = (shared.plan, shared.statistics, shared.gateway)
    let cohorts = Cohorts<Machine>(configurations, place)
    let table = OwnedTable(Machine.fresh(under: cohorts.configurations[0]), shared.columns)
    let clients = table.clients
    let network = NetworkView(
      plan, shared.world, clients, shared.random, statistics.facts.tracer)
    // Connections, seen from the clients.
    let location = ServiceLocation(clients, network, statistics, plan)
    let wires = Wires(clients, network, gateway, plan)
    let habits = Habits(plan.cohorts, clients, shared.random)
    let messages = Messages(clients, network, wires)
    let connections = Connections(
      attempts: Attempts(clients, network, statistics, plan.gateway, shared.looseEnds, location),
      messages: messages, calls: Calls(clients, network, statistics, gateway, habits))

    // Sessions.
    let tracker = OutageTracker(clients, network, statistics)
    let backend = Backend(clients, network, statistics, habits, messages, subfleet: place.number)
    let driver = SessionDriver(clients, cohorts, network, statistics, connections, tracker, backend)
    let closings = Closings(
      clients, network, statistics, connections.attempts, shared.looseEnds, driver,
      wires, gateway)
    let receiver = Receiver(clients, network, statistics, connections.attempts, driver, gateway)

    // The events that are passed over.
    let prospect = Prospect(network, shared)
    let passages = Passages(clients, cohorts, shared.random)
    let retries = RetryPassages(
      clients, cohorts, network, shared, passages, prospect, location, wires)
    let fastForward = FastForward(clients, cohorts, network, statistics, wires)
    let welcomes = WelcomePassages(clients, cohorts, network, shared, driver, fastForward, wires)
    let foresight = Foresight(clients, gateway, prospect, retries, welcomes)

    // Connections, seen from the gateway.
    let costs = ServiceCosts(clients, statistics)
    let admission = Admission(clients, network, statistics, gateway, retries, closings)
    let setUp = SetUp(
      clients, network, gateway, admission, costs, messages, foresight, shared.looseEnds,
      wires, location.addresses)
    let listener = Listener(
      clients, network, statistics, gateway, connections.attempts.firstPackets, shared.looseEnds,
      setUp, admission, retries)
    let callService = CallService(clients, network, gateway, costs)
    let atGateway = GatewayProcess(clients, gateway, listener, setUp, callService)

    // Devices, people.
    let devices = Devices(clients, network, driver, end: shared.end)
    let people = People(clients, habits, driver, devices, backend)
    let refusals = RefusedPassages(clients, cohorts, network, shared, passages, location)
    let retryFastForward = RetryFastForward(
      clients, shared, connections.attempts, listener, closings, driver, refusals, prospect)
    let streams = PassedStreams(clients, shared, people, driver)
    let ahead = Ahead(fastForward: fastForward, retries: retryFastForward, streams: streams)
    let effects = ClientEffects(clients, network, closings, driver, devices, backend, messages)
    let ends = GatewayEnds(clients, statistics, wires, closings)
    let atClient = ClientProcess(
      clients, connections, receiver, closings, driver, devices, people, effects, ahead, ends)

    // The beginning, and the end.
    let born = BornPassage(clients, cohorts, plan)
    let before = InitialSession(clients, driver, fastForward, born)
    let earlier = InitialConnection(
      clients, cohorts, network, statistics, driver, people, setUp, before, wires)
    let births = InitialState(plan, table, cohorts, statistics, shared.random, earlier)
    let census = SubfleetCensus(clients, cohorts, statistics, tracker, backend, location.names)
    self.init(clients, network, atClient, atGateway, effects, ahead, births, census)
  }
}
