import Primitives

/// The scenarios that formulas are tuned on, and those that the result is tested on.
public struct TuningTarget: Sendable {
  /// Names the results folder.
  public let name: String
  public let scenarios: [Scenario]
  /// Over which formulas are compared, as means.
  public let test: [Scenario]
  /// Looked at one by one.
  public let storms: [Scenario]
  /// Added to the seeds for the test.
  public let testSeedOffset: UInt64

  /// Far beyond the seeds of any search.
  public static let otherSeeds: UInt64 = 1_000_000

  public init(name: String, scenarios: [Scenario], test: [Scenario], storms: [Scenario] = []) {
    self.name = name
    self.scenarios = scenarios
    self.test = test
    self.storms = storms
    testSeedOffset = Self.otherSeeds
  }

  /// How long the gateway is away in the scenarios of the standard target, in seconds. A formula
  /// tuned to one length alone resonates with it.
  public static let standardOutages = [40, 50, 60, 70, 80, 90]
  /// And in those that it is tested on.
  public static let standardTestOutages = [45, 55, 65, 75, 85]

  /// The scenario that outages of several lengths are made of.
  public static let standardScenario = "gateway-restart"

  /// What the result is looked at in beside that.
  public static let standardStorms = [
    "region-blackhole", "mobile-flapping", "auth-brownout", "long-outage", "rolling-restart",
  ]

  /// Outages of 40 to 90 s.
  /// - Parameter overrides: applied to all scenarios; those of faults only to the outages, as the
  ///   other storms have faults of other kinds.
  public static func standard(
    overrides: [Override] = [], checks: ScenarioChecks = .none
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
    return TuningTarget(
      name: standardScenario, scenarios: Array(outages.prefix(count)),
      test: Array(outages.dropFirst(count)), storms: storms)
  }

  private static func builtIn(
    _ name: String, _ overrides: [Override], _ checks: ScenarioChecks
  ) throws(ScenarioError) -> Scenario {
    try ScenarioFile.decode(
      text: ScenarioFile.builtIn(name)!, file: name, overrides: overrides, checks: checks)
  }
}
