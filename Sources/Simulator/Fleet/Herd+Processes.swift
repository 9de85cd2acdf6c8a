import Primitives

extension Herd {
  /// The processes of a herd, and which of them knows which: each is made after those that it calls,
  /// so that no two can call each other.
  /// - Parameter configurations: by cohort of the run; nil of other herds' cohorts.
  convenience init(
    _ shared: Surroundings, _ configurations: [Machine.Configuration?], _ place: HerdPlace
  ) {
    let plan = shared.plan
    let books = shared.books
    let gateway = shared.gateway
    let cohorts = Cohorts<Machine>(configurations, place)
    let table = OwnedTable(Machine.fresh(under: cohorts.configurations[0]), shared.columns)
    let clients = table.clients
    let network = NetworkView(plan, shared.world, clients, shared.random)

    // Connections, seen from the clients.
    let habits = Habits(plan.cohorts, clients, shared.random)
    let messages = Messages(clients, network)
    let connections = Connections(
      attempts: Attempts(clients, network, books, plan.gateway), messages: messages,
      calls: Calls(clients, network, books, gateway, habits))

    // Sessions.
    let presences = Presences(clients, network, books)
    let backend = Backend(clients, network, books, habits, messages, herd: place.number)
    let turns = Turns(clients, cohorts, network, books, connections, presences, backend)
    let closings = Closings(clients, network, books, connections.attempts, turns)
    let receiver = Receiver(clients, network, books, connections.attempts, turns)

    // What is passed over.
    let prospect = Prospect(network, shared)
    let passages = Passages(clients, cohorts, shared.random)
    let retries = RetryPassages(clients, cohorts, network, shared, passages, prospect)
    let fastForward = FastForward(clients, cohorts, network, books)
    let welcomes = WelcomePassages(clients, cohorts, network, shared, turns, fastForward)
    let foresight = Foresight(clients, gateway, prospect, retries, welcomes)

    // Connections, seen from the gateway.
    let costs = ServiceCosts(clients, books)
    let admission = Admission(clients, network, books, gateway)
    let pings = ServerPings(clients, messages)
    let rejections = Rejections(clients, network, retries)
    let setUp = SetUp(
      clients, network, gateway, admission, costs, rejections, pings, foresight)
    let lateAdmission = LateAdmission(
      clients, books, gateway, costs, admission, setUp, rejections)
    let listener = Listener(
      clients, network, books, gateway, connections.attempts, setUp, rejections, retries)
    let callService = CallService(clients, network, gateway, costs)
    let atGateway = GatewayProcess(
      clients, gateway, listener, setUp, lateAdmission, callService, pings)

    // Devices, people.
    let devices = Devices(clients, network, turns, end: shared.end)
    let people = People(clients, habits, turns, devices, backend)
    let refusals = RefusedPassages(clients, cohorts, network, shared, passages)
    let shutGateway = ShutGateway(
      clients, shared, connections.attempts, listener, closings, turns, refusals, prospect)
    let streams = PassedStreams(clients, shared, people, turns)
    let ahead = Ahead(fastForward: fastForward, shutGateway: shutGateway, streams: streams)
    let impacts = Impacts(clients, network, closings, turns, devices, backend, messages)
    let atClient = ClientProcess(
      clients, connections, Incoming(receiver: receiver, closings: closings), turns, devices,
      people, impacts, ahead)

    // The beginning, and the end.
    let before = BeforeStart(
      clients, turns, fastForward, BornPassage(clients, cohorts, plan))
    let earlier = EarlierLife(clients, cohorts, network, books, turns, people, pings, before)
    let births = Births(plan, table, cohorts, books, shared.random, earlier)
    let census = HerdCensus(clients, cohorts, books, presences, backend)
    self.init(
      clients, network, atClient, atGateway, impacts, ahead, births, census)
  }
}
