import Documents
import Studies
import Verdicts
import Words

/// The variants of a comparison as rows of cells, the best first and the titles above them.
///
/// Behind limits, a column for each world; otherwise a row for each scenario and variant.
func comparisonRows(_ comparison: Comparison) -> [[String]] {
  if let limits = comparison.limits {
    return limitRows(limits, comparison.parts.map(\.leastPossible))
  }
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

private func limitRows(_ table: LimitsDocument, _ least: [Double?]) -> [[String]] {
  let rows = table.variants.map { row in
    [row.mark, harmless(row.name)] + row.outcomes.map { $0.cell(isShort: false) }
  }
  return [["", "formula"] + table.titles] + rows + [["", "least possible"] + leastCells(least)]
}
