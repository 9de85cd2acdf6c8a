import Metrics
import Systems
import Words

/// The metrics that a sweep keeps, in the order in which they were asked for.
package struct MetricSelection: Hashable, Sendable {
  /// Their places among all metrics; never empty, none twice.
  let indices: [Int]

  /// All metrics.
  package static let all = MetricSelection(indices: Array(metricRows.indices))

  private init(indices: [Int]) { self.indices = indices }

  /// - Parameter asked: paths such as `recover.p99`, or groups of them such as `recover`; nothing
  ///   asks for all.
  /// - Throws: where there is no such metric, with the name that is most like it.
  package init(_ asked: [String]) throws(SweepError) {
    if asked.isEmpty {
      self = .all
      return
    }
    var indices: [Int] = []
    for name in asked {
      let found = metricRows.indices.filter {
        metricRows[$0].path == name || metricRows[$0].path.hasPrefix(name + ".")
      }
      guard !found.isEmpty, !name.isEmpty else { throw Self.unknown(name) }
      indices += found
    }
    self.indices = indices.withoutRepetition
  }

  private static func unknown(_ name: String) -> SweepError {
    if let successor = MetricNames.retired(name) {
      return SweepError("--metric \(name): there is no such metric any more: \(successor)")
    }
    if PartPath(name) != nil {
      return SweepError("--metric \(name): no metrics of single cohorts or systems are kept here")
    }
    let paths = metricRows.map(\.path)
    let groups = paths.flatMap { path in
      path.indices.filter { path[$0] == "." }.map { String(path[..<$0]) }
    }
    let near = nearest(to: name, in: (paths + groups).withoutRepetition)
    return SweepError(
      "--metric \(name): there is no metric '\(name)'; "
        + (near.map { "did you mean '\($0)'?" } ?? "`simulate explain` lists them"))
  }

  package var paths: [String] { indices.map { metricRows[$0].path } }

  /// The metrics with the values that a run gave them.
  package func metrics(_ values: [MetricValue]) -> [Metric] {
    zip(indices, values).map { index, value in
      Metric(path: metricRows[index].path, unit: metricRows[index].unit, value: value)
    }
  }
}
