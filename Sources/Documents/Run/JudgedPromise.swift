import Metrics

/// The first and the last of consecutive seeds.
package struct SeedsRecord: Codable, Hashable, Sendable {
  package var first: UInt64
  package var last: UInt64

  package init(first: UInt64, last: UInt64) {
    self.first = first
    self.last = last
  }
}

/// The result of a promise over several seeds.
package struct JudgedPromise: Codable, Hashable, Sendable {
  /// The basis on which a promise is judged.
  package enum Judge: String, Codable, Hashable, Sendable {
    case mean, median
    case everySeed = "every seed"
  }

  /// The figure over the seeds, and the end of its interval that was held against the promise.
  package struct Estimate: Hashable, Sendable {
    package var statistic: SeedStatistic
    package var figure: Double
    package var bound: Double
    /// The confidence of the interval; nil for a single value.
    package var confidence: Double?

    package init(_ estimate: SeedEstimate, bound: Double) {
      statistic = estimate.statistic
      figure = estimate.figure
      self.bound = bound
      confidence = estimate.confidence
    }
  }

  package var promise: String
  package var kept: Bool
  package var judgedBy: Judge
  // One of them where a figure judges it, with the two that follow.
  @Omitted private var mean: Double?
  @Omitted private var median: Double?
  @Omitted private var bound: Double?
  @Omitted private var confidence: Double??
  /// The number of runs in which it is broken on its own.
  package var failedIn: Int
  package var brokenSeeds: [UInt64]
  package var found: String
  package var reason: String?

  /// - Parameter estimate: nil where every seed has to keep it.
  package init(
    promise: String, kept: Bool, by estimate: Estimate?, brokenSeeds: [UInt64], found: String,
    reason: String?
  ) {
    self.promise = promise
    self.kept = kept
    judgedBy = estimate.map { $0.statistic == .mean ? .mean : .median } ?? .everySeed
    mean = estimate.flatMap { $0.statistic == .mean ? $0.figure : nil }
    median = estimate.flatMap { $0.statistic == .median ? $0.figure : nil }
    bound = estimate?.bound
    confidence = estimate.map(\.confidence)
    failedIn = brokenSeeds.count
    self.brokenSeeds = brokenSeeds
    self.found = found
    self.reason = reason
  }
}
