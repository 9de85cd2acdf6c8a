import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import VirtualTime

/// Worlds in which the gateway is shut for everybody most of the time, in any way and often several at
/// once, and clients have nothing but their attempts. Much is under way when it shuts and when it opens.
struct ShutWorld {
  private var dice: Dice
  private var world: FleetWorld

  static func make(_ seed: UInt64) throws -> FleetWorld {
    var maker = try ShutWorld(seed)
    maker.setTheScene()
    maker.world.faults = (0..<(1 + maker.dice.roll(5))).map { _ in maker.fault() }
    maker.dice.letCoincide(&maker.world.faults)
    if maker.dice.chance(30) { maker.world.recoveryFrom = [0] }
    return maker.world
  }

  private init(_ seed: UInt64) throws {
    dice = Dice(seed &+ 77_000)
    world = FleetWorld(try Self.fleet(&dice))
    world.seed = seed
    world.clients = Int(1 + dice.roll(dice.chance(30) ? 3 : 40))
    for index in world.cohorts.indices {
      world.cohorts[index].network = network()
      world.cohorts[index].system = dice.pick(OperatingSystem.allCases)
    }
  }

  // MARK: Clients

  private static let formulas = [
    "1s", "250ms", "30s", "0s", "list(0s, 1s; 5s)", "list(0s, 0s, 3s; 700ms)", "1s, attempts: 4",
    "20ms, connectTimeout: 20ms", "4s, connectTimeout: 5s", "if(x < 4, 1s, 0s)",
    "if(x < 5, 1s, 0/0)", "if(x < 5, 1s, -1s)", "if(x < 400, 0s, 1s)",
    "uniform(0, min(20s, 2^x)), connectTimeout: 3s",
  ]

  private static func fleet(_ dice: inout Dice) throws -> Fleet {
    func stoat() throws -> StoatConfiguration {
      let formula = dice.pick(dice.chance(60) ? formulas : Catalogue.names)
      return StoatConfiguration(
        profile: dice.pick(StoatProfile.allCases), policy: try BackoffPolicy.parse(formula))
    }
    switch dice.roll(10) {
    case 0: return .chatSocket([ChatSocketConfiguration()])
    case 1: return .mixed([.stoat(try stoat()), .chatSocket(ChatSocketConfiguration())])
    case 2, 3: return .stoat([try stoat(), try stoat()])
    case _: return .stoat([try stoat()])
    }
  }

  private mutating func network() -> NetworkDescription {
    let latencies: [Latency] = [
      .constant(.zero), .constant(.milliseconds(50)), .constant(.milliseconds(50)),
      .constant(.milliseconds(1)), .constant(.seconds(6)), .constant(.seconds(30)),
      .lognormal(median: .milliseconds(50), sigma: 0.5),
      .lognormal(median: .milliseconds(500), sigma: 1.5, own: 0.5),
      .exponential(mean: .seconds(2)), .uniform(low: .zero, high: .seconds(12)),
    ]
    let loss = dice.chance(60) ? 0 : dice.pick(0.01, 0.3, 0.8)
    return NetworkDescription(
      profile: "own", latency: dice.pick(latencies), setup: dice.chance(50) ? .none : .usual,
      loss: dice.weather(around: loss))
  }

  // MARK: The run

  private mutating func setTheScene() {
    world.isAligned = dice.chance(50)
    if dice.chance(30) {
      world.start = dice.pick(
        .within(.zero), .within(.seconds(dice.roll(60))), .rate(perSecond: 1 + Double(dice.roll(9)))
      )
    }
    world.gateway = dice.chance(40) ? idealGateway : smallGateway
    world.gateway.nodes = Int(1 + dice.roll(3))
    world.gateway.abandonment = dice.pick(.notice, .work)
    if dice.chance(40) {
      world.gateway.backlog = Int(dice.roll(3))
      world.gateway.handshake = StationDescription(
        servers: 1, time: .constant(.milliseconds(1 + dice.roll(2_000))))
    }
    if dice.chance(40) {
      world.gateway.auth = StationDescription(
        servers: 1, time: .exponential(mean: .milliseconds(1 + dice.roll(2_000))))
    }
    if dice.chance(30) {
      world.gateway.admission = .tokenBucket(
        perSecond: 1, burst: 2, scope: dice.pick(.node, .gateway))
    }
    world.untilSettled = dice.chance(50)
    world.duration = .seconds(dice.pick(60, 200, 600))
  }

  // MARK: Faults

  private mutating func fault() -> Fault {
    let kind = kind()
    var length: Interval? = dice.pick(
      .seconds(1 + dice.roll(120)), .seconds(60), .milliseconds(1 + dice.roll(9_000)))
    if kind.isMomentary || dice.chance(4) { length = nil }
    if case .restart(rolling: true, _, _, _) = kind { length = length ?? .seconds(5) }
    let at: Interval = dice.pick(
      .zero, .seconds(10 * dice.roll(12)), .milliseconds(dice.roll(200_000)))
    return Fault(at: .start + at, duration: length, kind: kind, scope: .everyone)
  }

  private mutating func kind() -> FaultKind {
    let drop = dice.chance(70)
    switch dice.roll(12) {
    case 0, 1, 2, 3:
      return .outage(
        mode: dice.pick(.refuse, .refuse, .reset, .blackhole, .drain), drop: drop,
        batch: Int(1 + dice.roll(9)), every: .seconds(1))
    case 4, 5, 6: return .restart(rolling: dice.chance(20), drop: drop)
    case 7:
      return .flapping(
        of: dice.pick(FlappingTarget.allCases), up: .seconds(1 + dice.roll(20)),
        down: .seconds(1 + dice.roll(30)), together: dice.chance(70))
    case 8:
      return dice.pick(
        .latency(times: dice.pick(0.5, 40), add: .milliseconds(dice.roll(300))),
        .loss(rate: dice.pick(0.3, 1)))
    case 9:
      return .authFailure(answer: dice.pick(AuthAnswer.allCases), probability: dice.pick(0.3, 1))
    case 10: return dice.pick(.capacity(to: 0, station: nil), .slow(times: 20, station: nil))
    case _: return dice.pick(.offline, .handover, .logout)
    }
  }
}
