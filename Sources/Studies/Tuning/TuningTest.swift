import Documents
import Metrics
import Scenarios
import Sessions

/// How formulas do where they were not tuned.
package struct TuningTest: Sendable {
  /// The scenarios over which formulas are compared, as means.
  package let scenarios: [Scenario]
  package let results: [Result]
  /// The winner and the own formula in other storms, one by one.
  package private(set) var storms: [Storm] = []
  /// The winner and the own formula behind each kind of limit; nil where it was interrupted before, or
  /// one of them cannot be run there.
  package internal(set) var limits: LimitsDocument?
  /// The least possible recover.p99 behind each, in seconds; nil where that is not known.
  package internal(set) var leastBehindLimits: [Double?] = []
  /// Why one of them cannot.
  package internal(set) var limitFailure: String?
  /// True if it was interrupted before all runs behind the limits were made.
  package internal(set) var isLimitLookMissing = true

  package enum Role: String, Hashable, Sendable {
    case own, winner, front, catalogue
  }

  /// A participant in the test.
  struct Entry: Sendable {
    let name: String
    let role: Role
    /// nil for what the scenario itself has.
    let policy: BackoffPolicy?
  }

  package struct Result: Sendable {
    /// The formula, or its name in the catalogue.
    package let name: String
    package let role: Role
    /// nil for what the scenario itself has.
    let policy: BackoffPolicy?
    /// nil where it cannot be used there.
    package let estimate: TuningEstimate?
    /// Why it cannot.
    package let failure: String?

    /// The means of the metrics that are traded off; nil if any of them is infinite.
    var point: [Double]? {
      let point = estimate.map { traded($0.means) }
      return point.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
    }
  }

  package struct Storm: Sendable {
    package let scenario: Scenario
    package let winner: TuningEstimate?
    package let own: TuningEstimate?
  }

  /// nil where runs are missing.
  init?(_ scenarios: [Scenario], _ entries: [Entry], _ outcomes: [TuningOutcome?]) {
    guard outcomes.allSatisfy({ $0 != nil }) else { return nil }
    self.scenarios = scenarios
    results = zip(entries, outcomes).map { entry, outcome in
      Result(
        name: entry.name, role: entry.role, policy: entry.policy,
        estimate: outcome.flatMap { TuningEstimate($0, scenarios: scenarios.count) },
        failure: outcome?.failure)
    }
  }

  mutating func add(_ scenario: Scenario, _ entries: [Entry], _ outcomes: [TuningOutcome?]) {
    guard outcomes.allSatisfy({ $0 != nil }) else { return }
    func estimate(_ role: Role) -> TuningEstimate? {
      entries.firstIndex { $0.role == role }.flatMap { outcomes[$0] }
        .flatMap { TuningEstimate($0, scenarios: 1) }
    }
    storms.append(Storm(scenario: scenario, winner: estimate(.winner), own: estimate(.own)))
  }

  package var winner: Result? { results.first { $0.role == .winner } }
  package var own: Result? { results.first { $0.role == .own } }
  package var catalogue: [Result] { results.filter { $0.role == .catalogue } }

  /// Names of the catalogue that are at least as good as the winner in all that is traded off. A
  /// formula with which some client is not back is at least as good as none.
  package var atLeastAsGood: [String] {
    guard let winner = winner?.estimate else { return [] }
    return catalogue.filter { isAtLeastAsGood($0.point, traded(winner.means)) }.map(\.name)
  }

  /// Names of the catalogue that the winner is at least as good as in all that is traded off.
  package var outdone: [String] {
    guard let winner = winner?.point else { return [] }
    return catalogue.filter { result in
      // A formula with which some client is not back has no recovery, but it has a peak and
      // attempts all the same.
      result.estimate.map { isAtLeastAsGood(winner, traded($0.means)) } ?? false
    }.map(\.name)
  }

  /// Storms in which the winner recovers later than the own formula.
  package var slower: [Storm] {
    storms.filter { storm in
      let (one, other) = (storm.winner?.means[0], storm.own?.means[0])
      return (one ?? .infinity) > (other ?? .infinity)
    }
  }

  /// The results of the catalogue that no other of it beats in all that is traded off, in the order
  /// of the first of these metrics.
  package var catalogueFront: [Result] {
    let entries = catalogue
    let points = entries.map(\.point)
    let front = paretoFront(points)
    return entries.indices.filter { front[$0] }
      .sorted { (points[$0]![0], $0) < (points[$1]![0], $1) }
      .map { entries[$0] }
  }

  private func isAtLeastAsGood(_ one: [Double]?, _ other: [Double]) -> Bool {
    guard let one else { return false }
    return zip(one, other).allSatisfy { $0 <= $1 }
  }
}

extension TuningOutcome {
  fileprivate var failure: String? { if case .failed(let reason) = self { reason } else { nil } }
}

extension TuningEstimate {
  fileprivate init?(_ outcome: TuningOutcome, scenarios: Int) {
    guard case .measured(let worlds) = outcome else { return nil }
    self.init(worlds, scenarios: scenarios)
  }
}
