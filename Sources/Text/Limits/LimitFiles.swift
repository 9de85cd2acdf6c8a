import Documents
import Findings
import Scenarios
import Store
import Studies
import Systems
import Verdicts
import Words

/// A table of variants behind limits, one line for each variant and world: the content of
/// `limits.csv`.
///
/// Times are in seconds; a field is empty where there is no such number.
package func limitsCSV(_ table: LimitTable) -> String {
  var csv = CSVText(
    header: ["rank", "variant", "scenario"] + limitColumns + [
      "seeds", "seeds_metastable", "seeds_never", "recover_p99", "low", "high", "times_best",
    ])
  for (rank, row) in table.rows.enumerated() {
    for (world, outcome) in row.outcomes.enumerated() {
      let numbers = [
        outcome.recovery?.figure, outcome.recovery?.low, outcome.recovery?.high,
        table.timesBest(row, world: world),
      ]
      csv.add(
        ["\(rank + 1)", row.variant.name, table.worlds[world].scenario.name]
          + limitFields(table, row, world)
          + [outcome.seeds, outcome.metastable, outcome.never].map { "\($0)" }
          + numbers.map { $0.map(jsonNumber) ?? "" })
    }
  }
  return csv.text
}

/// The columns on how a variant ends in a world, which every file has.
let limitColumns = ["limit", "ending", "cause", "seeds_lost", "holds_everywhere", "lucky"]

func limitFields(_ table: LimitTable, _ variant: String, world: Int) -> [String] {
  table.row(of: variant).map { limitFields(table, $0, world) } ?? limitColumns.map { _ in "" }
}

private func limitFields(_ table: LimitTable, _ row: LimitTable.Row, _ world: Int) -> [String] {
  let outcome = row.outcomes[world]
  return [
    table.worlds[world].limit?.rawValue ?? "", outcome.ending.name, outcome.cause?.rawValue ?? "",
    "\(outcome.lost)", "\(row.holdsEverywhere)", "\(row.isLucky)",
  ]
}

extension LimitsDocument {
  init(_ table: LimitTable) {
    let names = table.worlds.map(\.scenario.name)
    self.init(
      worlds: table.worlds.map { world in
        World(
          scenario: world.scenario.name, base: world.base, limit: world.limit?.rawValue,
          perSecond: world.limit.map { _ in world.perSecond })
      }, nearFactor: LimitTable.nearFactor, badFactor: LimitTable.badFactor,
      variants: table.rows.enumerated().map { place, row in
        let outcomes = row.outcomes.enumerated().map { world, outcome in
          (names[world], Outcome(outcome, timesBest: table.timesBest(row, world: world)))
        }
        return Row(
          row.variant.name, rank: place + 1, holdsEverywhere: row.holdsEverywhere,
          lucky: row.isLucky,
          nearBestIn: row.nearBest.map { names[$0] }, badIn: row.bad.map { names[$0] },
          worlds: Members(outcomes))
      }, holdsEverywhere: table.holding.map(\.variant.name), lucky: table.lucky.map(\.variant.name))
  }
}

extension LimitsDocument.Outcome {
  fileprivate init(_ outcome: WorldOutcome, timesBest: Double?) {
    let recovery = outcome.recovery
    self.init(
      ending: outcome.ending.name, cause: outcome.cause?.rawValue, seeds: outcome.seeds,
      lost: outcome.lost,
      metastable: outcome.metastable, never: outcome.never,
      recovery: Recovery(median: recovery?.figure, low: recovery?.low, high: recovery?.high),
      timesBest: timesBest)
  }
}

/// The same as a table in Markdown: the content of `limits.md`. If a storm outlives its cause with
/// some seeds, the cell says with how many.
package func limitsMarkdown(_ table: LimitTable) -> String {
  func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
  let head = table.worlds.map { table.groups.count > 1 ? "\($0.base), \($0.title)" : $0.title }
  var lines = [line(["", "formula"] + head), line(["", ""] + head.map { _ in "" })]
  lines[1] = "|" + ([":-:", "---"] + head.map { _ in "--:" }).joined(separator: "|") + "|"
  lines += table.rows.map { row in
    // A bar would end the cell.
    let name = row.variant.name.map { $0 == "|" ? "\\|" : String($0) }.joined()
    return line([row.mark.trimmed, "`\(harmless(name))`"] + row.outcomes.map(markdownCell))
  }
  let least = table.worlds.indices.map {
    table.leastPossible(world: $0).map(HumanText.duration) ?? "-"
  }
  return (lines + [line(["", "*least possible*"] + least)]).joined(separator: "\n") + "\n"
}

private func markdownCell(_ outcome: WorldOutcome) -> String {
  let seeds =
    outcome.metastable < outcome.seeds ? ", \(outcome.metastable) of \(outcome.seeds)" : ""
  switch outcome.ending {
  case .dies(let cause): return "**dies** (\(cause.rawValue)\(seeds))"
  case .back where outcome.metastable > 0:
    let cause = outcome.cause.map { "\($0.rawValue)" } ?? ""
    let time = outcome.recovery.map { HumanText.duration($0.figure) } ?? "-"
    return "\(time) (\(cause)\(seeds))"
  case .back, .givesUp, .never, .nothing: return LimitCell(outcome).text(isShort: false)
  }
}

extension String {
  fileprivate var trimmed: String { self == " " ? "" : self }
}
