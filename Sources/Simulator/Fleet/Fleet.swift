/// The clients of a run: what those of each cohort of the plan share.
public struct Fleet: Sendable {
  /// The configurations, by cohort of the plan.
  public let cohorts: [AnyConfiguration]
  /// True if each system has a subfleet of its own, side by side.
  let isMixed: Bool

  /// - Parameter cohorts: one at least, of one session system or of several.
  public init(_ cohorts: [AnyConfiguration]) {
    precondition(!cohorts.isEmpty, "a fleet has a cohort at least")
    self.init(cohorts, isMixed: cohorts.contains { $0.system.name != cohorts[0].system.name })
  }

  /// A mixed fleet, even where all cohorts are of one system.
  package static func mixed(_ cohorts: [AnyConfiguration]) -> Fleet {
    Fleet(cohorts, isMixed: true)
  }

  private init(_ cohorts: [AnyConfiguration], isMixed: Bool) {
    self.cohorts = cohorts
    self.isMixed = isMixed
  }

  /// The first cohort of each session system, by the systems' numbers in the digest: so the order
  /// does not depend on that of the cohorts.
  var firstOfEachSystem: [AnyConfiguration] {
    var first: [AnyConfiguration] = []
    for cohort in cohorts where !first.contains(where: { $0.system.name == cohort.system.name }) {
      first.append(cohort)
    }
    first.sort { $0.system.digestNumbers.lowerBound < $1.system.digestNumbers.lowerBound }
    for (one, next) in zip(first.map(\.system), first.map(\.system).dropFirst()) {
      precondition(
        !one.digestNumbers.overlaps(next.digestNumbers),
        "\(one.name.rawValue) and \(next.name.rawValue) share numbers in the digest")
    }
    return first
  }
}
