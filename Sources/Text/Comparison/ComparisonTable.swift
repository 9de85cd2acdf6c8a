import Documents
import Metrics
import Scenarios
import Studies
import Systems
import Verdicts
import Words

/// The variants of one scenario, the best first, one a line.
///
/// If the width does not do, the intervals behind the first column are left out, then the
/// differences.
func comparisonTable(
  _ part: ComparisonDocument.Part, rankedBy: String, width: Int
) -> (lines: [String], detail: ComparisonDetail) {
  let columns = columns(part, rankedBy)
  let titles =
    columns.map(\.title) + ["attempts"] + (part.isComplete ? [] : behindTitles)
    + (part.hasMetastable ? ["metastable"] : [])
  let tables = ComparisonDetail.allCases.map { detail in
    let rows = part.ranked.map { ComparisonRow($0, in: part, columns, detail) }
    return table(rows, titles, hasDifferences: detail.hasDifferences, width: width)
  }
  let fitting = tables.firstIndex { $0.allSatisfy { $0.count <= width } } ?? tables.count - 1
  return (tables[fitting], ComparisonDetail.allCases[fitting])
}

/// How much the table of a comparison shows.
enum ComparisonDetail: CaseIterable {
  case full
  /// With the interval of the first column only.
  case oneInterval
  case withoutDifferences
  /// With neither.
  case least

  var hasDifferences: Bool { self == .full || self == .oneInterval }
  var hasIntervals: Bool { self == .full || self == .withoutDifferences }
}

private let behindTitles = ["not back", "gave up"]

private struct ComparisonRow {
  let place: String
  let name: String
  let cells: [String]
  let difference: String
  let p: String

  init(
    _ result: ComparisonDocument.Variant, in part: ComparisonDocument.Part,
    _ columns: [(title: String, path: String)], _ detail: ComparisonDetail
  ) {
    self.place = "\(result.rank)\(result.onFront ? " *" : "  ")"
    name = harmless(result.name)
    cells =
      columns.enumerated().map { place, column in
        ComparisonText.estimate(result, column.path, hasInterval: place == 0 || detail.hasIntervals)
      } + [result.figure("attempts_per_client").map(HumanText.number) ?? "-"]
      + (part.isComplete
        ? []
        : [HumanText.number(result.notBack), result.figure("gave_up").map(HumanText.number) ?? "-"])
      + (part.hasMetastable ? [result.figure("metastable").map(HumanText.share) ?? "-"] : [])
    let pair = part.pair(result.name, part.recovery)
    difference = pair.map(ComparisonText.difference) ?? ""
    p = pair.map { ComparisonText.p($0.p) } ?? ""
  }
}

/// Returns the metrics that are shown with their intervals, first what the variants are ranked by. If clients
/// contend for a row, the completion and the calls take the place of the peak.
private func columns(
  _ part: ComparisonDocument.Part, _ rankedBy: String
) -> [(title: String, path: String)] {
  let hasCalls = part.variants[0].metrics["completion"] != nil
  let usual =
    [(recoveryTitle(part.recovery), part.recovery)]
    + (hasCalls
      ? [("completion", "completion"), ("calls", "calls")] : [("peak in 1 s", "peak_arrivals_1s")])
  let isShown = rankedBy == TradedMetrics.attempts || usual.contains { $0.1 == rankedBy }
  return (isShown ? [] : [(rankedBy, rankedBy)]) + usual
}

private func table(
  _ rows: [ComparisonRow], _ titles: [String], hasDifferences: Bool, width: Int
) -> [String] {
  let widths = titles.indices.map { column in
    rows.reduce(titles[column].count) { max($0, $1.cells[column].count) }
  }
  let differences = hasDifferences ? rows.reduce(12) { max($0, $1.difference.count) } : 0
  // A blank between columns; indent, rank and p take what they need.
  let taken = widths.reduce(0) { $0 + $1 + 1 } + (hasDifferences ? differences + 8 : 0) + 7
  let longest = rows.map(\.name.count).max() ?? 0
  let room = max(12, min(longest, width - taken))
  var table = [
    TextColumn(cells: rows.map(\.place), width: 4),
    TextColumn(cells: rows.map { cut($0.name, to: room) }, width: room, isRight: false),
  ]
  table += titles.indices.map { column in
    TextColumn(title: titles[column], cells: rows.map { $0.cells[column] })
  }
  if hasDifferences {
    table.append(TextColumn(title: "to the first", cells: rows.map(\.difference), width: 12))
    table.append(TextColumn(title: "p", cells: rows.map(\.p), width: 6))
  }
  // Names that were cut are told apart by their ranks.
  let longNames = rows.filter { $0.name.count > room }.map {
    "  \(padded($0.place, to: 5)) \($0.name)"
  }
  return table.lines() + (longNames.isEmpty ? [] : [""] + longNames)
}

/// One metric of every variant in every scenario, the best mean rank first.
///
/// `+` marks the best of a scenario, and who is not told from it. Scenarios that do not fit the width
/// follow in a further block.
func scenarioMatrix(_ comparison: ComparisonDocument, _ runs: PairedRuns, width: Int) -> [String] {
  let order = comparison.byMeanRank
  let names = order.map { harmless(comparison.parts[0].variants[$0].name) }
  let room = min(names.map(\.count).max() ?? 0, 28)
  let cells = comparison.parts.map { part in
    order.map { place in
      let variant = part.variants[place]
      let isBest = comparison.isAmongTheBest(variant, of: part, runs)
      return (isBest ? "+ " : "")
        + ComparisonText.estimate(variant, comparison.ranking(of: part))
    }
  }
  let widest = cells.joined().map(\.count) + comparison.parts.map(\.scenario.count)
  let columnWidth = max(16, (widest.max() ?? 0) + 1)
  let perBlock = max(1, (width - room - 4) / (columnWidth + 1))
  func line(_ name: String, _ cells: [String]) -> String {
    "  " + padded(cut(name, to: room), to: room + 1)
      + cells.map { paddedLeft($0, to: columnWidth) }.joined(separator: " ")
  }
  var lines: [String] = []
  for first in stride(from: 0, to: comparison.parts.count, by: perBlock) {
    let parts = comparison.parts[first..<min(first + perBlock, comparison.parts.count)]
    if !lines.isEmpty { lines.append("") }
    lines.append(line("", parts.map { harmless($0.scenario) }))
    lines += names.indices.map { row in
      line(names[row], parts.indices.map { cells[$0][row] })
    }
  }
  return lines
}

extension ComparisonDocument {
  /// Returns true if a variant is the first in the ranking, or the seeds do not tell it from the
  /// first.
  fileprivate func isAmongTheBest(_ variant: Variant, of part: Part, _ runs: PairedRuns) -> Bool {
    guard let winner = winner(in: part), let metric = HeadlineMetric.named(ranking(of: part))
    else { return false }
    if winner.name == variant.name { return true }
    let behind = runs.difference(from: winner.name, to: variant.name, metric, in: part.scenario)
    return behind.map { $0.estimate != nil && $0.isUndecided } ?? false
  }
}
