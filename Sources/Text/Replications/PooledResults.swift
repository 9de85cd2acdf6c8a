import Findings
import Measurements

/// The distributions and series of several runs in one: counts are added up, so that the order in
/// which runs are added changes nothing.
///
/// As soon as a complete run is in, those that were broken off are left out.
package struct PooledResults: Sendable {
  /// In the order of the metrics, all as histograms.
  private(set) var distributions: [NamedDistribution] = []
  private(set) var series = PooledSeries()
  private var isComplete = false

  package init() {}

  package mutating func add(_ summary: Summary) {
    if isComplete, summary.run.course.isTruncated { return }
    if !isComplete, !summary.run.course.isTruncated {
      self = PooledResults()
      isComplete = true
    }
    series.add(summary.run)
    let added = summary.distributions
    if distributions.isEmpty {
      distributions = added.map(\.asHistogram)
      return
    }
    // The plan of a scenario decides which distributions its runs have.
    precondition(distributions.map(\.metric) == added.map(\.metric), "runs of one scenario")
    for index in added.indices { distributions[index].add(added[index]) }
  }
}

extension NamedDistribution {
  /// To three significant digits where it was exact.
  fileprivate var asHistogram: NamedDistribution {
    NamedDistribution(metric: metric, file: file, values: .recorded(recorder, infinite: infinite))
  }

  fileprivate mutating func add(_ other: NamedDistribution) {
    var sum = recorder
    // The old one must not hold the counts any longer, or they are copied.
    values = .exact([], infinite: infinite)
    sum.add(other.recorder)
    values = .recorded(sum, infinite: infinite + other.infinite)
  }
}
