import Metrics

/// A finding: its code, its figures and its sentence.
package struct FindingRecord: Codable, Hashable, Sendable {
  package var code: String
  /// The figures of a single run.
  @Omitted package var figures: Members<Double>?
  /// The number of runs in which it shows, if there are several runs.
  @Omitted package var runs: Int?
  package var sentence: String

  package init(code: String, figures: Members<Double>? = nil, runs: Int? = nil, sentence: String) {
    self.code = code
    self.figures = figures
    self.runs = runs
    self.sentence = sentence
  }
}

/// Something doubtful about a scenario.
package struct WarningRecord: Codable, Hashable, Sendable {
  package var code: String
  package var sentence: String

  package init(code: String, sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}

/// The narrowest stage that a set-up passes, and what it lets through over all nodes.
package struct LimitRecord: Codable, Hashable, Sendable {
  package var stage: String
  package var perSecond: Double

  package init(stage: String, perSecond: Double) {
    self.stage = stage
    self.perSecond = perSecond
  }
}

/// A fault, and when it is in force.
package struct FaultRecord: Codable, Hashable, Sendable {
  package var kind: String
  package var fromS: Double
  /// nil where it has no end.
  package var toS: Double?

  package init(kind: String, fromS: Double, toS: Double?) {
    self.kind = kind
    self.fromS = fromS
    self.toS = toS
  }
}

/// The result of a promise, for people and programs. In a comparison it has its scenario and
/// backoff.
package struct PromiseRecord: Codable, Hashable, Sendable {
  @Omitted package var scenario: String?
  @Omitted package var variant: String?
  /// True if it sets the exit code; only in a comparison.
  @Omitted package var judged: Bool?
  package var expression: String
  package var kept: Bool
  package var found: String
  /// The basis of the judgement, or why there is no figure; nil if there is nothing more to say.
  package var why: String?

  package init(
    scenario: String?, variant: String?, judged: Bool?, expression: String, kept: Bool,
    found: String, why: String?
  ) {
    self.scenario = scenario
    self.variant = variant
    self.judged = judged
    self.expression = expression
    self.kept = kept
    self.found = found
    self.why = why
  }
}

/// A metric over several seeds. `low` and `high` are the interval of the median where the metric is told by that,
/// otherwise of the mean; every figure is nil where some seed has no number.
package struct EstimateRecord: Codable, Hashable, Sendable {
  package var mean: Double?
  /// Only where the metric is told by its median.
  @Omitted package var median: Double??
  package var low: Double?
  package var high: Double?
  /// The confidence of the interval of the median.
  @Omitted package var confidence: Double??
  /// Only where the values are so skewed that the mean says little.
  @Omitted package var skewed: Bool?

  /// - Parameters:
  ///   - estimate: nil where some seed has no number.
  ///   - hasInterval: false of true and false.
  package init(_ estimate: SeedEstimate?, _ statistic: SeedStatistic, hasInterval: Bool = true) {
    let interval = hasInterval ? estimate : nil
    let isMedian = statistic == .median
    mean = estimate?.mean
    median = isMedian ? .some(estimate?.median) : nil
    low = interval?.low
    high = interval?.high
    confidence = isMedian ? .some(estimate?.confidence) : nil
    skewed = interval?.isSkewed == true ? true : nil
  }

  /// The median or the mean, as the metric is told.
  package var figure: Double? { (median ?? nil) ?? mean }
  package var isMedian: Bool { (median ?? nil) != nil }
}

extension JSONValue {
  /// The value of a metric; null for what is undefined or infinite.
  package init(_ value: MetricValue) {
    switch value {
    case .count(let count): self = .integer(count)
    case .number(let number): self = .number(number)
    case .boolean(let truth): self = .boolean(truth)
    case .word(let word): self = .string(word)
    case .never, .undefined: self = .null
    }
  }
}
