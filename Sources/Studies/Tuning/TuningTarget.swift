import Primitives
import Scenarios

/// The scenarios that formulas are tuned on, and those that the result is tested on.
package struct TuningTarget: Sendable {
  /// Names the results folder.
  package let name: String
  package let scenarios: [Scenario]
  /// The scenarios over which formulas are compared, as means.
  package let test: [Scenario]
  /// Looked at one by one.
  package let storms: [Scenario]
  /// The worlds of the test behind each kind of limit, in which the winner and the own formula are
  /// looked at.
  package let limits: [LimitWorld]
  /// Every so many scenarios in a row are one behind several gateways; 1 where each stands for itself.
  package let worldsEach: Int
  /// Added to the seeds for the test.
  package let testSeedOffset: UInt64

  /// The offset of the seeds of the test, far beyond the seeds of any search.
  package static let otherSeeds: UInt64 = 1_000_000

  /// - Parameters:
  ///   - limited: what of the test is looked at behind limits; nil for all of it.
  ///   - limit: tuned and tested behind each kind of limit, with that rate; nil for the scenarios as they
  ///     are. The test's own look behind limits takes the rate of each scenario's narrowest stage then.
  package init(
    name: String, scenarios: [Scenario], test: [Scenario], storms: [Scenario] = [],
    limited: [Scenario]? = nil, limit: LimitRate? = nil
  ) {
    func worlds(_ scenarios: [Scenario]) -> [Scenario] {
      guard let limit else { return scenarios }
      return scenarios.flatMap { $0.limitWorlds(limit).map(\.scenario) }
    }
    self.name = name
    self.scenarios = worlds(scenarios)
    self.test = worlds(test)
    self.storms = storms
    limits = (limited ?? test).flatMap { $0.limitWorlds(limit ?? .ownOfScenario) }
    worldsEach = limit == nil ? 1 : 1 + SingleLimit.allCases.count
    testSeedOffset = Self.otherSeeds
  }

  /// How long the gateway is away in the scenarios of the standard target, in seconds. A formula
  /// tuned to one length alone resonates with it.
  package static let standardOutages = [40, 50, 60, 70, 80, 90]
  /// The same for the scenarios on which it is tested.
  package static let standardTestOutages = [45, 55, 65, 75, 85]

  /// The one of them that is looked at behind limits as well.
  private static let limitedOutage = 2

  /// The scenario that outages of several lengths are made of.
  package static let standardScenario = "gateway-restart"

  /// The scenarios in which the result is looked at beside that.
  package static let standardStorms = [
    "region-blackhole", "mobile-flapping", "auth-brownout", "long-outage", "rolling-restart",
  ]

  /// Outages of 40 to 90 s.
  /// - Parameters:
  ///   - overrides: applied to all scenarios; those of faults only to the outages, as the other storms
  ///     have faults of other kinds.
  ///   - limit: see `init`.
  package static func standard(
    overrides: [Override] = [], checks: ScenarioChecks = .none, limit: LimitRate? = nil
  ) throws(ScenarioError) -> TuningTarget {
    var outages: [Scenario] = []
    for seconds in standardOutages + standardTestOutages {
      let length = Override(path: "faults.0.for", value: "\(seconds)s")
      var scenario = try builtIn(standardScenario, overrides + [length], checks)
      scenario.name += "@\(seconds)s"
      outages.append(scenario)
    }
    let common = overrides.filter { $0.path.split(separator: ".").first != "faults" }
    var storms: [Scenario] = []
    for name in standardStorms { storms.append(try builtIn(name, common, checks)) }
    let count = standardOutages.count
    let test = Array(outages.dropFirst(count))
    return TuningTarget(
      name: standardScenario, scenarios: Array(outages.prefix(count)), test: test, storms: storms,
      limited: [test[limitedOutage]], limit: limit)
  }

  private static func builtIn(
    _ name: String, _ overrides: [Override], _ checks: ScenarioChecks
  ) throws(ScenarioError) -> Scenario {
    try ScenarioFile.decode(
      text: ScenarioFile.builtIn(name)!, file: name, overrides: overrides, checks: checks)
  }
}

extension TuningTarget {
  /// Names of scenarios; where each is behind several gateways, once for all of them.
  package func names(of scenarios: [Scenario]) -> [String] {
    stride(from: 0, to: scenarios.count, by: worldsEach).map { scenarios[$0].name }
  }

  /// Worlds that can stand for all: one behind each kind of limit, or two outages.
  var leastWorlds: Int { max(worldsEach, TuningSearch.standardLeastWorlds) }
}
