import Foundation

/// The differences between two results folders.
package struct ResultsDifference: Sendable {
  package let first: RecordedResults
  package let second: RecordedResults
  let settings: [Setting]
  let metrics: [Metric]
  /// How many metrics both have.
  let metricsCompared: Int
  /// The second of virtual time in which the runs part; nil if they are the same, or if it is not
  /// known.
  package let partsInSecond: Int?

  struct Setting: Hashable, Sendable {
    let path: String
    /// nil where the scenario has no such value.
    let first: String?
    let second: String?
  }

  struct Metric: Sendable {
    let name: String
    let unit: String
    let first: RecordedMetric.Value
    let second: RecordedMetric.Value
  }

  /// - Throws: where the folders hold different kinds of results.
  package init(_ first: RecordedResults, _ second: RecordedResults) throws(DifferenceError) {
    guard first.head.kind == second.head.kind else {
      throw .kindsDiffer(first.head.kind, second.head.kind)
    }
    self.first = first
    self.second = second
    settings = Set(first.settings.keys).union(second.settings.keys).sorted().compactMap { path in
      let values = (first.settings[path], second.settings[path])
      return values.0 == values.1 ? nil : Setting(path: path, first: values.0, second: values.1)
    }
    let others = Dictionary(second.metrics.map { ($0.name, $0) }) { first, _ in first }
    let both = first.metrics.compactMap { metric in others[metric.name].map { (metric, $0) } }
    metricsCompared = both.count
    metrics = both.compactMap { one, other in
      one.value == other.value
        ? nil : Metric(name: one.name, unit: one.unit, first: one.value, second: other.value)
    }
    partsInSecond = Self.partingSecond(first.digests, second.digests)
  }

  /// True if the digests of both are the same for as long as both last, and one goes on.
  package var goesOn: Bool {
    zip(first.digests, second.digests).allSatisfy { $0 == $1 }
      && first.digests.count != second.digests.count
  }

  /// True if both folders come from the same run.
  package var isSameRun: Bool { first.head.digest == second.head.digest }

  /// The first second after which the running digests are not the same. Seconds in which nothing happened
  /// have no line.
  private static func partingSecond(
    _ first: [(second: Int, digest: String)], _ second: [(second: Int, digest: String)]
  ) -> Int? {
    if first.isEmpty || second.isEmpty { return nil }
    for (one, other) in zip(first, second) where one != other {
      return min(one.second, other.second)
    }
    let longer = first.count > second.count ? first : second
    let common = min(first.count, second.count)
    return common < longer.count ? longer[common].second : nil
  }
}
