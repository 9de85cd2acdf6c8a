import Documents
import Metrics

extension LimitsDocument {
  /// - Parameters:
  ///   - runs: of the worlds' scenarios.
  ///   - worlds: at least one, in the order of the scenarios.
  package init(_ runs: PairedRuns, _ worlds: [LimitWorld]) {
    precondition(runs.scenarios.map(\.name) == worlds.map(\.scenario.name), "a scenario for each")
    // One metric for all worlds, so that their times can be held against each other.
    let isAway = worlds.indices.contains {
      runs.recovery(scenario: $0).path == TradedMetrics.downtime
    }
    let metric = isAway ? TradedMetrics.downtime : TradedMetrics.recovery
    self.init(
      worlds,
      runs.variants.enumerated().map { place, variant in
        let outcomes = worlds.indices.map {
          Outcome(
            runs.replications(scenario: $0, variant: place).map { Outcome.Fate($0, by: metric) },
            by: metric)
        }
        return (variant.name, outcomes)
      })
  }

  /// - Parameter rows: the names of the variants, and how each ends in every world.
  init(_ worlds: [LimitWorld], _ rows: [(name: String, outcomes: [Outcome])]) {
    let (near, bad) = (1.5, 3.0)
    let best = worlds.indices.map { world in
      rows.map { $0.outcomes[world].seconds }.min() ?? .infinity
    }
    let badness = rows.map { row in
      row.outcomes.map(\.badness).sorted { $1.lexicographicallyPrecedes($0) }
    }
    // The worst world first; where two are as bad, the next-worst decides.
    let order = rows.indices.sorted { one, other in
      let place = badness[one].indices.first { badness[one][$0] != badness[other][$0] }
      return place.map { badness[one][$0].lexicographicallyPrecedes(badness[other][$0]) }
        ?? (one < other)
    }
    func names(_ row: [Outcome], _ holds: (Outcome, Double) -> Bool) -> [String] {
      worlds.indices.filter { holds(row[$0], best[$0]) }.map { worlds[$0].scenario.name }
    }
    self.init(
      worlds: worlds.map { world in
        World(
          scenario: world.scenario.name, base: world.base, limit: world.limit?.rawValue,
          perSecond: world.limit.map { _ in world.perSecond })
      }, nearFactor: near, badFactor: bad,
      variants: order.enumerated().map { place, index in
        let row = rows[index]
        return Row(
          row.name, rank: place + 1, holdsEverywhere: row.outcomes.allSatisfy(\.isHeld),
          nearBestIn: names(row.outcomes) { $0.isHeld && $0.seeds > 0 && $0.seconds <= near * $1 },
          // A world that is too much for all of them is bad for none.
          badIn: names(row.outcomes) { $1.isFinite && (!$0.isHeld || $0.seconds > bad * $1) },
          worlds: Members(
            zip(worlds, zip(row.outcomes, best)).map { world, outcome in
              (world.scenario.name, outcome.0.against(outcome.1))
            }))
      })
  }
}

extension LimitsDocument.Outcome {
  /// The result of one run.
  struct Fate {
    /// recover.p99.
    var recovery: MetricValue
    /// Seconds of the metric that the worlds are compared by.
    var seconds: Double?
    /// nil where no storm outlives its cause.
    var cause: StormCause?
    /// True if more than one client in a hundred has given up.
    var hasGivenUp = false

    var isLost: Bool { recovery == .never || cause != nil }
  }

  /// - Parameters:
  ///   - all: the results of all seeds.
  ///   - metric: what `seconds` are of.
  init(_ all: [Fate], by metric: String = TradedMetrics.recovery) {
    let fates = all.filter { $0.recovery != .undefined }
    let lost = fates.count(where: \.isLost)
    let metastable = fates.count { $0.cause != nil }
    let counts = StormCause.allCases.map { cause in fates.count { $0.cause == cause } }
    // The first in their order where several are as frequent.
    let cause = counts.firstIndex(of: counts.max() ?? 0).map { StormCause.allCases[$0] }
    let time = SeedEstimate(fates.compactMap { $0.isLost ? nil : $0.seconds }, .median)
    let ending: Ending =
      if fates.isEmpty {
        .nothing
      } else if 2 * metastable > fates.count {
        .dies
      } else if time != nil, 2 * lost <= fates.count {
        .back
      } else {
        2 * fates.count { $0.isLost && $0.hasGivenUp } >= lost ? .givesUp : .never
      }
    self.init(
      ending, cause: metastable > 0 ? cause?.rawValue : nil, seeds: fates.count, lost: lost,
      metastable: metastable, never: fates.count { $0.recovery == .never },
      time: Time(time), metric: metric)
  }

  /// The share of seeds that are lost, then the time: compared in order, less is better.
  fileprivate var badness: [Double] {
    seeds == 0 ? [0, 0] : [Double(seedsLost) / Double(seeds), time.median ?? .infinity]
  }

  /// The same beside the time of the best.
  fileprivate func against(_ best: Double) -> Self {
    var copy = self
    copy.timesBest = best > 0 && seconds.isFinite ? seconds / best : nil
    return copy
  }
}

extension LimitsDocument.Outcome.Fate {
  init(_ run: Replication, by metric: String) {
    recovery = run.value(TradedMetrics.recovery)
    seconds = run.number(metric)
    if run.value("metastable") == .boolean(true),
      case .word(let word) = run.value("metastable_cause")
    {
      cause = StormCause(rawValue: word)
    }
    hasGivenUp = (run.number("gave_up_share") ?? 0) > 0.01
  }
}

extension PairedRuns {
  /// The least that any behaviour of the clients could bring recover.p99 to in a scenario, in seconds;
  /// nil where that is not known with every variant and seed.
  package func leastPossible(scenario: Int) -> Double? {
    let known = variants.indices.compactMap { variant -> Double? in
      let runs = replications(scenario: scenario, variant: variant)
        .filter { $0.value("recover.p99") != .undefined }
      let least = runs.compactMap { $0.number("lower_bound_s") }
      return least.count == runs.count ? SeedEstimate(least, .median)?.figure : nil
    }
    return known.count == variants.count ? known.min() : nil
  }
}
