/// Formulas behind gateways with one single limit each: a part of `comparison.json` and of `tuning.json`.
package struct LimitsDocument: Codable, Hashable, Sendable {
  package var worlds: [World]
  package var nearFactor: Double
  package var badFactor: Double
  /// The best first.
  package var variants: [Row]
  package var holdsEverywhere: [String]
  package var lucky: [String]

  package struct World: Codable, Hashable, Sendable {
    package var scenario: String
    package var base: String
    /// nil where the gateway is the scenario's own.
    package var limit: String?
    package var perSecond: Double?

    package init(scenario: String, base: String, limit: String?, perSecond: Double?) {
      self.scenario = scenario
      self.base = base
      self.limit = limit
      self.perSecond = perSecond
    }
  }

  package struct Row: Codable, Hashable, Sendable {
    package var name: String
    package var rank: Int
    package var holdsEverywhere: Bool
    package var lucky: Bool
    /// The scenarios in which it is nearly the best, and those in which it is far from it.
    package var nearBestIn: [String]
    package var badIn: [String]
    /// The outcomes by scenario.
    package var worlds: Members<Outcome>

    package init(
      _ name: String, rank: Int, holdsEverywhere: Bool, lucky: Bool, nearBestIn: [String],
      badIn: [String],
      worlds: Members<Outcome>
    ) {
      self.name = name
      self.rank = rank
      self.holdsEverywhere = holdsEverywhere
      self.lucky = lucky
      self.nearBestIn = nearBestIn
      self.badIn = badIn
      self.worlds = worlds
    }
  }

  /// How a formula ends in a world with most of its seeds.
  package struct Outcome: Codable, Hashable, Sendable {
    /// `back`, `dies`, `gives_up`, `never` or `nothing`.
    package var ending: String
    package var cause: String?
    package var seeds: Int
    package var seedsLost: Int
    package var seedsMetastable: Int
    package var seedsNever: Int
    /// The recovery over the seeds that are back.
    package var recovery: Recovery
    package var timesBest: Double?

    package struct Recovery: Codable, Hashable, Sendable {
      package var median: Double?
      package var low: Double?
      package var high: Double?

      package init(median: Double?, low: Double?, high: Double?) {
        self.median = median
        self.low = low
        self.high = high
      }
    }

    private enum CodingKeys: String, CodingKey {
      case ending, cause, seeds, seedsLost, seedsMetastable, seedsNever
      case recovery = "recover.p99"
      case timesBest
    }

    package init(
      ending: String, cause: String?, seeds: Int, lost: Int, metastable: Int, never: Int,
      recovery: Recovery,
      timesBest: Double?
    ) {
      self.ending = ending
      self.cause = cause
      self.seeds = seeds
      seedsLost = lost
      seedsMetastable = metastable
      seedsNever = never
      self.recovery = recovery
      self.timesBest = timesBest
    }
  }

  package init(
    worlds: [World], nearFactor: Double, badFactor: Double, variants: [Row],
    holdsEverywhere: [String],
    lucky: [String]
  ) {
    self.worlds = worlds
    self.nearFactor = nearFactor
    self.badFactor = badFactor
    self.variants = variants
    self.holdsEverywhere = holdsEverywhere
    self.lucky = lucky
  }
}
