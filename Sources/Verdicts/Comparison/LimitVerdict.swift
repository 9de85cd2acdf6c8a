import Documents
import Metrics
import Scenarios
import Studies
import Systems
import Words

/// Returns the sentences on the variants that hold behind every limit, those that are lucky behind
/// one, and those with which clients give up anyway.
package func limitVerdict(_ table: LimitsDocument) -> [String] {
  [holding(table), measure(table), lucky(table), nowhere(table)].compactMap { $0 }
}

/// Names that a sentence can hold.
private let mostNames = 10

private func holding(_ table: LimitsDocument) -> String {
  let rows = table.variants.filter(\.holdsEverywhere)
  let what = "99 % back with every seed, no storm that outlives its cause"
  guard let first = rows.first else {
    return "None of the \(table.variants.count) holds in every world (\(what))."
  }
  let count =
    rows.count == table.variants.count
    ? rows.count == 2 ? "Both hold" : "All \(rows.count) hold"
    : "\(rows.count) of \(table.variants.count) hold\(rows.count == 1 ? "s" : "")"
  let names = rows.map { row -> String in
    guard row.name == first.name else { return row.name }
    let seconds = HumanText.duration(row.outcomes[row.worst].seconds)
    return "\(row.name) (\(seconds) at worst, \(table.place(row.worst)))"
  }
  return "\(count) in every world (\(what)), the best first: "
    + "\(listed(names, most: mostNames))."
}

/// The sentence on what the times are, where they are not those to recover.
private func measure(_ table: LimitsDocument) -> String? {
  table.metric == TradedMetrics.recovery
    ? nil
    : "What counts is the time away: the time to recover is 0 for at least half of the clients where the gateway "
      + "keeps up."
}

private func lucky(_ table: LimitsDocument) -> String? {
  let rows = table.variants.filter(\.lucky)
  if rows.isEmpty { return "None is near the best in one world and bad in another." }
  let near = numberText(table.nearFactor)
  let bad = numberText(table.badFactor)
  let words = rows.map { row in
    let outcomes = row.outcomes
    let worst = table.places(of: row.badIn).max {
      outcomes[$0].badness.lexicographicallyPrecedes(outcomes[$1].badness)
    }
    let best = table.places(of: row.nearBestIn).min { outcomes[$0].seconds < outcomes[$1].seconds }
    let words = [
      best.map { "\(HumanText.duration(outcomes[$0].seconds)) \(table.place($0))" },
      worst.map { fate(outcomes[$0], table.place($0)) },
    ]
    return "\(row.name) (\(words.compactMap(\.self).joined(separator: "; ")))"
  }
  return "Lucky in one place (within \(near) times of the best there, but dead or more than \(bad) "
    + "times as slow as the best in another): \(listed(words, most: mostNames))."
}

/// How a formula ends in a world that is bad for it.
private func fate(_ outcome: LimitsDocument.Outcome, _ place: String) -> String {
  switch outcome.ending {
  case .dies: return "dies \(place), \(outcome.cause ?? "")"
  case .givesUp: return "gives up \(place)"
  case .never, .nothing: return "never back \(place)"
  case .back:
    let times = outcome.timesBest.map { ", \(HumanText.number($0)) times the best" }
    return outcome.isHeld
      ? "\(HumanText.duration(outcome.seconds)) \(place)\(times ?? "")"
      : "lost \(place) with \(outcome.seedsLost) of \(outcome.seeds) seeds"
  }
}

/// Returns the sentence on the variants that are back in no world at all: no limit is to blame.
private func nowhere(_ table: LimitsDocument) -> String? {
  let names = table.variants.filter { row in
    row.outcomes.allSatisfy { $0.ending == .givesUp }
  }.map(\.name)
  return names.isEmpty
    ? nil : "Clients give up everywhere with \(listed(names, most: mostNames))."
}

extension LimitsDocument.Outcome {
  /// Seeds that are lost, then how far behind the best.
  fileprivate var badness: [Double] {
    [Double(seedsLost) / Double(max(1, seeds)), timesBest ?? .infinity]
  }
}

extension LimitsDocument {
  /// `at the handshakes`, `as it is`; with the scenario where there are several.
  package func place(_ world: Int) -> String {
    let limit = worlds[world].limit.flatMap(SingleLimit.init)
    let place = limit.map { "at \($0.text)" } ?? CapacityDocument.own
    return groups.count > 1 ? "\(place) in \(worlds[world].base)" : place
  }

  fileprivate func places(of scenarios: [String]) -> [Int] {
    worlds.indices.filter { scenarios.contains(worlds[$0].scenario) }
  }
}
