import Faults
import GatewayModel
import NetworkModel
import Primitives
import Simulator
import VirtualTime

/// Attempts of clients that have the gateway for themselves, drawn from the distributions of the
/// path and of the services. They tell if one can ever be in time.
struct LoneAttempts {
  private let limit: Patience
  private let system: OperatingSystem
  private let gateway: GatewayDescription
  private let bend: PathBend
  /// By the numbers of the roles: the factor on its services.
  private let slowness: [Double]

  init(
    _ limit: Patience, _ system: OperatingSystem, _ gateway: GatewayDescription,
    _ bend: PathBend, slowness: [Double]
  ) {
    self.limit = limit
    self.system = system
    self.gateway = gateway
    self.bend = bend
    self.slowness = slowness
  }

  private static let draws: UInt32 = 4_000
  /// Fewer in time than one of 1,000 is practically none.
  private static let fewest = 4

  /// True if an attempt is practically never in time. The draws are the same for every question.
  var areOutOfReach: Bool {
    let services = limit.stages.compactMap(service)
    let mean = limit.travel(bend) + services.reduce(0) { $0 + $1.sampler.meanSeconds * $1.times }
    // One that is in time on average is so often enough.
    if mean <= limit.seconds { return false }
    let path = Path(limit.network, system: system)
    let random = RandomSource(seed: 0)
    var conditions = PathConditions()
    conditions.latencyTimes = bend.times
    conditions.latencyAdd = Interval(saturatingSeconds: bend.add)
    var inTime = 0
    for client in 0..<Self.draws {
      let key = PacketKey(client: client, attempt: 1, step: 0)
      var seconds = travel(path, key, conditions, random).seconds
      for service in services {
        let bits = random.bits(owner: client, service.purpose, attempt: 1, index: 0)
        seconds += service.sampler.sample(bits).seconds * service.times
      }
      if seconds < limit.seconds { inTime += 1 }
      if inTime >= Self.fewest { return false }
    }
    return true
  }

  /// All round trips. Where losses come in bursts, each client meets another weather.
  private func travel(
    _ path: borrowing Path, _ key: PacketKey, _ conditions: PathConditions, _ random: RandomSource
  ) -> Interval {
    if path.isSteady {
      return path.roundTrips(limit.roundTrips, from: key, first: .out, conditions, random)
    }
    return path.roundTrips(
      limit.roundTrips, from: key, first: .out, begunAt: .start + .seconds(60),
      on: SteadyTimeline(change: conditions), random)
  }

  private func service(
    at role: StationRole
  ) -> (sampler: Sampler, times: Double, purpose: Purpose) {
    (Sampler(gateway[role].time), slowness[role.index], role.servicePurpose)
  }
}

/// Faults that neither begin nor end.
private struct SteadyTimeline: PathTimeline {
  let change: PathConditions

  func conditions(at instant: Instant) -> PathConditions { change }
  func spreadAdd(at instant: Instant, bits: UInt64) -> Interval { .zero }
  func spreadMedian(at instant: Instant) -> Interval { .zero }
  func swallows(at instant: Instant) -> Bool { false }
}

extension RunInput {
  /// Returns true if no client can get through, however few they are: in every cohort some part
  /// takes longer than its clients wait, at an idle gateway too.
  func isOutOfReach(from: Instant, to: Instant) -> Bool {
    let limits = patience.filter { $0.seconds > 0 }
    let factors = StationRole.allCases.map { slowness(of: $0, from: from, to: to) }
    return plan.cohorts.allSatisfy { cohort in
      limits.contains { limit in
        limit.cohort == cohort.name
          && LoneAttempts(
            limit, cohort.system, plan.gateway, bend(of: cohort.name, from: from, to: to),
            slowness: factors
          ).areOutOfReach
      }
    }
  }

  /// Returns the factor that the faults in force during all of [from, to] put on the services of a
  /// station, on all nodes.
  private func slowness(of role: StationRole, from: Instant, to: Instant) -> Double {
    return plan.faults.reduce(1) { slowness, fault in
      guard fault.scope == .everyone, fault.isInForce(during: from, to, nodes: plan.gateway.nodes),
        let change = fault.effects.stations, change.concerns(role)
      else { return slowness }
      return slowness * change.slowness
    }
  }
}
