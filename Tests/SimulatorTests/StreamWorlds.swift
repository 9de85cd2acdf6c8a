import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import VirtualTime

/// Worlds of people who read, listen and are pushed to, in which many moves share a moment: with each other, with
/// what the gateway says, with what a fault does, and with the end of the run.
struct StreamWorld {
  private var dice: Dice
  private var world: FleetWorld

  static func make(_ seed: UInt64) throws -> FleetWorld {
    var maker = try StreamWorld(seed)
    maker.setTheScene()
    maker.world.faults = (0..<maker.dice.roll(5)).map { _ in maker.fault() }
    maker.dice.letCoincide(&maker.world.faults)
    return maker.world
  }

  private init(_ seed: UInt64) throws {
    dice = Dice(seed &+ 77_003)
    let primers = [
      PrimerConfiguration(), PrimerConfiguration(profile: .unlocked), PrimerConfiguration(),
    ]
    let others: [AnyConfiguration] = [
      .chatSocket(ChatSocketConfiguration(profile: dice.pick(.spec, .starscream))),
      .appExtension(AppExtensionConfiguration(profile: dice.pick(.spec, .app))),
      .stoat(try BackoffPolicyForTests.parse("stoat-web")), .primer(PrimerConfiguration()),
    ]
    switch dice.roll(6) {
    case 0: world = FleetWorld(.mixed([.primer(primers[0])] + others))
    case 1: world = FleetWorld(.mixed([dice.pick(others), .primer(primers[1])]))
    case 2: world = FleetWorld(Fleet([dice.pick(Array(others.prefix(2)))]))
    case _: world = FleetWorld(.primer(Array(primers.prefix(Int(1 + dice.roll(2))))))
    }
    world.seed = seed
    world.clients = Int(1 + dice.roll(dice.chance(30) ? 3 : 30))
    let network = network()
    for index in world.cohorts.indices {
      world.cohorts[index].network = dice.chance(70) ? network : self.network()
      world.cohorts[index].behaviour = behaviour()
    }
  }

  private mutating func network() -> NetworkDescription {
    let latency: Latency = dice.pick(
      .constant(.zero), .constant(.milliseconds(250)), .constant(.seconds(1)),
      .uniform(low: .zero, high: .microseconds(1)),
      .lognormal(median: .milliseconds(60), sigma: 0.6), .exponential(mean: .seconds(1)))
    return NetworkDescription(
      profile: "own", latency: latency, setup: dice.chance(50) ? .none : .usual,
      loss: dice.chance(60) ? 0 : dice.pick(0.02, 0.4))
  }

  // MARK: People

  /// A whole number of quarters of a second, or anything of about that length.
  private mutating func pause(quarters: Int64) -> Distribution {
    let mean = Interval.milliseconds(250 * (1 + dice.roll(quarters)))
    return dice.chance(50) ? .constant(mean) : .exponential(mean: mean)
  }

  private mutating func phases(quarters: Int64) -> Alternation {
    Alternation(on: pause(quarters: quarters), off: pause(quarters: quarters))
  }

  private mutating func behaviour() -> Behaviour {
    var behaviour = Behaviour()
    behaviour.actions = dice.chance(90) ? pause(quarters: 8) : nil
    behaviour.pushes = dice.chance(85) ? pushes() : nil
    behaviour.listeners = dice.chance(60) ? phases(quarters: 40) : nil
    behaviour.app = dice.chance(35) ? phases(quarters: 60) : nil
    behaviour.screens = dice.chance(50) ? phases(quarters: 60) : nil
    behaviour.launches = dice.chance(50) ? pause(quarters: 80) : nil
    behaviour.newUser = Double(dice.roll(3)) / 2
    behaviour.entities = Int(dice.pick(1, 2, 3, 8, 128))
    behaviour.firstScreen = Int(dice.roll(4))
    behaviour.database = pause(quarters: 8)
    return behaviour
  }

  private mutating func pushes() -> PushPlan {
    var storms: [PushStorm] = []
    if dice.chance(30) {
      let begin = Instant.start + .seconds(dice.roll(60))
      storms = [
        PushStorm(
          begin: begin, end: begin + .seconds(1 + dice.roll(20)), every: pause(quarters: 2))
      ]
    }
    return PushPlan(every: dice.chance(85) ? pause(quarters: 16) : nil, storms: storms)
  }

  // MARK: The run

  private mutating func setTheScene() {
    world.isAligned = dice.chance(60)
    if dice.chance(50) {
      world.start = dice.pick(.within(.zero), .within(.zero), .within(.seconds(5)))
    }
    world.gateway = dice.chance(50) ? idealGateway : smallGateway
    world.gateway.nodes = Int(1 + dice.roll(3))
    world.gateway.abandonment = dice.pick(.notice, .work)
    if dice.chance(20) { world.gateway.api.time = .constant(.seconds(1)) }
    world.untilSettled = dice.chance(50)
    world.duration =
      moment() - .start + .seconds(10) + dice.pick(.zero, .nanoseconds(1), .nanoseconds(-1))
  }

  private mutating func moment() -> Instant {
    let whole = Instant.start + .milliseconds(250 * dice.roll(320))
    return dice.chance(70)
      ? whole : max(.start, whole + dice.pick(.nanoseconds(1), .nanoseconds(-1), .microseconds(7)))
  }

  private mutating func fault() -> Fault {
    let drop = dice.chance(50)
    let span = Interval.milliseconds(250 * (1 + dice.roll(20)))
    let kinds: [FaultKind] = [
      .outage(mode: .refuse, drop: drop, batch: 3, every: span),
      .outage(mode: .blackhole, drop: drop, batch: 3, every: span),
      .outage(mode: .drain, drop: false, batch: 3, every: span),
      .outage(mode: .reset, drop: drop, batch: 3, every: span),
      .restart(rolling: dice.chance(50), drop: drop), .capacity(to: 0.25, station: nil),
      .slow(times: 4, station: nil), .latency(times: 2, add: .milliseconds(30)),
      .loss(rate: dice.pick(0.2, 1)),
      .authFailure(answer: dice.pick(AuthAnswer.allCases), probability: 0.5),
      .flapping(of: dice.pick(FlappingTarget.allCases), up: span, down: span, together: drop),
      .offline, .offline, .background, .background, .handover, .logout, .logout,
    ]
    let kind = dice.pick(kinds)
    var scope: FaultScope = dice.pick(
      .everyone, .everyone, .share(Double(dice.roll(101)) / 100),
      .cohort("cohort\(dice.roll(Int64(world.cohorts.count)))"))
    switch kind {
    case .restart, .capacity, .slow: scope = .everyone
    case .outage, .latency, .loss, .authFailure, .flapping, .offline, .background, .handover, .dns,
      .move, .address,
      .logout:
      break
    }
    let length: Interval? =
      kind.isMomentary || dice.chance(5) && kind != .background ? nil : span * (1 + dice.roll(8))
    return Fault(at: moment(), duration: length, kind: kind, scope: scope)
  }
}
