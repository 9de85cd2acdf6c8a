import Findings
import Metrics
import Scenarios
import Systems
import Words

/// The result of one promise in several runs.
///
/// A promise about a number is judged by the figure that its metric is told by, the mean or the median: the
/// end of the interval that is nearer to breaking it must keep it. One about a truth, an exact value, a count
/// compared with 0, or a figure that some run does not have, must be kept by every run.
package struct ReplicatedSloResult: Hashable, Sendable {
  package let level: ServiceLevel
  package let isKept: Bool
  package let basis: Basis
  package let runs: Int
  /// The seeds of the runs that break it on their own, in order.
  package let brokenSeeds: [UInt64]
  /// The measured value, for people: one value, or the least and the greatest, `69.1 s to 74.0 s`.
  package let found: String
  /// Why the first run that has no figure has none, in words; nil where every run has one.
  package let reason: String?

  /// The basis on which a promise was judged.
  package enum Basis: Hashable, Sendable {
    /// `bound` is the end of the interval that was held against the promise.
    case estimate(SeedEstimate, bound: Double, unit: MetricUnit)
    case everySeed
  }

  /// How many runs break it on their own.
  package var failures: Int { brokenSeeds.count }

  /// The measured value, with the reason if it is no figure.
  package var finding: String { foundText(found, reason) }

  /// - Parameters:
  ///   - index: of the promise in the scenario.
  ///   - intervals: of as many runs.
  init(
    _ level: ServiceLevel, _ replications: [Replication], at index: Int, _ intervals: SeedIntervals
  ) {
    let found = replications.map { $0.metric(at: level.metric) }
    let checks = zip(replications, found).map { run, metric in
      let result = run.slo[index]
      return PromiseCheck(isKept: result.isKept, value: metric?.value, reason: result.reason)
    }
    self.init(
      level, found.first.flatMap { $0?.unit }, Array(zip(replications.map(\.seed), checks)),
      intervals)
  }

  /// - Parameters:
  ///   - unit: of the metric; nil where the first run has none of that name.
  ///   - runs: what became of the promise, by seed, in order.
  ///   - intervals: of as many runs.
  package init(
    _ level: ServiceLevel, _ unit: MetricUnit?, _ runs: [(seed: UInt64, check: PromiseCheck)],
    _ intervals: SeedIntervals
  ) {
    let checks = runs.map(\.check)
    self.level = level
    self.runs = runs.count
    brokenSeeds = runs.filter { !$0.check.isKept }.map(\.seed)
    reason = checks.lazy.compactMap(\.reason).first
    found = Self.range(checks.map { ($0.value, level.foundText($0.value, unit)) })
    let estimate = unit.map { unit in
      MetricEstimate(level.metric, unit, checks.map { $0.value ?? .undefined }, intervals)
    }
    if reason == nil, let unit, let estimate = estimate?.estimate,
      let bound = level.judgedBound(of: estimate, unit)
    {
      basis = .estimate(estimate, bound: bound, unit: unit)
      isKept = level.isKept(by: bound)
    } else {
      basis = .everySeed
      isKept = brokenSeeds.isEmpty
    }
  }

  /// The basis of the judgement, for people: `median 71.2 s`, `95 % upper bound 73.4 s`; or the
  /// seeds.
  package var judgement: [String] {
    let count = HumanText.count(runs)
    switch basis {
    case .everySeed:
      if isKept { return ["in all \(count) runs"] }
      let named = brokenSeeds.prefix(Self.namedSeeds).map { "\($0)" }.joined(separator: ", ")
      let more = failures > Self.namedSeeds ? " and \(failures - Self.namedSeeds) more" : ""
      let noun = failures == 1 ? "seed" : "seeds"
      return ["broken in \(HumanText.count(failures)) of \(count) runs: \(noun) \(named)\(more)"]
    case .estimate(let estimate, let bound, let unit):
      let side = level.comparison.isUpperLimit ? "upper" : "lower"
      return [
        "\(estimate.statistic.rawValue) \(HumanText.value(.number(estimate.figure), unit))",
        "\(estimate.confidenceText) \(side) bound \(level.text(of: .number(bound), unit))",
      ]
        + (failures == 0
          ? [] : ["broken in \(HumanText.count(failures)) of \(count) single runs"])
    }
  }

  private static let namedSeeds = 5

  /// The texts of the least and the greatest value; what is undefined stands first.
  private static func range(_ found: [(value: MetricValue?, text: String)]) -> String {
    let ranked = found.map { value, text in
      (rank: value.flatMap { $0.rank.isNaN ? nil : $0.rank } ?? -1, text: text)
    }
    let sorted = ranked.sorted { $0.rank < $1.rank }
    let ends = [sorted.first, sorted.last].compactMap { $0?.text }.withoutRepetition
    return ends.isEmpty ? "-" : ends.joined(separator: " to ")
  }
}

extension ServiceLevel {
  /// The end of the interval that decides over the promise; nil where every run has to keep it.
  fileprivate func judgedBound(of estimate: SeedEstimate, _ unit: MetricUnit) -> Double? {
    guard isJudgedByEstimate(unit), let low = estimate.low, let high = estimate.high else {
      return nil
    }
    return comparison.isUpperLimit ? high : low
  }

  /// Returns true if the figure over all seeds decides over the promise, provided that every seed
  /// has one: the promise is an upper or a lower limit.
  func isJudgedByEstimate(_ unit: MetricUnit) -> Bool {
    guard case .number(let limit) = value else { return false }
    // An average does not count here: one client that gives up in one run of twenty has given up.
    if unit == .count, limit == 0 { return false }
    return comparison != .equal && comparison != .unequal
  }
}
