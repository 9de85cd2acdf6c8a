import Metrics

/// A search for a formula: the content of `tuning.json`. Every metric stands under its path; an infinite one is null.
package struct TuningDocument: Codable, Hashable, Sendable {
  package var schema = ResultsSchema.current
  package var scenario: String
  package var scenarios: [String]
  /// The seeds by scenario, as each scenario has its own.
  package var seeds: [SeedsRecord]
  package var clients: Int
  package var objective: Objective
  package var families: [Family]
  package var carried: Members<String>
  package var budget: Int
  package var runs: Int
  package var formulas: Int
  package var unusable: Int
  package var truncated: Bool
  package var feasible: Bool
  package var constraints: [Constraint]
  package var own: Own
  package var winner: Found?
  /// The formula that is a little worse in the objective and far better in the rest; nil where there is none.
  @Omitted package var thrifty: Found?
  package var front: [Found]
  package var test: Test?
  /// The metric by which coming back is measured, where it is not recover.p99.
  @Omitted package var backBy: String?

  package struct Objective: Codable, Hashable, Sendable {
    package var metric: String
    /// `low` or `high`.
    package var better: String
    package var indifference: Double

    package init(metric: String, better: String, indifference: Double) {
      self.metric = metric
      self.better = better
      self.indifference = indifference
    }
  }

  package struct Family: Codable, Hashable, Sendable {
    package var name: String
    package var template: String
    package var parameters: Members<String>

    package init(_ name: String, template: String, parameters: Members<String>) {
      self.name = name
      self.template = template
      self.parameters = parameters
    }
  }

  /// A promise that the search had to keep; figures are nil where there is none.
  package struct Constraint: Codable, Hashable, Sendable {
    package var promise: String
    package var from: String
    package var kept: Bool?
    package var found: Double?
    package var keptInTest: Bool?
    package var foundInTest: Double?
    /// The metric that it is about, and what it compares that with; nil where it is no number.
    package var metric: String
    package var limit: Double?

    package init(
      promise: String, metric: String, limit: Double?, from: String, kept: Bool?, found: Double?,
      keptInTest: Bool?, foundInTest: Double?
    ) {
      self.metric = metric
      self.limit = limit
      self.promise = promise
      self.from = from
      self.kept = kept
      self.found = found
      self.keptInTest = keptInTest
      self.foundInTest = foundInTest
    }
  }

  /// A mean; with an interval where it is traded off.
  package struct Mean: Codable, Hashable, Sendable {
    package var mean: Double?
    package var low: Double?
    package var high: Double?

    package init(mean: Double?, low: Double?, high: Double?) {
      self.mean = mean
      self.low = low
      self.high = high
    }
  }

  package struct Own: Codable, Hashable, Sendable {
    package var formula: String
    package var metrics: Members<Mean>?

    package init(_ formula: String, _ metrics: Members<Mean>?) {
      self.formula = formula
      self.metrics = metrics
    }
  }

  package struct Found: Codable, Hashable, Sendable {
    package var formula: String
    package var family: String
    package var values: String
    package var feasible: Bool?
    package var metrics: Members<Mean>?

    package init(
      _ formula: String, family: String, values: String, feasible: Bool?, metrics: Members<Mean>?
    ) {
      self.formula = formula
      self.family = family
      self.values = values
      self.feasible = feasible
      self.metrics = metrics
    }
  }

  package init(
    _ scenario: String, scenarios: [String], seeds: [SeedsRecord], clients: Int,
    objective: Objective, families: [Family], carried: Members<String>, budget: Int, runs: Int,
    formulas: Int, unusable: Int, truncated: Bool, feasible: Bool, constraints: [Constraint],
    own: Own, winner: Found?, thrifty: Found?, front: [Found], test: Test?, backBy: String?
  ) {
    self.scenario = scenario
    self.scenarios = scenarios
    self.seeds = seeds
    self.clients = clients
    self.objective = objective
    self.families = families
    self.carried = carried
    self.budget = budget
    self.runs = runs
    self.formulas = formulas
    self.unusable = unusable
    self.truncated = truncated
    self.feasible = feasible
    self.constraints = constraints
    self.own = own
    self.winner = winner
    self.thrifty = thrifty
    self.front = front
    self.test = test
    self.backBy = backBy
  }

  /// The metrics that are traded off.
  package var traded: [String] { TradedMetrics.all(backBy ?? TradedMetrics.recovery) }
}

extension TuningDocument {
  /// The formula found, where it was not tuned.
  package struct Test: Codable, Hashable, Sendable {
    package var scenarios: [String]
    package var seeds: [SeedsRecord]
    package var results: [Result]
    package var catalogueAtLeastAsGood: [String]
    package var catalogueBetter: [String]
    package var catalogueOutdone: [String]
    package var elsewhere: [Storm]
    package var behindLimits: LimitsDocument?
    package var behindLimitsFailure: String?
    package var lostBehindLimits: [String]
    package var slowerBehindLimits: [String]
    package var verdict: String
    /// The same one by one; nil in folders of earlier versions.
    @Omitted package var sentences: [String]?

    package struct Result: Codable, Hashable, Sendable {
      package var name: String
      /// `winner`, `front`, `own` or `catalogue`.
      package var role: String
      package var failure: String?
      package var metrics: Members<Mean>?

      package init(_ name: String, role: String, failure: String?, metrics: Members<Mean>?) {
        self.name = name
        self.role = role
        self.failure = failure
        self.metrics = metrics
      }
    }

    package struct Storm: Codable, Hashable, Sendable {
      package var scenario: String
      package var winner: Members<Mean>?
      package var own: Members<Mean>?

      package init(_ scenario: String, winner: Members<Mean>?, own: Members<Mean>?) {
        self.scenario = scenario
        self.winner = winner
        self.own = own
      }
    }

    package init(
      scenarios: [String], seeds: [SeedsRecord], results: [Result], atLeastAsGood: [String],
      better: [String],
      outdone: [String], elsewhere: [Storm], behindLimits: LimitsDocument?, failure: String?,
      lostBehindLimits: [String], slowerBehindLimits: [String], sentences: [String]
    ) {
      self.scenarios = scenarios
      self.seeds = seeds
      self.results = results
      catalogueAtLeastAsGood = atLeastAsGood
      catalogueBetter = better
      catalogueOutdone = outdone
      self.elsewhere = elsewhere
      self.behindLimits = behindLimits
      behindLimitsFailure = failure
      self.lostBehindLimits = lostBehindLimits
      self.slowerBehindLimits = slowerBehindLimits
      verdict = sentences.joined(separator: " ")
      self.sentences = sentences
    }
  }
}
