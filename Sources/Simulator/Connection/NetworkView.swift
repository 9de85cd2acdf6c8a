import Faults
import NetworkModel
import Primitives

/// The network as the processes see it: each client's path, and what the faults in force do to it.
///
/// An object, because many ask the same one.
final class NetworkView<Machine: SimulatedSession> {
  let world: World
  let random: RandomSource
  let clients: ClientTable<Machine>
  /// The paths, by cohort.
  private let paths: FixedTable<Path>
  /// The reach that the paths of all clients have in common; nil if it depends on the client. It is
  /// the world's own value, kept at hand.
  @exclusivity(unchecked) private(set) var commonReach: World.Reach? = .open
  /// True if no fault is in force.
  @exclusivity(unchecked) private(set) var isQuiet = true
  /// The listener's behaviour while no node is up.
  @exclusivity(unchecked) private(set) var whileClosed = World.Reach.refuses
  /// True if faults change the latency or loss of any client at present.
  @exclusivity(unchecked) private(set) var perturbsPaths = false
  /// True if no fault changes paths in the whole run, all are steady, and no client is followed: nobody asks what
  /// becomes of each packet.
  let isSteady: Bool
  /// The tracer writes down which packets do not get through; nil where no client is followed.
  let tracer: Tracer?

  init(
    _ plan: SimulationPlan, _ world: World, _ clients: ClientTable<Machine>,
    _ random: RandomSource, _ tracer: Tracer?
  ) {
    self.world = world
    self.random = random
    self.clients = clients
    paths = FixedTable(count: plan.cohorts.count) {
      Path(plan.cohorts[$0].network, system: plan.cohorts[$0].system)
    }
    self.tracer = plan.followed.isEmpty ? nil : tracer
    isSteady =
      paths.map { $0.isSteady }.allSatisfy { $0 } && !world.perturbsAnyPath && plan.followed.isEmpty
  }

  /// True if no fault changes paths in the whole run.
  var isCalm: Bool { !world.perturbsAnyPath }

  /// Reads again what is kept at hand: to be called when faults have begun or ended.
  func worldChanged(whileClosed: World.Reach) {
    self.whileClosed = whileClosed
    commonReach = world.commonReach
    perturbsPaths = world.perturbsPaths
    isQuiet = world.isQuiet
  }

  /// The path of a client.
  subscript(pathOf client: UInt32) -> Path {
    @inline(__always) unsafeAddress { paths.address(clients.cohort(client)) }
  }

  @inline(__always)
  func subject(_ client: UInt32) -> World.Subject {
    let node = clients[client].connection.node
    return World.Subject(
      client: client, cohort: clients.cohort(client),
      node: node == ConnectionState.noNode ? nil : node)
  }

  func timeline(of client: UInt32, minds: ClientTimeline.Minding) -> ClientTimeline {
    ClientTimeline(world: world, subject: subject(client), minds: minds)
  }

  /// Returns what stands between a client and the gateway.
  @inline(__always)
  func reach(_ client: UInt32, at now: Instant) -> World.Reach {
    commonReach ?? world.reach(subject(client), at: now)
  }

  /// Returns true if nothing gets through between a client and the gateway, either way.
  @inline(__always)
  func isSilent(_ client: UInt32, at now: Instant) -> Bool {
    !reach(client, at: now).carriesPackets
      || world.hasTotalLoss && world.losesEverything(subject(client), at: now)
  }

  /// Returns the answer of authentication to an attempt that it does not let in.
  @inline(__always)
  func authFailure(_ client: UInt32, _ attempt: UInt32) -> AuthAnswer? {
    if clients[client].marks.contains(.loggedOut) { return .permanent }
    return isQuiet ? nil : world.authFailure(subject(client), attempt: attempt)
  }

  /// One-way delay of a packet that leaves at `sent` and is not lost.
  @inline(__always)
  func delay(_ key: PacketKey, _ direction: Direction, at sent: Instant) -> Interval {
    if !isSteady { return changingOnce(key, direction, at: sent) }
    return self[pathOf: key.client].delay(key, direction, PathConditions(), random)
  }

  @inline(never)
  private func changingOnce(
    _ key: PacketKey, _ direction: Direction, at sent: Instant
  ) -> Interval {
    if isCalm { return self[pathOf: key.client].delay(key, direction, PathConditions(), random) }
    let timeline = timeline(of: key.client, minds: .nothing)
    return self[pathOf: key.client].delay(key, direction, sentAt: sent, on: timeline, random)
  }

  /// One-way delay of the SYN of try `syn` that leaves at `sent`; nil where it does not arrive, or its answer is lost
  /// for the same reason.
  @inline(__always)
  func delay(ofSyn syn: Int, _ key: PacketKey, at sent: Instant) -> Interval? {
    fate(ofSyn: syn, key, at: sent).arrival
  }

  /// Returns what becomes of the SYN of try `syn` that leaves at `sent`.
  @inline(__always)
  func fate(ofSyn syn: Int, _ key: PacketKey, at sent: Instant) -> FirstPacketFate {
    if !isSteady { return changingFate(ofSyn: syn, key, at: sent) }
    return paths.withEntry(clients.cohort(key.client)) { path in
      let conditions = PathConditions()
      if path.losesSyn(syn, key, conditions, random) {
        return .lost
      }
      return .arrives(after: path.delay(key, .out, conditions, random), isAnswered: true)
    }
  }

  /// As `fate`, on a path that changes.
  @inline(never)
  private func changingFate(ofSyn syn: Int, _ key: PacketKey, at sent: Instant) -> FirstPacketFate {
    if isCalm {
      return self[pathOf: key.client].fate(
        ofSyn: syn, key, sentAt: sent, random)
    }
    let timeline = timeline(unconnected: key.client)
    return self[pathOf: key.client].fate(ofSyn: syn, key, sentAt: sent, on: timeline, random)
  }
}

extension PathConditions {
  @inline(__always)
  init(_ change: PathChange) {
    self.init()
    latencyTimes = change.times
    latencyAdd = change.add
    extraLoss = DirectedLoss(out: change.lossOut, back: change.lossBack)
    spreadsLatency = change.spreadsLatency
    isFading = change.isFading
  }
}
