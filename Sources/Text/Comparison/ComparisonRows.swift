import Store
import Studies
import Systems
import Verdicts
import Words

/// The variants of a comparison as rows of cells, the best first and the titles above them.
///
/// Behind limits, a column for each world; otherwise a row for each scenario and variant.
func comparisonRows(_ comparison: Comparison) -> [[String]] {
  if let limits = comparison.limits { return limitRows(limits) }
  let hasSeveral = comparison.parts.count > 1
  let titles = ["99 % back", "to the first", "p", "peak in 1 s", "attempts", "not back"]
  let rows = comparison.parts.flatMap { part in
    part.ranked.enumerated().map { place, result in
      (hasSeveral ? [harmless(part.scenario.name)] : [])
        + ["\(place + 1)", harmless(result.variant.name)] + cells(result, in: part)
    }
  }
  return [(hasSeveral ? ["scenario"] : []) + ["", "formula"] + titles] + rows
}

private func cells(_ result: VariantResult, in part: ScenarioComparison) -> [String] {
  let pair = part.difference(of: result.variant.name, "recover.p99")
  return [
    ComparisonText.estimate(result, "recover.p99"), pair.map(ComparisonText.difference) ?? "",
    pair.map { ComparisonText.p($0.p) } ?? "", ComparisonText.estimate(result, "peak_arrivals_1s"),
    result.figure("attempts_per_client").map(HumanText.number) ?? "-",
    HumanText.number(result.notBack),
  ]
}

private func limitRows(_ table: LimitTable) -> [[String]] {
  let worlds = table.worlds.map { table.groups.count > 1 ? "\($0.base), \($0.title)" : $0.title }
  let rows = table.rows.map { row in
    [row.mark, harmless(row.variant.name)]
      + row.outcomes.map { LimitCell($0).text(isShort: false) }
  }
  let least = table.worlds.indices.map {
    table.leastPossible(world: $0).map(HumanText.duration) ?? "-"
  }
  return [["", "formula"] + worlds] + rows + [["", "least possible"] + least]
}
