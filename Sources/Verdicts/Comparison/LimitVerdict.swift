import Findings
import Scenarios
import Studies
import Systems
import Words

/// Returns the sentences on the variants that hold behind every limit, those that are lucky behind
/// one, and those with which clients give up anyway.
package func limitVerdict(_ table: LimitTable) -> [String] {
  [holding(table), lucky(table), nowhere(table)].compactMap { $0 }
}

/// Names that a sentence can hold.
private let mostNames = 10

private func holding(_ table: LimitTable) -> String {
  let rows = table.holding
  let what = "99 % back with every seed, no storm that outlives its cause"
  guard let first = rows.first else {
    return "None of the \(table.rows.count) holds in every world (\(what))."
  }
  let count =
    rows.count == table.rows.count
    ? "All \(rows.count) hold"
    : "\(rows.count) of \(table.rows.count) hold\(rows.count == 1 ? "s" : "")"
  let names = rows.map { row -> String in
    guard row.variant == first.variant else { return row.variant.name }
    let seconds = HumanText.duration(row.outcomes[row.worst].seconds)
    return "\(row.variant.name) (\(seconds) at worst, \(table.place(row.worst)))"
  }
  return "\(count) in every world (\(what)), the best first: "
    + "\(listed(names, most: mostNames))."
}

private func lucky(_ table: LimitTable) -> String? {
  let rows = table.lucky
  if rows.isEmpty { return "None is near the best in one world and bad in another." }
  let near = numberText(LimitTable.nearFactor)
  let bad = numberText(LimitTable.badFactor)
  let words = rows.map { row in
    let worst = row.bad.max {
      row.outcomes[$0].badness(over: table, row, $0)
        .lexicographicallyPrecedes(row.outcomes[$1].badness(over: table, row, $1))
    }!
    let best = row.nearBest.min { row.outcomes[$0].seconds < row.outcomes[$1].seconds }!
    return "\(row.variant.name) (\(HumanText.duration(row.outcomes[best].seconds)) "
      + "\(table.place(best)); \(fate(row, worst, table)))"
  }
  return "Lucky in one place (within \(near) times of the best there, but dead or more than \(bad) "
    + "times as slow as the best in another): \(listed(words, most: mostNames))."
}

/// How a row ends in a world that is bad for it.
private func fate(_ row: LimitTable.Row, _ world: Int, _ table: LimitTable) -> String {
  let outcome = row.outcomes[world]
  let place = table.place(world)
  switch outcome.ending {
  case .dies(let cause): return "dies \(place), \(cause.rawValue)"
  case .givesUp: return "gives up \(place)"
  case .never, .nothing: return "never back \(place)"
  case .back(let seconds):
    let times = table.timesBest(row, world: world).map {
      ", \(HumanText.number($0)) times the best"
    }
    return outcome.isHeld
      ? "\(HumanText.duration(seconds)) \(place)\(times ?? "")"
      : "lost \(place) with \(outcome.lost) of \(outcome.seeds) seeds"
  }
}

/// Returns the sentence on the variants that are back in no world at all: no limit is to blame.
private func nowhere(_ table: LimitTable) -> String? {
  let names = table.rows.filter { row in
    row.outcomes.allSatisfy { $0.ending == .givesUp }
  }.map(\.variant.name)
  return names.isEmpty
    ? nil : "Clients give up everywhere with \(listed(names, most: mostNames))."
}

extension WorldOutcome {
  /// Seeds that are lost, then how far behind the best.
  fileprivate func badness(
    over table: LimitTable, _ row: LimitTable.Row, _ world: Int
  ) -> [Double] {
    [Double(lost) / Double(max(1, seeds)), table.timesBest(row, world: world) ?? .infinity]
  }
}

extension LimitTable {
  /// `at the handshakes`, `as it is`; with the scenario where there are several.
  package func place(_ world: Int) -> String {
    let place = worlds[world].limit.map { "at \($0.text)" } ?? "as it is"
    return groups.count > 1 ? "\(place) in \(worlds[world].base)" : place
  }
}
