/// Several variants behind one kind of limit after the other: which hold everywhere, and which are
/// lucky in one place.
package struct LimitTable: Hashable, Sendable {
  /// The worlds in the order of the scenarios that were run.
  package let worlds: [LimitWorld]
  /// The best first, by the worst world.
  package let rows: [Row]

  package struct Row: Hashable, Sendable {
    package let variant: Variant
    /// World by world.
    package let outcomes: [WorldOutcome]
    /// Worlds in which it is the best or near it, by their places.
    package internal(set) var nearBest: [Int] = []
    /// Worlds in which it does not hold, or takes much longer than the best, by their places.
    package internal(set) var bad: [Int] = []

    /// True if 99 % are back in every world with every seed, and no storm outlives its cause.
    package var holdsEverywhere: Bool { outcomes.allSatisfy(\.isHeld) }

    /// True if it is near the best in one world and bad in another.
    package var isLucky: Bool { !nearBest.isEmpty && !bad.isEmpty }

    /// The worst world first; where two are as bad, the next-worst decides.
    fileprivate var badness: [[Double]] {
      outcomes.map(\.badness).sorted { $1.lexicographicallyPrecedes($0) }
    }

    /// The place of the worst world.
    package var worst: Int {
      outcomes.indices.max {
        outcomes[$0].badness.lexicographicallyPrecedes(outcomes[$1].badness)
      }!
    }
  }

  /// The greatest factor by which a time may exceed the best and still count as near the best.
  package static let nearFactor = 1.5
  /// The factor over the best beyond which a time is bad.
  package static let badFactor = 3.0

  /// - Parameters:
  ///   - runs: of the worlds' scenarios.
  ///   - worlds: at least one, in the order of the scenarios.
  package init(_ runs: PairedRuns, _ worlds: [LimitWorld]) {
    precondition(runs.scenarios.map(\.name) == worlds.map(\.scenario.name), "a scenario for each")
    self.init(
      worlds,
      runs.variants.enumerated().map { place, variant in
        let outcomes = worlds.indices.map {
          WorldOutcome(runs.replications(scenario: $0, variant: place))
        }
        return Row(variant: variant, outcomes: outcomes)
      })
  }

  init(_ worlds: [LimitWorld], _ rows: [Row]) {
    self.worlds = worlds
    let best = worlds.indices.map { world in
      rows.map { $0.outcomes[world].seconds }.min() ?? .infinity
    }
    let judged = rows.map { row in
      var row = row
      let seconds = row.outcomes.map(\.seconds)
      row.nearBest = worlds.indices.filter {
        row.outcomes[$0].isHeld && row.outcomes[$0].seeds > 0
          && seconds[$0] <= Self.nearFactor * best[$0]
      }
      row.bad = worlds.indices.filter {
        !row.outcomes[$0].isHeld || seconds[$0] > Self.badFactor * best[$0]
      }
      return row
    }
    let keys = judged.map(\.badness)
    let order = judged.indices.sorted { one, other in
      let place = keys[one].indices.first { keys[one][$0] != keys[other][$0] }
      return place.map { keys[one][$0].lexicographicallyPrecedes(keys[other][$0]) } ?? (one < other)
    }
    self.rows = order.map { judged[$0] }
  }

  /// The rows that hold in every world, the best first.
  package var holding: [Row] { rows.filter(\.holdsEverywhere) }

  /// The rows that are near the best in one world and bad in another, the best first.
  package var lucky: [Row] { rows.filter(\.isLucky) }

  package func row(of variant: String) -> Row? { rows.first { $0.variant.name == variant } }

  /// Returns how many times as long as the best of a world a row takes there; nil if the clients of
  /// the row, or of every row, are not back.
  package func timesBest(_ row: Row, world: Int) -> Double? {
    let best = rows.map { $0.outcomes[world].seconds }.min() ?? .infinity
    let own = row.outcomes[world].seconds
    return best > 0 && own.isFinite ? own / best : nil
  }

  /// The least that any behaviour of the clients could bring recover.p99 to in a world, in seconds;
  /// nil where that is not known.
  package func leastPossible(world: Int) -> Double? {
    let known = rows.compactMap { $0.outcomes[world].leastPossible }
    return known.count == rows.count ? known.min() : nil
  }

  /// Places of the worlds of each scenario they were made of, in order.
  package var groups: [[Int]] {
    worlds.map(\.base).withoutRepetition.map { base in
      worlds.indices.filter { worlds[$0].base == base }
    }
  }
}
