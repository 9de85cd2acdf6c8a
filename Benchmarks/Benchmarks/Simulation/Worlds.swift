import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import VirtualTime

/// A plan and its clients. The numbers are those of the built-in scenarios of the same name.
struct World {
  var plan: SimulationPlan
  var configuration: StoatConfiguration

  private init(
    clients: Int, policy: String, network: NetworkDescription, gateway: GatewayDescription,
    faults: [Fault], duration: Interval, untilSettled: Bool = true
  ) throws {
    plan = SimulationPlan(
      seed: 1, clients: clients,
      cohorts: [CohortPlan(name: "all", share: 1, network: network, system: .linux)],
      start: .connected, isAligned: false, gateway: gateway, faults: faults, duration: duration,
      untilSettled: untilSettled, metastableWindow: .seconds(60))
    configuration = StoatConfiguration(profile: .spec, policy: try BackoffPolicy.parse(policy))
  }

  /// A minute of refusal without a first delay, then one server that needs 2 ms for each client.
  static func referenceStorm(clients: Int) throws -> World {
    let network = NetworkDescription(
      profile: "ideal", latency: .lognormal(median: .milliseconds(50), sigma: 0.5), setup: .none,
      loss: 0)
    let auth = StationDescription(servers: 1, time: .constant(.milliseconds(2)))
    let gateway = GatewayDescription(
      profile: "ideal", nodes: 1, backlog: nil, handshake: .ideal, auth: auth, ready: .ideal,
      api: .ideal, admission: .none, abandonment: .work)
    return try World(
      clients: clients, policy: "stoat-sdk", network: network, gateway: gateway,
      faults: [refusal(at: 0)], duration: .hours(1))
  }

  /// The default scenario: a minute of refusal, then 500 admissions a second.
  static func gatewayRestart(clients: Int) throws -> World {
    try World(
      clients: clients, policy: "stoat-web", network: lte, gateway: usualGateway,
      faults: [refusal(at: 60)], duration: .minutes(15))
  }

  /// An hour in which nothing happens but heartbeats, and a lost packet now and then.
  /// - Parameter skips: whether healthy heartbeats are added up instead of being simulated.
  static func quietHour(clients: Int, skips: Bool) throws -> World {
    var world = try World(
      clients: clients, policy: "stoat-web", network: lte, gateway: usualGateway, faults: [],
      duration: .hours(1), untilSettled: false)
    world.plan.skipsQuietTime = skips
    return world
  }

  private static func refusal(at second: Int64) -> Fault {
    Fault(
      at: .seconds(second), duration: .seconds(60),
      kind: .outage(mode: .refuse, drop: true, batch: 100, every: .seconds(1)), scope: .everyone)
  }

  private static let lte = NetworkDescription(
    profile: "lte", latency: .lognormal(median: .milliseconds(50), sigma: 0.5), setup: .usual,
    loss: 0.001)

  private static let usualGateway = GatewayDescription(
    profile: "default", nodes: 4, backlog: 4096,
    handshake: StationDescription(servers: 4, time: .constant(.microseconds(500))),
    auth: StationDescription(servers: 100, time: .exponential(mean: .milliseconds(5))),
    ready: StationDescription(servers: 16, time: .constant(.milliseconds(5))),
    api: StationDescription(servers: 64, time: .constant(.milliseconds(5))),
    admission: .tokenBucket(perSecond: 500, burst: 500, scope: .gateway), abandonment: .work)
}
