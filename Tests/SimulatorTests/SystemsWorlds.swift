import Faults
import Foundation
import GatewayModel
import Measurements
import NetworkModel
import Primitives
import Sessions
import Simulator
import VirtualTime

// Small worlds of the session systems: fleets of cohorts, each with habits of its own.

/// Whether the code is optimised: then more worlds are tried.
#if DEBUG
  let isRelease = false
#else
  let isRelease = true
#endif

/// Whether there is time for everything: with SQUALL_NIGHTLY in the environment.
let isNightly = isRelease && ProcessInfo.processInfo.environment["SQUALL_NIGHTLY"] != nil

/// So many seeds; where the code is optimised more, and all of them at night.
func seeds(_ few: UInt64, release many: UInt64) -> Range<UInt64> {
  0..<(isNightly ? many : isRelease ? max(few, many / 4) : few)
}

/// A fleet of any system in a world; ideal gateway, 50 ms one way.
struct FleetWorld {
  var fleet: Fleet
  var clients = 200
  var seed: UInt64 = 1
  var cohorts: [CohortPlan]
  var gateway = idealGateway
  var faults: [Fault] = []
  var recoveryFrom: [Int]?
  var start = StartPlan.connected
  var isAligned = false
  var duration = Interval.minutes(10)
  var untilSettled = false

  init(_ fleet: Fleet, network: NetworkDescription = steadyNetwork, _ behaviour: Behaviour? = nil) {
    self.fleet = fleet
    let count = fleet.cohorts.count
    cohorts = (0..<count).map { index in
      CohortPlan(
        name: "cohort\(index)", share: 1 / Double(count), network: network, system: .linux,
        behaviour: behaviour ?? Behaviour())
    }
  }

  var behaviour: Behaviour {
    get { cohorts[0].behaviour }
    set { cohorts[0].behaviour = newValue }
  }

  var plan: SimulationPlan {
    var plan = SimulationPlan(
      seed: seed, clients: clients, cohorts: cohorts, start: start, isAligned: isAligned,
      gateway: gateway, faults: faults, duration: duration, untilSettled: untilSettled,
      metastableWindow: .seconds(60))
    plan.recoveryFrom = recoveryFrom
    return plan
  }

  func run(_ queue: QueueChoice = .ladder) throws -> RunResult {
    try simulate(plan, fleet, queue: queue)
  }

  static func chat(_ behaviour: Behaviour? = nil) -> FleetWorld {
    FleetWorld(.chatSocket([ChatSocketConfiguration()]), behaviour)
  }

  static func primer(
    _ behaviour: Behaviour? = nil, _ configuration: PrimerConfiguration = PrimerConfiguration()
  ) -> FleetWorld { FleetWorld(.primer([configuration]), behaviour) }

  static func pair(
    _ behaviour: Behaviour? = nil,
    _ configuration: AppExtensionConfiguration = AppExtensionConfiguration()
  ) -> FleetWorld { FleetWorld(.appExtension([configuration]), behaviour) }

  static func stoat(_ profile: StoatProfile = .spec) throws -> FleetWorld {
    var configuration = try BackoffPolicyForTests.parse("stoat-web")
    configuration.profile = profile
    return FleetWorld(.stoat([configuration]))
  }
}

/// A path of a constant latency each way.
func constantNetwork(milliseconds: Int64, setup: SetupRoundTrips = .usual) -> NetworkDescription {
  NetworkDescription(
    profile: "constant", latency: .constant(.milliseconds(milliseconds)), setup: setup, loss: 0)
}

extension Distribution {
  static func each(seconds: Int64) -> Distribution { .constant(.seconds(seconds)) }
  static func about(seconds: Int64) -> Distribution { .exponential(mean: .seconds(seconds)) }
}

extension PushPlan {
  static func poisson(mean: Interval, storms: [PushStorm] = []) -> PushPlan {
    PushPlan(every: .exponential(mean: mean), storms: storms)
  }
}

extension Fleet {
  /// By cohort; nil where any is of another system.
  func all<Configuration>(_: Configuration.Type) -> [Configuration]? {
    let own = cohorts.compactMap { $0.own as? Configuration }
    return own.count == cohorts.count ? own : nil
  }
}

extension RunResult {
  func milestone(_ word: String, of system: SystemName) -> MilestoneCount {
    sessions.milestones.first { $0.name == SystemWord(system, word) }!
  }

  func count(_ word: String, of system: SystemName) -> Int {
    milestone(word, of: system).count
  }

  /// What a milestone took, in seconds; each a little high, by at most a thousandth.
  func times(_ word: String, of system: SystemName) -> [Double] {
    milestone(word, of: system).after!.values
  }

  func pushes(of system: SystemName) -> PushFigures {
    sessions.pushes.first { $0.system == system }!
  }
}

extension DurationRecorder {
  /// What was recorded, in seconds and ascending, to three digits.
  var values: [Double] {
    let count = count
    let fractions = (0..<count).map { (Double($0) + 0.5) / Double(count) }
    return nearestRanks(fractions).map { Double($0) / 1e6 }
  }
}

// MARK: Critical values

/// Largest distance between a sample and the uniform law on [low, high).
func uniformDistance(_ sample: [Double], _ low: Double, _ high: Double) -> Double {
  let count = Double(sample.count)
  var distance = 0.0
  for (rank, value) in sample.sorted().enumerated() {
    let share = min(1, max(0, (value - low) / (high - low)))
    distance = max(distance, share - Double(rank) / count, Double(rank + 1) / count - share)
  }
  return distance
}

/// Kolmogorov and Smirnov: the distance that one sample in a hundred exceeds.
func kolmogorovCritical(_ count: Int) -> Double { 1.628 / Double(count).squareRoot() }

/// Four standard deviations of the number of successes of `count` trials.
func fourSigma(trials count: Int, _ p: Double) -> Double {
  4 * (Double(count) * p * (1 - p)).squareRoot()
}

/// Chi-square with `freedom` degrees: exceeded by one sample in a hundred (Wilson and Hilferty).
func chiSquareCritical(_ freedom: Int) -> Double {
  let n = Double(freedom)
  let root = 1 - 2 / (9 * n) + 2.326 * (2 / (9 * n)).squareRoot()
  return n * root * root * root
}
