import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import VirtualTime

/// Worlds in which the gateway is open, and has far too little for those who come: most attempts are
/// turned away by admission, or run out of time in a queue. What clients do between two of them is
/// passed over, until something of the world changes.
struct RetryWorld {
  private var dice: Dice
  private var world: FleetWorld

  /// - Parameter onlyAuth: nobody waits anywhere else, and many are served in time.
  static func make(_ seed: UInt64, onlyAuth: Bool = false) throws -> FleetWorld {
    var maker = try RetryWorld(seed)
    maker.setTheScene()
    maker.limitTheGateway()
    if onlyAuth { maker.limitOnlyAuth() }
    maker.world.faults = [maker.beginning] + (0..<maker.dice.roll(4)).map { _ in maker.fault() }
    maker.dice.letCoincide(&maker.world.faults)
    if maker.dice.chance(20) { maker.world.recoveryFrom = [0] }
    return maker.world
  }

  private init(_ seed: UInt64) throws {
    dice = Dice(seed &+ 990_000)
    world = FleetWorld(try Self.fleet(&dice))
    world.seed = seed
    world.clients = Int(1 + dice.roll(dice.chance(20) ? 4 : 60))
    let isAlike = dice.chance(60)
    let common = network()
    for index in world.cohorts.indices {
      world.cohorts[index].network = isAlike ? common : network()
      world.cohorts[index].system = dice.pick(OperatingSystem.allCases)
    }
  }

  // MARK: Clients

  private static let formulas = [
    "0s", "100ms", "1s", "3s", "uniform(0, min(20s, 2^x)), connectTimeout: 2s",
    "uniform(0s, 2s), connectTimeout: 1s", "2^x, attempts: 6, connectTimeout: 3s",
    "prev * uniform(1, 3), first: 200ms, connectTimeout: 1500ms",
    "1s, clock: attemptStart, connectTimeout: 2s", "5s, clock: attemptStart, connectTimeout: 4s",
    "list(0s, 1s; 5s), reset: open, connectTimeout: 2s",
    "min(8s, 2^x), reset: uptime(3s), connectTimeout: 2s",
    "min(8s, 2^x), reset: idle(4s), connectTimeout: 2s",
    "min(8s, 2^x), reset: every(20s), connectTimeout: 2s",
    "min(8s, 2^x), reset: never, connectTimeout: 45s",
    "if(x < 5, 500ms, 0/0), connectTimeout: 1s", "if(x < 6, 700ms, -1s)",
    "min(elapsed, 5s) + 100ms, connectTimeout: 3s", "perClient(uniform(1s, 4s))",
  ]

  private static func fleet(_ dice: inout Dice) throws -> Fleet {
    func policy() throws -> BackoffPolicy {
      let name = dice.pick(dice.chance(70) ? formulas : Catalogue.names)
      return try (try? BackoffPolicy.parse(name)) ?? BackoffPolicy.parse("2s")
    }
    func stoat() throws -> StoatConfiguration {
      var configuration = StoatConfiguration(
        profile: dice.pick(StoatProfile.allCases), policy: try policy())
      if dice.chance(20) { configuration.heartbeat = .milliseconds(500 + dice.roll(9_000)) }
      return configuration
    }
    func optimistic() throws -> OptimisticConfiguration {
      OptimisticConfiguration(policy: try policy())
    }
    switch dice.roll(12) {
    case 0: return .chatSocket([ChatSocketConfiguration()])
    case 1: return .mixed([.stoat(try stoat()), .chatSocket(ChatSocketConfiguration())])
    case 2: return .mixed([.stoat(try stoat()), .optimistic(try optimistic())])
    case 3, 4: return .optimistic([try optimistic()])
    case 5, 6: return .stoat([try stoat(), try stoat()])
    case _: return .stoat([try stoat()])
    }
  }

  private mutating func network() -> NetworkDescription {
    let latencies: [Latency] = [
      .constant(.zero), .constant(.milliseconds(50)), .constant(.milliseconds(1)),
      .constant(.milliseconds(500)), .constant(.seconds(2)),
      .lognormal(median: .milliseconds(50), sigma: 0.5),
      .lognormal(median: .milliseconds(100), sigma: 1.5, own: 0.5),
      .exponential(mean: .milliseconds(700)), .uniform(low: .zero, high: .seconds(3)),
    ]
    let loss = dice.chance(75) ? 0 : dice.pick(0.01, 0.3)
    return NetworkDescription(
      profile: "own", latency: dice.pick(latencies), setup: dice.chance(60) ? .none : .usual,
      loss: dice.weather(around: loss))
  }

  // MARK: The run

  private mutating func setTheScene() {
    world.isAligned = dice.chance(50)
    if dice.chance(40) {
      world.start = dice.pick(
        .within(.zero), .within(.seconds(dice.roll(40))), .rate(perSecond: 1 + Double(dice.roll(9)))
      )
    }
    world.untilSettled = dice.chance(70)
    world.duration = .seconds(dice.pick(30, 120, 400))
  }

  private mutating func limitTheGateway() {
    world.gateway = dice.chance(40) ? idealGateway : smallGateway
    world.gateway.nodes = Int(1 + dice.roll(3))
    world.gateway.abandonment = dice.chance(10) ? .notice : .work
    if dice.chance(40) { world.gateway.handshake = station() }
    if dice.chance(60) { world.gateway.auth = station() }
    if dice.chance(20) { world.gateway.ready = station() }
    if dice.chance(20) { world.gateway.backlog = Int(dice.roll(6)) }
    if dice.chance(50) {
      world.gateway.admission = .tokenBucket(
        perSecond: dice.pick(0.3, 1, 4), burst: dice.pick(1, 3),
        scope: dice.pick(.node, .gateway))
      world.gateway.rejection = RejectionDescription(
        place: dice.pick(.beforeHandshake, .afterHandshake))
      if world.gateway.rejection.place == .afterHandshake && dice.chance(40) {
        world.gateway.rejection.cost = .milliseconds(1 + dice.roll(400))
      }
    }
  }

  private mutating func limitOnlyAuth() {
    let description = world.gateway
    world.gateway = idealGateway
    world.gateway.nodes = description.nodes
    world.gateway.abandonment = description.abandonment
    if dice.chance(20) { world.gateway.admission = description.admission }
    if dice.chance(20) { world.gateway.handshake = description.handshake }
    if dice.chance(90) { world.gateway.auth = station() }
  }

  private mutating func station() -> StationDescription {
    let mean = Interval.milliseconds(dice.pick(1, 50, 300, 1_500, 6_000))
    return StationDescription(
      servers: dice.pick(1, 1, 2, 5, 20),
      time: dice.pick(.constant(mean), .exponential(mean: mean), .uniform(low: .zero, high: mean)))
  }

  // MARK: Faults

  /// Everybody loses the connection.
  private var beginning: Fault {
    mutating get {
      let mode = dice.pick(OutageMode.refuse, .reset, .drain, .blackhole)
      return Fault(
        at: .start + .milliseconds(dice.roll(8_000)), duration: .milliseconds(1 + dice.roll(9_000)),
        kind: .outage(mode: mode, drop: true, batch: Int(1 + dice.roll(30)), every: .seconds(1)),
        scope: .everyone)
    }
  }

  private mutating func fault() -> Fault {
    let kind = kind()
    var length: Interval? = .milliseconds(1 + dice.roll(dice.pick(500, 9_000, 60_000)))
    if kind.isMomentary || dice.chance(10) { length = nil }
    if case .restart(rolling: true, _, _, _) = kind { length = length ?? .seconds(5) }
    let at: Interval = dice.pick(
      .zero, .seconds(10 * dice.roll(12)), .milliseconds(dice.roll(100_000)))
    return Fault(at: .start + at, duration: length, kind: kind, scope: scope(of: kind))
  }

  private mutating func scope(of kind: FaultKind) -> FaultScope {
    if case .restart = kind { return .everyone }
    if case .capacity = kind { return .everyone }
    if case .slow = kind { return .everyone }
    return dice.chance(60) ? .everyone : .share(dice.pick(0.2, 0.7))
  }

  private mutating func kind() -> FaultKind {
    switch dice.roll(11) {
    case 0, 1:
      return .outage(
        mode: dice.pick(.refuse, .reset, .blackhole, .drain), drop: dice.chance(60),
        batch: Int(1 + dice.roll(9)), every: .seconds(1))
    case 2: return .restart(rolling: dice.chance(40), drop: dice.chance(70))
    case 3:
      return .flapping(
        of: dice.pick(FlappingTarget.allCases), up: .seconds(1 + dice.roll(20)),
        down: .seconds(1 + dice.roll(10)), together: dice.chance(50))
    case 4: return .latency(times: dice.pick(0.5, 10), add: .milliseconds(dice.roll(300)))
    case 5: return .loss(rate: dice.pick(0.3, 1))
    case 6:
      return .authFailure(answer: dice.pick(AuthAnswer.allCases), probability: dice.pick(0.3, 1))
    case 7: return .capacity(to: dice.pick(0, 0.3), station: dice.pick(nil, .auth, .handshake))
    case 8: return .slow(times: dice.pick(0.2, 20), station: dice.pick(nil, .auth, .handshake))
    case _: return dice.pick(.offline, .handover, .logout)
    }
  }
}
