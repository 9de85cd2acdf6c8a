extension ComparisonData {
  /// What several formulas make of one scenario.
  struct Part {
    let name: String
    let clients: Int
    let seed: String
    /// In the order in which they were given: the first is what the others are compared with.
    let variants: [Variant]
    /// The best first.
    let ranked: [Variant]
    let limit: RunData.Limit?
    let faults: [RunData.Fault]
    /// The least that any behaviour of the clients could bring recover.p99 to.
    let leastPossible: Double?
    /// By the other's name, then by metric.
    private let pairs: [String: [String: Difference]]

    init?(_ part: JSONReader, series: [SeriesKey: [ArrivalRow]]) {
      guard let name = part["scenario"].text else { return nil }
      self.name = name
      clients = Int(part["clients"].number ?? 0)
      seed = PageNumber.whole(part["seeds.first"].number ?? 0)
      variants = part["variants"].items.compactMap { variant in
        Variant(variant) { series[SeriesKey(scenario: name, variant: $0)] ?? [] }
      }
      guard !variants.isEmpty else { return nil }
      ranked = variants.sorted { $0.rank < $1.rank }
      limit = RunData.Limit(part["limit"])
      faults = part["faults"].items.map(RunData.Fault.init)
      leastPossible = part["least_possible_s"].number
      var pairs: [String: [String: Difference]] = [:]
      for pair in part["pairs"].items {
        guard let other = pair["b"].text, let metric = pair["metric"].text else { continue }
        pairs[other, default: [:]][metric] = Difference(pair)
      }
      self.pairs = pairs
    }

    /// How much more of a metric a variant has than the first; nil for the first itself.
    func difference(of variant: Variant, _ metric: String) -> Difference? {
      pairs[variant.name]?[metric]
    }
  }

  /// One formula in one scenario.
  struct Variant {
    let name: String
    let formula: String
    let rank: Int
    let isOnFront: Bool
    let promises: [Promise]
    /// The rules around the formula; several sets where cohorts differ.
    let rules: [[String: String]]
    let arrivals: [ArrivalRow]
    private let metrics: [String: Estimate]

    init?(_ variant: JSONReader, series: (String) -> [ArrivalRow]) {
      guard let name = variant["name"].text else { return nil }
      self.name = name
      formula = variant["formula"].text ?? ""
      rank = Int(variant["rank"].number ?? 0)
      isOnFront = variant["on_front"].truth ?? false
      promises = variant["slo"].items.map(Promise.init)
      rules = variant["rules"].items.map { set in set.members.compactMapValues(\.text) }
      metrics = variant["metrics"].members.compactMapValues(Estimate.init)
      arrivals = series(name)
    }

    /// nil where some seed has no such number.
    func estimate(_ metric: String) -> Estimate? { metrics[metric] }

    func figure(_ metric: String) -> Double? { metrics[metric]?.figure }

    /// Clients that were not back when a run ended, in the mean.
    var notBack: Double {
      ["gave_up", "in_error", "stuck", "still_trying"].reduce(0) { $0 + (figure($1) ?? 0) }
    }

    /// What stands in the place of a metric that has no figure: clients that are not back are never back,
    /// and where everybody is there was nothing to measure.
    func missing(_ metric: Headline) -> String { metric.isTime && notBack > 0 ? "never" : "-" }

    var brokenPromises: [Promise] { promises.filter { !$0.isKept } }
  }

  struct Promise: Hashable {
    let text: String
    let isKept: Bool
    let found: String
    /// Seeds that break it.
    let failures: Int

    init(_ promise: JSONReader) {
      text = promise["promise"].text ?? ""
      isKept = promise["kept"].truth ?? false
      found = promise["found"].text ?? ""
      failures = Int(promise["failed_in"].number ?? 0)
    }
  }

  /// A metric over the seeds, by its mean or its median, with the interval of that.
  struct Estimate: Hashable {
    let figure: Double
    /// nil with one seed.
    let low: Double?
    let high: Double?
  }

  /// How much more a variant has than the first, seed by seed.
  struct Difference: Hashable {
    /// By the mean or the median of the differences; nil where either has no number with some seed.
    let figure: Double?
    let low: Double?
    let high: Double?
    /// After Holm's correction; nil where the metric is not tested.
    let p: Double?

    init(_ pair: JSONReader) {
      figure = pair["difference"].number
      low = pair["low"].number
      high = pair["high"].number
      p = pair["p"].number
      let isApart = (low ?? 0) > 0 || (high ?? 0) < 0
      isDecided = (pair["decided"].truth ?? isApart) || (low == 0 && high == 0)
    }

    /// Whether the seeds tell which of the two has more, or that they are the same.
    let isDecided: Bool
  }
}

extension ComparisonData.Estimate {
  /// nil where there is no figure.
  init?(_ estimate: JSONReader) {
    guard let figure = estimate["median"].number ?? estimate["mean"].number else { return nil }
    self.init(figure: figure, low: estimate["low"].number, high: estimate["high"].number)
  }
}
