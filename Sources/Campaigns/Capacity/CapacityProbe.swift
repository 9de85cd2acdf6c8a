import Metrics
import Primitives
import Scenarios
import Systems

/// A value of the key with what became of the promises there.
package struct CapacityProbe: Sendable {
  package let value: Double
  /// Over the seeds that it took to decide: all of them where the promises are kept.
  package let summary: ReplicatedSummary
  /// How many seeds were asked for.
  package let seeds: Int
  /// Why the last of its runs was not made to its end, if it was not.
  private let lost: LostCause?

  init(value: Double, summary: ReplicatedSummary, seeds: Int, lost: LostCause? = nil) {
    self.value = value
    self.summary = summary
    self.seeds = seeds
    self.lost = lost
  }

  /// When the last of its runs was left, because it had lost a promise for certain; nil where it was made
  /// to its end.
  package var leftAt: Interval? { lost?.time }

  /// Whether every promise is kept.
  package var isKept: Bool { runs == seeds && broken.isEmpty }

  /// How many seeds it took to decide.
  package var runs: Int { summary.replications.count }

  /// The promises that are broken; of a run that was left, the one that it had lost.
  package var broken: [ReplicatedSloResult] {
    lost.map { [summary.slo[$0.promise]] } ?? summary.slo.filter { !$0.isKept }
  }

  /// What limits most runs; nil where nothing does.
  package var limitedBy: String? {
    summary.estimate(at: "limited_by")?.shares.max { $0.share < $1.share }?.word
  }

  package func mean(_ path: String) -> Double? { summary.estimate(at: path)?.mean }

  /// The most important thing that most of its runs show.
  package var finding: ReplicatedFinding? {
    if lost != nil, let run = summary.replications.last {
      // The others did not decide.
      let most = run.findings.map(\.weight).max()
      return run.findings.first { $0.weight == most }.map {
        ReplicatedFinding(code: $0.code, runs: 1, sentence: $0.sentence, weight: $0.weight)
      }
    }
    let common = summary.findings.filter { 2 * $0.runs > runs }
    let most = common.map(\.weight).max()
    return common.first { $0.weight == most }
  }
}

/// Whether the seeds that have been run decide over the promises, whatever the others give.
///
/// A promise about a mean is broken where even figures of 0 in all other seeds would not bring the bound
/// of its interval back. One that every seed has to keep is broken by the first that does not.
struct EarlyVerdict {
  let levels: [ServiceLevel]
  /// How many seeds there are in all.
  let seeds: Int
  private let quantile: Double

  init(_ levels: [ServiceLevel], seeds: Int) {
    self.levels = levels
    self.seeds = seeds
    quantile = MeanEstimate.quantile(count: seeds) ?? 0
  }

  /// Whether a promise is broken for certain after some of the runs.
  func isBroken(after runs: [Replication]) -> Bool {
    levels.indices.contains { isBroken($0, after: runs) }
  }

  private func isBroken(_ index: Int, after runs: [Replication]) -> Bool {
    let level = levels[index]
    let metrics = runs.map { $0.metric(at: level.metric) }
    let unit = metrics.first.flatMap { $0?.unit }
    let values = metrics.map { $0?.value.rank ?? .nan }
    guard seeds > 1, let unit, level.isJudgedByMean(unit), values.allSatisfy(\.isFinite) else {
      return runs.contains { !$0.slo[index].isKept }
    }
    if level.comparison.isUpperLimit { return !level.isKept(by: leastBound(values)) }
    // The most that a share can be is 1; other figures have no greatest value.
    guard unit == .share else { return false }
    return !level.isKept(by: 1 - leastBound(values.map { 1 - $0 }))
  }

  /// No upper bound of the interval of the mean is below this, where no other figure is below 0: by the
  /// mean, and by the greatest figure alone, which makes the interval wide.
  func leastBound(_ values: [Double]) -> Double {
    let count = Double(seeds)
    let mean = values.reduce(0, +) / count
    // With all others equal the bound grows from the greatest x (1 + t) / n, where they are 0, to the
    // greatest itself, where they are as large; or falls to it.
    return max(mean, (values.max() ?? 0) * min(1, (1 + quantile) / count))
  }
}
