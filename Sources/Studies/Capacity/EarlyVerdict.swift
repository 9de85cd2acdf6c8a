import Metrics
import Scenarios
import Systems

/// The rule by which the seeds that have been run decide over the promises, whatever the other
/// seeds give.
///
/// A promise about a median is broken once as many seeds break it as lie beyond either end of its interval.
/// One about a mean is broken where even figures of 0 in all other seeds would not bring the bound of its
/// interval back. One that every seed has to keep is broken by the first that does not.
struct EarlyVerdict {
  let levels: [ServiceLevel]
  /// How many seeds there are in all.
  let seeds: Int
  /// Seeds that break a promise about a median.
  private let breaking: Int
  private let quantile: Double

  /// The result of a seed so far.
  struct Run {
    let replication: Replication
    /// The promise that it has lost, so that it was not made to its end; its figures are those of less time.
    var lost: LostCause?
  }

  init(_ levels: [ServiceLevel], seeds: Int) {
    self.levels = levels
    self.seeds = seeds
    breaking = SeedIntervals(count: seeds).rank
    quantile = MeanEstimate.quantile(count: seeds) ?? 0
  }

  /// Returns true if a promise is certainly broken after some of the runs.
  func isBroken(after runs: [Run]) -> Bool { levels.indices.contains { isBroken($0, after: runs) } }

  private func isBroken(_ index: Int, after runs: [Run]) -> Bool {
    let level = levels[index]
    let whole = runs.filter { $0.lost == nil }.map(\.replication)
    let left = runs.count { $0.lost?.promise == index }
    let values = whole.map { $0.metric(at: level.metric)?.value.rank ?? .nan }
    let broken = whole.count { !$0.slo[index].isKept }
    // One that is left may still come to a figure, but to none that keeps the promise.
    guard seeds > 1, values.allSatisfy(\.isFinite) else { return broken > 0 || left >= breaking }
    guard let unit = MetricNames.unit(of: level.metric), level.isJudgedByEstimate(unit) else {
      return broken + left > 0
    }
    if MetricNames.seedStatistic(of: level.metric) == .median { return broken + left >= breaking }
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
