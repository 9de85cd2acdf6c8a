import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import VirtualTime

/// Draws for a world, from a seed.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = mixed(seed &+ 31_337) }

  mutating func roll(_ bound: Int64) -> Int64 {
    state = mixed(state &+ 0x9e37_79b9_7f4a_7c15)
    return Int64(state % UInt64(bound))
  }

  mutating func chance(_ percent: Int64) -> Bool { roll(100) < percent }
  mutating func pick<T>(_ options: [T]) -> T { options[Int(roll(Int64(options.count)))] }
  mutating func pick<T>(_ options: T...) -> T { pick(options) }

  /// Lets some faults begin in the very moment of another one: what is certain of one of them alone is not of
  /// both.
  mutating func letCoincide(_ faults: inout [Fault]) {
    for place in faults.indices.dropFirst() where chance(20) {
      faults[place].at = faults[Int(roll(Int64(place)))].at
    }
  }
}

/// Worlds of Stoat clients in which heartbeats are mostly quiet, and what disturbs them likes to come
/// at the very moment of a heartbeat, of its answer or of its time limit.
struct QuietWorld {
  private var dice: Dice
  private var world: FleetWorld
  /// Of the first cohort: from one heartbeat to the next, and how long an answer may take.
  private var heartbeat = Interval.seconds(30)
  private var pongTimeout = Interval.seconds(10)
  /// One of the latencies there are.
  private var latency = Interval.zero

  static func make(_ seed: UInt64) throws -> FleetWorld {
    var maker = try QuietWorld(seed)
    maker.setTheScene()
    maker.world.faults = (0..<maker.dice.roll(5)).map { _ in maker.fault() }
    maker.dice.letCoincide(&maker.world.faults)
    return maker.world
  }

  private init(_ seed: UInt64) throws {
    dice = Dice(seed)
    let count = dice.chance(25) ? 2 + dice.roll(2) : 1
    var configurations: [StoatConfiguration] = []
    for _ in 0..<count { configurations.append(try Self.configuration(&dice)) }
    world = FleetWorld(.stoat(configurations))
    world.seed = seed
    heartbeat = configurations[0].heartbeat
    pongTimeout = configurations[0].pongTimeout
    for index in world.cohorts.indices {
      world.cohorts[index].network = network()
      world.cohorts[index].system = dice.pick(OperatingSystem.allCases)
      if dice.chance(15) { world.cohorts[index].behaviour = behaviour() }
    }
    let shortest = configurations.map(\.heartbeat).min()!
    world.clients = Int(1 + dice.roll(dice.chance(30) ? 3 : 60))
    if shortest <= .seconds(2) { world.clients = min(world.clients, 6) }
  }

  // MARK: Clients

  private static func configuration(_ dice: inout Dice) throws -> StoatConfiguration {
    let formula = dice.chance(40) ? "stoat-web" : dice.pick(Catalogue.names + formulas)
    var configuration = StoatConfiguration(
      profile: dice.pick(StoatProfile.allCases), policy: try BackoffPolicy.parse(formula))
    if dice.chance(40) { setPace(of: &configuration, &dice) }
    return configuration
  }

  private static func setPace(of configuration: inout StoatConfiguration, _ dice: inout Dice) {
    var pace: Interval = dice.pick(
      .seconds(1), .seconds(5), .seconds(10), .milliseconds(17_300), .seconds(30), .seconds(60),
      .milliseconds(300), .microseconds(2_500_001))
    // Also as long as from one heartbeat to the next, or longer: then several are out at a time. Their
    // answers must not arrive at the same instant, so no delays may differ by a number of heartbeats.
    if dice.chance(40) {
      pace = pace + .microseconds(7)
      configuration.pongTimeout = dice.pick(
        pace, pace + .microseconds(1), pace * 2, .seconds(60), .seconds(90))
    } else {
      // The web client's close frame must not arrive together with the Ping that it gives up.
      let shortest: Interval = configuration.profile == .forWeb ? .milliseconds(1) : .zero
      let shorter: [Interval] = [
        shortest, .milliseconds(100), .seconds(1), .seconds(5), .seconds(10), .seconds(30),
      ]
      configuration.pongTimeout = dice.pick(
        shorter.filter { $0 < pace } + [pace - .microseconds(1)])
    }
    configuration.heartbeat = pace
  }

  private static let formulas = ["1s", "250ms", "30s", "list(0s, 1s; 5s)", "1s, attempts: 0"]

  private mutating func network() -> NetworkDescription {
    let half = Interval(nanoseconds: pongTimeout.nanoseconds / 2)
    // A round trip as long as a Ping may take, a little less, a little more.
    let edges = [half, half + .microseconds(1), max(.zero, half - .microseconds(1))]
    let latencies: [Latency] = [
      .constant(.zero), .constant(.zero), .constant(.milliseconds(50)), .constant(dice.pick(edges)),
      .constant(.microseconds(dice.roll(400_000))),
      .constant(.milliseconds(dice.roll(20_000))),
      .lognormal(median: .milliseconds(50), sigma: 0.5),
      .lognormal(median: .milliseconds(50), sigma: 0.5, own: dice.pick(0.5, 1)),
      .lognormal(median: .milliseconds(500), sigma: 1.5, own: dice.pick(0, 0.3, 0.9)),
      .lognormal(median: .seconds(2), sigma: 1),
      .exponential(mean: .seconds(1)), .uniform(low: .seconds(4), high: .seconds(6)),
      .uniform(low: .zero, high: half + .milliseconds(20)),
      .foldedNormal(mean: .milliseconds(80), deviation: .milliseconds(40)),
    ]
    let latency = dice.pick(latencies)
    if case .distribution(.constant(let each)) = latency.shape { self.latency = each }
    let loss = dice.chance(50) ? 0 : dice.pick(0.01, 0.3, 0.6, 0.95)
    var network = NetworkDescription(
      profile: "own", latency: latency, setup: dice.chance(50) ? .none : .usual,
      loss: dice.weather(around: loss))
    if dice.chance(25) { network.addresses = dice.addresses() }
    return network
  }

  private mutating func behaviour() -> Behaviour {
    var behaviour = Behaviour()
    if dice.chance(60) {
      behaviour.app = Alternation(
        on: .about(seconds: 5 + dice.roll(90)), off: .each(seconds: 5 + dice.roll(60)))
    }
    if dice.chance(30) {
      behaviour.screens = Alternation(
        on: .each(seconds: 5 + dice.roll(60)), off: .about(seconds: 5 + dice.roll(30)))
    }
    if dice.chance(30) { behaviour.actions = .about(seconds: 1 + dice.roll(20)) }
    if dice.chance(40) { behaviour.launches = .about(seconds: 20 + dice.roll(90)) }
    behaviour.newUser = Double(dice.roll(3)) / 2
    return behaviour
  }

  // MARK: The run

  private mutating func setTheScene() {
    world.isAligned = dice.chance(50)
    if dice.chance(30) {
      world.start = dice.pick(
        .within(.zero), .within(.seconds(dice.roll(60))), .within(heartbeat),
        .rate(perSecond: 0.2 + Double(dice.roll(50))))
    }
    world.gateway = dice.chance(40) ? idealGateway : smallGateway
    world.gateway.nodes = Int(1 + dice.roll(4))
    world.gateway.abandonment = dice.pick(.notice, .work)
    if dice.chance(20) {
      world.gateway.admission = .tokenBucket(
        perSecond: 1, burst: 2, scope: dice.pick(.node, .gateway))
    }
    world.untilSettled = dice.chance(50)
    let whole = heartbeat * (1 + dice.roll(20))
    world.duration = dice.pick(
      whole, .seconds(30 * (1 + dice.roll(12))), whole + latency, whole + latency + latency,
      whole + latency + latency + .nanoseconds(1), whole + .nanoseconds(1), whole + pongTimeout,
      whole - .nanoseconds(1), .milliseconds(1 + dice.roll(400_000)), .minutes(10))
    world.duration = max(world.duration, .nanoseconds(1))
  }

  // MARK: Faults

  private mutating func fault() -> Fault {
    let kind = kind()
    var length: Interval? = length()
    if kind.isMomentary || (dice.chance(5) && kind != .background) { length = nil }
    var scope = scope()
    let node = FaultScope.node(Int(dice.roll(Int64(world.gateway.nodes))))
    switch kind {
    case .restart(rolling: true, _, _, _):
      scope = .everyone
      length = length ?? .seconds(5)
    case .restart, .capacity, .slow: scope = dice.pick(.everyone, node)
    case .offline, .background, .handover, .logout, .dns, .move, .address: break
    case .outage, .latency, .loss, .authFailure, .flapping: if dice.chance(20) { scope = node }
    }
    return Fault(at: moment(), duration: length, kind: kind, scope: scope)
  }

  private mutating func scope() -> FaultScope {
    dice.pick(
      .everyone, .everyone, .share(Double(dice.roll(101)) / 100),
      .cohort("cohort\(dice.roll(Int64(world.cohorts.count)))"))
  }

  private mutating func kind() -> FaultKind {
    let drop = dice.chance(50)
    switch dice.roll(13) {
    case 0:
      return .outage(
        mode: .drain, drop: drop, batch: Int(1 + dice.roll(20)),
        every: dice.pick(.seconds(1), span()))
    case 1, 2: return outageKind(drop)
    case 3: return .restart(rolling: dice.chance(50), drop: drop)
    case 4: return .capacity(to: dice.pick(0, 0.25, 1), station: nil)
    case 5: return .slow(times: dice.pick(0.5, 4, 100), station: nil)
    case 6, 7: return perturbationKind()
    case 8:
      return .authFailure(
        answer: dice.pick(AuthAnswer.allCases), probability: dice.pick(0.3, 1))
    case 9, 10:
      return .flapping(
        of: dice.pick(FlappingTarget.allCases), up: span(), down: span(), together: drop)
    case 11: return dice.pick(.offline, .background)
    case _: return dice.pick(.handover, .logout)
    }
  }

  private mutating func outageKind(_ drop: Bool) -> FaultKind {
    .outage(
      mode: dice.pick(.reset, .refuse, .blackhole, .blackhole), drop: drop, batch: 100,
      every: .seconds(1))
  }

  private mutating func perturbationKind() -> FaultKind {
    dice.pick(
      .latency(
        times: dice.pick(0.57, 1, 1.37, 96.3), add: .microseconds(dice.roll(300_000))),
      .latency(times: 1, add: pongTimeout < heartbeat ? pongTimeout : .microseconds(3_141_593)),
      .loss(rate: dice.pick(0, 0.2, 0.7, 1)))
  }

  /// A phase of a flapping: at least a second.
  private mutating func span() -> Interval {
    dice.pick(
      .seconds(1 + dice.roll(20)), .milliseconds(1_000 + dice.roll(30_000)),
      max(heartbeat, .seconds(1)), max(pongTimeout, .seconds(1)), .seconds(30))
  }

  private mutating func length() -> Interval {
    dice.pick(
      .seconds(1 + dice.roll(90)), .milliseconds(1 + dice.roll(60_000)), heartbeat, heartbeat * 2,
      .nanoseconds(1), .milliseconds(200), max(pongTimeout, .nanoseconds(1)), .seconds(30),
      .seconds(60))
  }

  /// When a fault begins: often when a heartbeat is sent, on its way, answered or given up.
  private mutating func moment() -> Instant {
    let beats = max(1, world.duration / heartbeat)
    let beat = Instant.start + heartbeat * dice.roll(Int64(beats) + 1)
    let way = latency
    let later = dice.pick(
      .zero, .zero, .nanoseconds(1), .microseconds(1), way, way + way, way + way + .nanoseconds(1),
      pongTimeout, pongTimeout + .nanoseconds(1), .milliseconds(200))
    let moment: Instant
    switch dice.roll(10) {
    case 0: moment = .start
    case 1, 2: moment = beat
    case 3, 4: moment = beat + later
    case 5: moment = beat - later
    case 6: moment = beatOfAClient() + later
    case 7:
      moment = .start + world.duration - dice.pick(.nanoseconds(1), .seconds(1), later)
    case 8: moment = .start + .seconds(30 * dice.roll(10))
    case _: moment = .start + .nanoseconds(dice.roll(max(world.duration.nanoseconds, 1)))
    }
    return max(moment, .start)
  }

  /// A heartbeat of a client of a fleet that is spread: opened in [-P, 0), P the period.
  private mutating func beatOfAClient() -> Instant {
    let client = UInt32(dice.roll(Int64(world.clients)))
    let opened = openTime(of: client, seed: world.seed, period: heartbeat)
    return opened + heartbeat * (1 + dice.roll(10))
  }
}

/// When a client of a spread fleet has been up since when the run begins: uniform in [-P, 0).
func openTime(of client: UInt32, seed: UInt64, period: Interval) -> Instant {
  let u = RandomSource(seed: seed).uniform(owner: client, .start, attempt: 0, index: 0)
  return min(.start - period + Interval(seconds: u * period.seconds), .start - .microseconds(1))
}
