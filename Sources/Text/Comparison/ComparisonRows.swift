import Documents
import Metrics
import Studies
import Verdicts
import Words

/// The variants of a comparison as rows of cells, the best first and the titles above them.
///
/// Behind limits, a column for each world; otherwise a row for each scenario and variant.
func comparisonRows(_ comparison: ComparisonDocument) -> [[String]] {
  let parts = comparison.parts
  if let limits = comparison.limits { return limitRows(limits, comparison.leastPossible) }
  let hasSeveral = parts.count > 1
  let recoveries = parts.map { recoveryTitle($0.recovery) }.withoutRepetition
  let own = ownRankings(comparison)
  let titles =
    own + [
      recoveries.joined(separator: " or "), "to the first", "p", "peak in 1 s", "attempts",
      "not back",
    ]
  let rows = parts.flatMap { part in
    part.ranked.map { variant in
      (hasSeveral ? [harmless(part.scenario)] : [])
        + ["\(variant.rank)", harmless(variant.name)]
        + own.map { ComparisonText.estimate(variant, $0) } + cells(variant, in: part)
    }
  }
  return [(hasSeveral ? ["scenario"] : []) + ["", "formula"] + titles] + rows
}

/// The metric that all are ranked by, where no other column shows it.
private func ownRankings(_ comparison: ComparisonDocument) -> [String] {
  let shown = Set(comparison.parts.flatMap { TradedMetrics.all($0.recovery) })
  return shown.contains(comparison.rankedBy) ? [] : [comparison.rankedBy]
}

/// The title of the column of what coming back is measured by.
func recoveryTitle(_ path: String) -> String {
  path == TradedMetrics.downtime ? "99 % away for" : "99 % back"
}

private func cells(
  _ variant: ComparisonDocument.Variant, in part: ComparisonDocument.Part
) -> [String] {
  let pair = part.pair(variant.name, part.recovery)
  return [
    ComparisonText.estimate(variant, part.recovery), pair.map(ComparisonText.difference) ?? "",
    pair.map { ComparisonText.p($0.p) } ?? "", ComparisonText.estimate(variant, "peak_arrivals_1s"),
    variant.figure("attempts_per_client").map(HumanText.number) ?? "-",
    HumanText.number(variant.notBack),
  ]
}

private func limitRows(_ table: LimitsDocument, _ least: [Double?]) -> [[String]] {
  let rows = table.variants.map { row in
    [row.mark, harmless(row.name)] + row.outcomes.map { $0.cell(isShort: false) }
  }
  let last =
    least.allSatisfy { $0 == nil } ? [] : [["", "least possible"] + leastCells(least)]
  return [["", "formula"] + table.titles] + rows + last
}
