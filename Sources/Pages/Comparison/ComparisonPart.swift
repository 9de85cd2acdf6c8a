import Documents

extension ComparisonData {
  /// The results of several formulas in one scenario: the document's part, with the best formulas
  /// first.
  @dynamicMemberLookup
  struct Part {
    private let document: ComparisonDocument.Part
    /// In the order in which they were given: the first is what the others are compared with.
    let variants: [Variant]
    /// The best first.
    let ranked: [Variant]
    /// By the other's name, then by metric.
    private let pairs: [String: [String: Difference]]

    init(_ part: ComparisonDocument.Part, series: [SeriesKey: [ArrivalRow]]) {
      document = part
      variants = part.variants.map {
        Variant($0, arrivals: series[SeriesKey(scenario: part.scenario, variant: $0.name)] ?? [])
      }
      ranked = variants.sorted { $0.rank < $1.rank }
      pairs = Dictionary(grouping: part.pairs, by: \.b).mapValues { pairs in
        Dictionary(pairs.map { ($0.metric, Difference($0)) }) { $1 }
      }
    }

    subscript<Value>(dynamicMember path: KeyPath<ComparisonDocument.Part, Value>) -> Value {
      document[keyPath: path]
    }

    /// How much more of a metric a variant has than the first; nil for the first itself.
    func difference(of variant: Variant, _ metric: String) -> Difference? {
      pairs[variant.name]?[metric]
    }
  }

  /// One formula in one scenario: the document's, with its arrivals.
  @dynamicMemberLookup
  struct Variant {
    private let document: ComparisonDocument.Variant
    let arrivals: [ArrivalRow]
    private let estimates: [String: Estimate]

    init(_ variant: ComparisonDocument.Variant, arrivals: [ArrivalRow]) {
      document = variant
      estimates = variant.metrics.dictionary.compactMapValues { Estimate($0.estimate) }
      self.arrivals = arrivals
    }

    subscript<Value>(dynamicMember path: KeyPath<ComparisonDocument.Variant, Value>) -> Value {
      document[keyPath: path]
    }

    /// nil where some seed has no such number.
    func estimate(_ metric: String) -> Estimate? { estimates[metric] }

    func figure(_ metric: String) -> Double? { estimates[metric]?.figure }

    /// Clients that were not back when a run ended, in the mean.
    var notBack: Double {
      ["gave_up", "in_error", "stuck", "still_trying"].reduce(0) { $0 + (figure($1) ?? 0) }
    }

    /// Returns the text for a metric that has no figure. If some clients are not back, a time is
    /// `never`. If all clients are back, there was nothing to measure.
    func missing(_ metric: Headline) -> String { metric.isTime && notBack > 0 ? "never" : "-" }

    var brokenPromises: [JudgedPromise] { document.slo.filter { !$0.kept } }
  }

  /// A metric over the seeds, by its mean or its median, with the interval of that.
  struct Estimate: Hashable {
    let figure: Double
    /// nil with one seed.
    let low: Double?
    let high: Double?

    /// nil with one seed.
    var ends: (low: Double, high: Double)? { low.flatMap { low in high.map { (low, $0) } } }
  }

  /// How much more a variant has than the first, seed by seed.
  struct Difference: Hashable {
    /// By the mean or the median of the differences; nil where either has no number with some seed.
    let figure: Double?
    let low: Double?
    let high: Double?
    /// After Holm's correction; nil where the metric is not tested.
    let p: Double?

    init(_ pair: ComparisonDocument.Pair) {
      figure = pair.difference
      low = pair.low
      high = pair.high
      p = pair.p
      isDecided = pair.decided || (low == 0 && high == 0)
    }

    /// True if the seeds tell which of the two has more, or that they are the same.
    let isDecided: Bool
  }
}

extension ComparisonData.Estimate {
  /// nil where there is no figure.
  init?(_ estimate: EstimateRecord) {
    guard let figure = estimate.figure else { return nil }
    self.init(figure: figure, low: estimate.low, high: estimate.high)
  }

  /// nil where there is no figure.
  init?(_ mean: TuningDocument.Mean) {
    guard let figure = mean.mean else { return nil }
    self.init(figure: figure, low: mean.low, high: mean.high)
  }
}
