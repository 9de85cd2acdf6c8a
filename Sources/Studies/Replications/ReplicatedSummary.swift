import Documents
import Findings
import Metrics
import Scenarios
import Systems

/// The summary of several runs of one scenario with different seeds.
package struct ReplicatedSummary: Sendable {
  /// The scenario with the first seed.
  package let scenario: Scenario
  /// The distinct formulas of the fleet, in the order of its cohorts.
  package let formulas: [String]
  /// The seeds that were asked for.
  package let seeds: SeedRange
  /// The complete runs, in the order of their seeds; where there are none, those that were broken
  /// off.
  package let replications: [Replication]
  /// One for each metric, in order.
  package let estimates: [MetricEstimate]
  /// One for each promise of the scenario.
  package let slo: [ReplicatedSloResult]
  /// The findings in words, and in how many of the runs each shows.
  package let findings: [ReplicatedFinding]

  /// - Parameters:
  ///   - experiment: what was run, with the first seed.
  ///   - measured: the runs, in the order of their seeds; fewer than seeds where it was interrupted.
  package init(_ experiment: Experiment, seeds: SeedRange, measured: [Replication]) {
    scenario = experiment.scenario
    formulas = experiment.formulas
    self.seeds = seeds
    let complete = measured.filter { !$0.isTruncated }
    let replications = complete.isEmpty ? measured : complete
    self.replications = replications
    let intervals = SeedIntervals(count: replications.count)
    let parts = replications.first?.parts ?? []
    let plan = experiment.input.plan
    estimates =
      metricRows.enumerated().filter { $1.isReported(plan) }.map { index, row in
        MetricEstimate(row.path, row.unit, replications.map { $0.values[index] }, intervals)
      }
      + parts.enumerated().map { index, part in
        MetricEstimate(part.path, part.unit, replications.map { $0.parts[index].value }, intervals)
      }
    findings = ReplicatedFinding.all(in: replications.map(\.findings))
    slo = experiment.scenario.slo.enumerated().map { index, level in
      ReplicatedSloResult(level, replications, at: index, intervals)
    }
  }

  /// True if any run that was asked for is missing or was broken off.
  package var isTruncated: Bool {
    replications.count < seeds.count || replications.contains { $0.isTruncated }
  }

  /// Events of all runs.
  package var events: Int { replications.reduce(0) { $0 + $1.events } }

  /// Tells one set of runs from another: a hash of their digests in the order of the seeds.
  package var digestText: String { hashText(replications.map { $0.digest.text + "\n" }.joined()) }

  package func estimate(at path: String) -> MetricEstimate? { estimates.first { $0.path == path } }
}

/// A metric over several runs.
package struct MetricEstimate: Hashable, Sendable {
  package let path: String
  package let unit: MetricUnit
  /// nil if any run has no number. The mean of a metric that is true or false is the share of runs
  /// in which it is true.
  package let estimate: SeedEstimate?
  /// The least and the greatest value of any run, an infinite one being the greatest. Undefined where
  /// no run has a value.
  package let min: MetricValue
  package let max: MetricValue
  /// The share of the runs for each word of a metric whose values are words, in the order of the
  /// words. Runs without a value count in no share.
  package let shares: [WordShare]

  /// How often a metric is one word.
  package struct WordShare: Hashable, Sendable {
    package let word: String
    package let share: Double

    package init(word: String, share: Double) {
      self.word = word
      self.share = share
    }
  }

  /// - Parameter intervals: of as many values.
  init(_ path: String, _ unit: MetricUnit, _ values: [MetricValue], _ intervals: SeedIntervals) {
    self.path = path
    self.unit = unit
    let words = values.compactMap { if case .word(let word) = $0 { word } else { nil } }
    shares = Set(words).sorted().map { word in
      WordShare(
        word: word, share: Double(words.count { $0 == word }) / Double(Swift.max(1, values.count)))
    }
    let defined = values.filter { !$0.rank.isNaN }.sorted { $0.rank < $1.rank }
    min = defined.first ?? .undefined
    max = defined.last ?? .undefined
    estimate = SeedEstimate(values.map(\.rank), MetricNames.seedStatistic(of: path), intervals)
  }

  /// The mean, or the median where the metric is told by that.
  package var figure: Double? { estimate?.figure }
  package var mean: Double? { estimate?.mean }
  /// The interval of the figure; nil for a single run, and for true and false.
  package var low: Double? { unit == .truth ? nil : estimate?.low }
  package var high: Double? { unit == .truth ? nil : estimate?.high }
}

extension MetricValue {
  /// The rank of the value among others: `never` comes after every number; not a number if
  /// undefined.
  package var rank: Double {
    switch self {
    case .count(let count): Double(count)
    case .number(let number): number
    case .boolean(let truth): truth ? 1 : 0
    case .never: .infinity
    case .word, .undefined: .nan
    }
  }
}
