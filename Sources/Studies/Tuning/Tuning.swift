import Metrics
import Sessions

/// The results of a search for a formula.
package struct Tuning: Sendable {
  package let tuner: Tuner
  package let goal: TuningGoal
  /// The scenario's own formula; nil where it was interrupted before that was run.
  package let own: TuningEstimate?
  /// The candidates in the order in which they were made.
  package let tried: [TriedCandidate]
  /// The place of the formula that is recommended; nil where none could be measured.
  package let winner: Int?
  /// The place of the formula that is a little worse in the objective, and costs far less; nil where there is none.
  package let thrifty: Int?
  /// Places of those that no other beats in all that is traded off, by the first of that.
  package let front: [Int]
  /// The winner, the thrifty one and what is spread over the front, in the order of the front.
  package let shortlist: [Int]
  /// Simulation runs of the search.
  package let runs: Int
  package private(set) var isTruncated: Bool
  /// True if the search itself was interrupted, not only the test behind it.
  package let isSearchTruncated: Bool
  /// The number of events of all runs.
  package private(set) var events: Int
  /// nil where it was interrupted before.
  package private(set) var test: TuningTest?

  /// Formulas of the front that are shown and tested.
  package static let shortlistLength = 8

  init(
    _ tuner: Tuner, _ goal: TuningGoal, own: [[Double]], _ findings: TuningFindings, events: Int
  ) {
    self.tuner = tuner
    self.goal = goal
    self.own = own.isEmpty ? nil : TuningEstimate(own, scenarios: tuner.target.scenarios.count)
    tried = findings.tried
    isTruncated = findings.isTruncated || own.isEmpty
    isSearchTruncated = isTruncated
    runs = findings.runs + own.count
    self.events = events
    let final = findings.final
    let means = final.map { findings.tried[$0].means! }
    let best = goal.best(means)
    let front = tradedFront(means).sorted { (means[$0][0], $0) < (means[$1][0], $1) }
    let thrifty = best.flatMap { goal.thrifty(means, besides: $0, of: front) }
    let chosen = best.map { best in
      let start = [best] + [thrifty].compactMap { $0 }
      return start
        + spread(Self.shortlistLength - start.count, of: front, from: start, means.map(traded))
    }
    winner = best.map { final[$0] }
    self.thrifty = thrifty.map { final[$0] }
    self.front = front.map { final[$0] }
    shortlist = (chosen ?? []).sorted { (means[$0][0], $0) < (means[$1][0], $1) }
      .map { final[$0] }
  }

  /// True if the winner keeps every promise on average.
  package var isFeasible: Bool { winner.flatMap { tried[$0].means }.map(goal.isFeasible) ?? false }

  package func estimate(_ place: Int) -> TuningEstimate? {
    tried[place].means.map { _ in
      TuningEstimate(tried[place].worlds, scenarios: tuner.target.scenarios.count)
    }
  }

  func tested(_ test: TuningTest?, events: Int) -> Tuning {
    var copy = self
    copy.test = test
    copy.isTruncated =
      test?.storms.count != tuner.target.storms.count || test?.isLimitLookMissing != false
    copy.events = events
    return copy
  }

  /// Returns the entries of the test: the own formula, the shortlist, and the catalogue.
  func contestants(catalogue: Bool) -> [TuningTest.Entry] {
    let own = TuningTest.Entry(
      name: tuner.target.test.commonBackoff ?? "own", role: .own, policy: nil)
    let found = shortlist.map { place in
      let formula = tried[place].candidate.formula
      return TuningTest.Entry(
        name: formula, role: place == winner ? .winner : .front,
        policy: try? BackoffPolicy.parse(formula))
    }
    let others = Variant.catalogue.map {
      TuningTest.Entry(name: $0.name, role: .catalogue, policy: $0.policy)
    }
    return [own] + found + (catalogue ? others : [])
  }
}

/// The results of one formula over several seeds, each the mean over the scenarios.
package struct TuningEstimate: Hashable, Sendable {
  /// The means in the order of the goal's columns; infinite if some client never came back or there
  /// is nothing to measure.
  package let means: [Double]
  /// The intervals of the metrics that are traded off, in the order of `HeadlineMetric.traded`; nil
  /// where infinite. They come from Student's t: a few seeds are too few to be resampled.
  package let intervals: [MeanEstimate?]

  /// - Parameter worlds: seed by seed over so many scenarios; a last seed may be short of some.
  init(_ worlds: [[Double]], scenarios: Int) {
    means = columnMeans(worlds)
    let seeds = (0..<worlds.count / scenarios).map { seed in
      columnMeans(Array(worlds[seed * scenarios..<(seed + 1) * scenarios]))
    }
    intervals = (0..<TuningGoal.traded).map { column in
      let values = seeds.map { $0[column] }
      return values.allSatisfy(\.isFinite) ? MeanEstimate(values) : nil
    }
  }
}
