import Metrics

/// Several formulas over the same worlds: the content of `comparison.json`.
package struct ComparisonDocument: Codable, Hashable, Sendable {
  package var schema = 1
  package var replications: Int
  package var truncated: Bool
  package var rankedBy: String
  /// nil where the number of seeds was given.
  package var precision: Precision?
  @Inlined package var content: Content
  package var promises: [PromiseRecord]
  @Omitted package var baseline: BaselineRecord?

  /// How near the intervals came to what was wished for.
  package struct Precision: Codable, Hashable, Sendable {
    package var wish: Double
    package var reached: Bool
    package var tooWide: [String]
    package var unmeasured: [String]

    package init(wish: Double, reached: Bool, tooWide: [String], unmeasured: [String]) {
      self.wish = wish
      self.reached = reached
      self.tooWide = tooWide
      self.unmeasured = unmeasured
    }
  }

  /// The content of the document. The members of a single scenario stand at the top; each of
  /// several scenarios is an object.
  package enum Content: Codable, Hashable, Sendable {
    case one(Part)
    case several(Several)

    package init(from decoder: any Decoder) throws {
      let isOne = try !decoder.container(keyedBy: Several.CodingKeys.self).contains(.scenarios)
      self = isOne ? .one(try Part(from: decoder)) : .several(try Several(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
      switch self {
      case .one(let part): try part.encode(to: encoder)
      case .several(let several): try several.encode(to: encoder)
      }
    }
  }

  package struct Several: Codable, Hashable, Sendable {
    @Omitted package var limits: LimitsDocument?
    package var scenarios: [Part]
    package var verdict: String
    /// The same one by one; nil in folders of earlier versions.
    @Omitted package var sentences: [String]?

    fileprivate enum CodingKeys: CodingKey { case limits, scenarios, verdict, sentences }

    package init(_ scenarios: [Part], limits: LimitsDocument?, sentences: [String]) {
      self.scenarios = scenarios
      self.limits = limits
      verdict = sentences.joined(separator: " ")
      self.sentences = sentences
    }
  }

  package init(
    replications: Int, truncated: Bool, rankedBy: String, precision: Precision?, content: Content,
    promises: [PromiseRecord], baseline: BaselineRecord?
  ) {
    self.replications = replications
    self.truncated = truncated
    self.rankedBy = rankedBy
    self.precision = precision
    self.content = content
    self.promises = promises
    self.baseline = baseline
  }

  package var parts: [Part] {
    switch content {
    case .one(let part): [part]
    case .several(let several): several.scenarios
    }
  }

  /// The least that any behaviour of the clients could bring the times behind limits to, in each scenario; nil where
  /// that is not known, and where the downtime counts.
  package var leastPossible: [Double?] {
    parts.map { limits?.metric == TradedMetrics.downtime ? nil : $0.leastPossibleS }
  }

  package var limits: LimitsDocument? {
    if case .several(let several) = content { several.limits } else { nil }
  }

  package var sentences: [String] {
    switch content {
    case .one(let part): part.sentences ?? [part.verdict]
    case .several(let several): several.sentences ?? [several.verdict]
    }
  }
}

extension ComparisonDocument {
  /// The results of the formulas in one scenario.
  package struct Part: Codable, Hashable, Sendable {
    package struct Seeds: Codable, Hashable, Sendable {
      package var first: UInt64
    }

    package var scenario: String
    package var seeds: Seeds
    package var clients: Int
    /// The variants in the order in which they were given: the others are compared with the first.
    package var variants: [Variant]
    package var pairs: [Pair]
    /// The best first.
    package var ranking: [String]
    package var pareto: [String]
    package var verdict: String
    /// The same one by one; nil in folders of earlier versions.
    @Omitted package var sentences: [String]?
    package var limit: LimitRecord?
    package var faults: [FaultRecord]
    /// The least that any behaviour of the clients could bring recover.p99 to.
    package var leastPossibleS: Double?
    /// The metric by which coming back is measured, where it is not recover.p99.
    @Omitted package var backBy: String?
    /// The metric by which this scenario is ranked, where it is not that of the others.
    @Omitted package var ownRanking: String?

    package init(
      _ scenario: String, firstSeed: UInt64, clients: Int, variants: [Variant], pairs: [Pair],
      ranking: [String], pareto: [String], sentences: [String], limit: LimitRecord?,
      faults: [FaultRecord], leastPossibleS: Double?, backBy: String?, ownRanking: String?
    ) {
      self.scenario = scenario
      seeds = Seeds(first: firstSeed)
      self.clients = clients
      self.variants = variants
      self.pairs = pairs
      self.ranking = ranking
      self.pareto = pareto
      verdict = sentences.joined(separator: " ")
      self.sentences = sentences
      self.limit = limit
      self.faults = faults
      self.leastPossibleS = leastPossibleS
      self.backBy = backBy
      self.ownRanking = ownRanking
    }
  }

  /// One formula in one scenario.
  package struct Variant: Codable, Hashable, Sendable {
    package var name: String
    package var formula: String
    package var policies: [String]
    package var rank: Int
    package var onFront: Bool
    package var metrics: Members<Metric>
    package var slo: [JudgedPromise]
    /// The rules around the formula; several sets where cohorts differ.
    package var rules: [Members<String>]

    package struct Metric: Codable, Hashable, Sendable {
      @Inlined package var estimate: EstimateRecord
      /// How the interval was made; nil without one.
      package var interval: String?

      package init(_ estimate: EstimateRecord, interval: String?) {
        self.estimate = estimate
        self.interval = interval
      }
    }

    package init(
      _ name: String, formula: String, policies: [String], rank: Int, onFront: Bool,
      metrics: Members<Metric>, slo: [JudgedPromise], rules: [Members<String>]
    ) {
      self.name = name
      self.formula = formula
      self.policies = policies
      self.rank = rank
      self.onFront = onFront
      self.metrics = metrics
      self.slo = slo
      self.rules = rules
    }
  }

  /// How much more of a metric `b` has than `a`, seed by seed; nil where either has no number with some seed.
  package struct Pair: Codable, Hashable, Sendable {
    package var a: String
    package var b: String
    package var metric: String
    package var difference: Double?
    package var low: Double?
    package var high: Double?
    package var decided: Bool
    /// The p value after Holm's correction; nil if the metric is not tested.
    package var p: Double?
    package var pRaw: Double?
    package var effect: Double?

    package init(
      _ a: String, _ b: String, metric: String, difference: SeedEstimate?, decided: Bool,
      p: Double?, pRaw: Double?, effect: Double?
    ) {
      self.a = a
      self.b = b
      self.metric = metric
      self.difference = difference?.figure
      low = difference?.low
      high = difference?.high
      self.decided = decided
      self.p = p
      self.pRaw = pRaw
      self.effect = effect
    }
  }
}
