import Metrics

/// Formulas behind gateways with one single limit each: which hold everywhere, and which are lucky in
/// one place. A part of `comparison.json` and of `tuning.json`.
package struct LimitsDocument: Codable, Hashable, Sendable {
  /// In the order of the scenarios that were run.
  package var worlds: [World]
  /// The greatest factor by which a time may exceed the best and still count as near the best.
  package var nearFactor: Double
  /// The factor over the best beyond which a time is bad.
  package var badFactor: Double
  /// The best first, by the worst world.
  package var variants: [Row]
  package var holdsEverywhere: [String]
  package var lucky: [String]

  package struct World: Codable, Hashable, Sendable {
    package var scenario: String
    /// The name of the scenario it was made of.
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
    /// True if 99 % are back in every world with every seed, and no storm outlives its cause.
    package var holdsEverywhere: Bool
    /// True if it is near the best in one world and bad in another; not of the best, if it holds everywhere.
    package var lucky: Bool
    /// The scenarios in which it is nearly the best, and those in which it is far from it.
    package var nearBestIn: [String]
    package var badIn: [String]
    /// The outcomes by scenario, in the order of the worlds.
    package var worlds: Members<Outcome>

    package init(
      _ name: String, rank: Int, holdsEverywhere: Bool, nearBestIn: [String], badIn: [String],
      worlds: Members<Outcome>
    ) {
      self.name = name
      self.rank = rank
      self.holdsEverywhere = holdsEverywhere
      lucky = !nearBestIn.isEmpty && !badIn.isEmpty && !(rank == 1 && holdsEverywhere)
      self.nearBestIn = nearBestIn
      self.badIn = badIn
      self.worlds = worlds
    }

    /// World by world.
    package var outcomes: [Outcome] { worlds.all.map(\.value) }

    /// The place of the world in which it takes longest.
    package var worst: Int {
      let seconds = outcomes.map(\.seconds)
      return seconds.indices.max { seconds[$0] < seconds[$1] } ?? 0
    }
  }

  /// How a formula ends in a world with most of its seeds.
  package struct Outcome: Codable, Hashable, Sendable {
    package enum Ending: String, Codable, Hashable, Sendable {
      /// 99 % are back.
      case back
      /// The storm outlives its cause.
      case dies
      /// More than one client in a hundred gives up.
      case givesUp = "gives_up"
      /// More than one client in a hundred is not back at the end for another reason.
      case never
      /// There was nothing to recover from.
      case nothing
    }

    package var ending: Ending
    /// The most frequent `StormCause` of the storms that outlive their cause; nil if there is none.
    package var cause: String?
    /// Runs in which there was anything to recover from.
    package var seeds: Int
    /// The number of these in which the storm outlives its cause, or too many never return.
    package var seedsLost: Int
    package var seedsMetastable: Int
    package var seedsNever: Int
    /// The time to recover over the seeds that are back; nil where the downtime stands for it.
    @Omitted private var recovery: Time?
    /// The downtime over the seeds that are back; nil where the time to recover counts.
    @Omitted private var downtime: Time?
    /// nil if the clients of the formula, or of every formula, are not back.
    package var timesBest: Double?

    package struct Time: Codable, Hashable, Sendable {
      package var median: Double?
      package var low: Double?
      package var high: Double?

      package init(_ estimate: SeedEstimate?) {
        median = estimate?.figure
        low = estimate?.low
        high = estimate?.high
      }
    }

    private enum CodingKeys: String, CodingKey {
      case ending, cause, seeds, seedsLost, seedsMetastable, seedsNever
      case recovery = "recover.p99"
      case downtime = "downtime.p99"
      case timesBest
    }

    /// - Parameter metric: what the time is measured by: `TradedMetrics.recovery` or `downtime`.
    package init(
      _ ending: Ending, cause: String?, seeds: Int, lost: Int, metastable: Int, never: Int,
      time: Time, metric: String
    ) {
      self.ending = ending
      self.cause = cause
      self.seeds = seeds
      seedsLost = lost
      seedsMetastable = metastable
      seedsNever = never
      if metric == TradedMetrics.downtime { downtime = time } else { recovery = time }
    }

    /// The metric's percentile over the seeds that are back.
    package var time: Time { downtime ?? recovery ?? Time(nil) }

    fileprivate var isMeasuredByDowntime: Bool { downtime != nil }

    /// True if 99 % are back with every seed, and no storm outlives its cause.
    package var isHeld: Bool { seedsLost == 0 }

    /// Median of the time where it is back with most of the seeds; infinite where it is not.
    package var seconds: Double {
      ending == .nothing ? 0 : ending == .back ? time.median ?? .infinity : .infinity
    }
  }

  /// - Parameter variants: the best first.
  package init(worlds: [World], nearFactor: Double, badFactor: Double, variants: [Row]) {
    self.worlds = worlds
    self.nearFactor = nearFactor
    self.badFactor = badFactor
    self.variants = variants
    holdsEverywhere = variants.filter(\.holdsEverywhere).map(\.name)
    lucky = variants.filter(\.lucky).map(\.name)
  }

  /// The metric that the worlds are compared by: `TradedMetrics.recovery` or `downtime`.
  package var metric: String {
    variants.contains { $0.outcomes.contains(where: \.isMeasuredByDowntime) }
      ? TradedMetrics.downtime : TradedMetrics.recovery
  }

  package func row(of variant: String) -> Row? { variants.first { $0.name == variant } }

  /// Places of the worlds of each scenario they were made of, in order.
  package var groups: [[Int]] {
    worlds.map(\.base).withoutRepetition.map { base in
      worlds.indices.filter { worlds[$0].base == base }
    }
  }

  /// The heads of the columns of a table: `as it is`, `listener`; with the scenario where there are several.
  package var titles: [String] {
    worlds.map { groups.count > 1 ? "\($0.base), \($0.title)" : $0.title }
  }
}

extension LimitsDocument.World {
  /// `as it is`, `listener`, `handshake`, `auth`, `api`.
  package var title: String { limit ?? CapacityDocument.own }
}
