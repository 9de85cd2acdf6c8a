import Documents
import Metrics
import Scenarios
import Systems
import Words

/// A table of variants behind limits, one line for each variant and world: the content of
/// `limits.csv`.
///
/// Times are in seconds; a field is empty where there is no such number.
package func limitsCSV(_ table: LimitsDocument) -> String {
  var csv = CSVText(
    header: ["rank", "variant", "scenario"] + limitColumns + [
      "seeds", "seeds_metastable", "seeds_never",
      table.metric == TradedMetrics.downtime ? "downtime_p99" : "recover_p99", "low", "high",
      "times_best",
    ])
  for row in table.variants {
    for (world, outcome) in zip(table.worlds, row.outcomes) {
      let time = outcome.time
      csv.add(
        ["\(row.rank)", row.name, world.scenario] + limitFields(row, world, outcome)
          + [outcome.seeds, outcome.seedsMetastable, outcome.seedsNever].map { "\($0)" }
          + [time.median, time.low, time.high, outcome.timesBest]
          .map { $0.map(jsonNumber) ?? "" })
    }
  }
  return csv.text
}

/// The columns on how a variant ends in a world, which every file has.
let limitColumns = ["limit", "ending", "cause", "seeds_lost", "holds_everywhere", "lucky"]

func limitFields(_ table: LimitsDocument, _ variant: String, world: Int) -> [String] {
  table.row(of: variant).map { limitFields($0, table.worlds[world], $0.outcomes[world]) }
    ?? limitColumns.map { _ in "" }
}

private func limitFields(
  _ row: LimitsDocument.Row, _ world: LimitsDocument.World, _ outcome: LimitsDocument.Outcome
) -> [String] {
  [
    world.limit ?? "", outcome.ending.rawValue, outcome.cause ?? "", "\(outcome.seedsLost)",
    "\(row.holdsEverywhere)", "\(row.lucky)",
  ]
}

/// The same as a table in Markdown: the content of `limits.md`. If a storm outlives its cause with
/// some seeds, the cell says with how many.
/// - Parameter least: what is possible in each world, in seconds.
package func limitsMarkdown(_ table: LimitsDocument, least: [Double?]) -> String {
  func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
  let rule = "|" + ([":-:", "---"] + table.worlds.map { _ in "--:" }).joined(separator: "|") + "|"
  let rows = table.variants.map { row in
    // A bar would end the cell.
    let name = row.name.map { $0 == "|" ? "\\|" : String($0) }.joined()
    return line([row.mark.trimmed, "`\(harmless(name))`"] + row.outcomes.map(markdownCell))
  }
  let last =
    least.allSatisfy { $0 == nil } ? [] : [line(["", "*least possible*"] + leastCells(least))]
  return ([line(["", "formula"] + table.titles), rule] + rows + last).joined(separator: "\n")
    + "\n"
}

private func markdownCell(_ outcome: LimitsDocument.Outcome) -> String {
  let isOfAll = outcome.seedsMetastable >= outcome.seeds
  let seeds = isOfAll ? "" : ", \(outcome.seedsMetastable) of \(outcome.seeds)"
  switch outcome.ending {
  case .dies: return "**dies** (\(outcome.cause ?? "")\(seeds))"
  case .back where outcome.seedsMetastable > 0:
    return "\(HumanText.duration(outcome.seconds)) (\(outcome.cause ?? "")\(seeds))"
  case .back, .givesUp, .never, .nothing: return outcome.cell(isShort: false)
  }
}

extension String {
  fileprivate var trimmed: String { self == " " ? "" : self }
}
