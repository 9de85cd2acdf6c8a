import Documents

/// The document about one run, or about several with different seeds.
protocol RunSummary {
  var clients: Int { get }
  var formulas: [String] { get }
  var verdict: String { get }
  var findings: [FindingRecord] { get }
  var limit: LimitRecord? { get }
  var faults: [FaultRecord] { get }
  /// `seed 1`, `seeds 1 to 5`.
  var seedWords: String { get }
  /// The metrics that have numbers. That of a single run is a mean without an interval.
  var estimates: [String: EstimateRecord] { get }
}

extension SummaryDocument: RunSummary {
  var seedWords: String { "seed \(seed)" }
  var estimates: [String: EstimateRecord] { numbers.mapValues { EstimateRecord(mean: $0) } }
}

extension ReplicationsDocument: RunSummary {
  var seedWords: String { "seeds \(seeds.first) to \(seeds.last)" }
  var estimates: [String: EstimateRecord] { metrics.dictionary.compactMapValues(\.estimate) }
}

extension EstimateRecord {
  fileprivate init(mean: Double) {
    self.init(nil, .mean)
    self.mean = mean
  }

  /// nil where there is no interval.
  var ends: (low: Double, high: Double)? { low.flatMap { low in high.map { (low, $0) } } }
}
