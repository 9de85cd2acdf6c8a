import Scenarios
import Studies
import Systems
import TextTable
import Verdicts
import Words

/// The variants of one scenario, the best first, one a line.
///
/// If the width does not do, the intervals behind the first column are left out, then the
/// differences.
func comparisonTable(
  _ part: ScenarioComparison, width: Int
) -> (lines: [String], detail: ComparisonDetail) {
  let titles =
    columns(part).map(\.title) + ["attempts"] + (part.isComplete ? [] : behindTitles)
    + (part.hasMetastable ? ["metastable"] : [])
  let tables = ComparisonDetail.allCases.map { detail in
    let rows = part.ranked.enumerated().map { ComparisonRow($1, place: $0 + 1, in: part, detail) }
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
    _ result: VariantResult, place: Int, in part: ScenarioComparison, _ detail: ComparisonDetail
  ) {
    self.place = "\(place)\(result.isOnFront ? " *" : "  ")"
    name = harmless(result.variant.name)
    cells =
      columns(part).enumerated().map { place, column in
        ComparisonText.estimate(
          result, column.path, hasInterval: place == 0 || detail.hasIntervals)
      } + [
        result.figure("attempts_per_client").map(HumanText.number) ?? "-"
      ]
      + (part.isComplete
        ? []
        : [
          HumanText.number(result.notBack), result.figure("gave_up").map(HumanText.number) ?? "-",
        ])
      + (part.hasMetastable ? [result.figure("metastable").map(HumanText.share) ?? "-"] : [])
    let pair = part.difference(of: result.variant.name, "recover.p99")
    difference = pair.map(ComparisonText.difference) ?? ""
    p = pair.map { ComparisonText.p($0.p) } ?? ""
  }
}

/// Returns the metrics that are shown with their intervals. If clients contend for a row, the
/// completion and the calls take the place of the peak.
private func columns(_ part: ScenarioComparison) -> [(title: String, path: String)] {
  let hasCalls = part.results[0].estimate("completion") != nil
  return [("99 % back", "recover.p99")]
    + (hasCalls
      ? [("completion", "completion"), ("calls", "calls")] : [("peak in 1 s", "peak_arrivals_1s")])
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
  let table = TextTable<ComparisonRow> { row in
    var columns = [
      Column(title: "", value: row.place, width: 4, align: .right),
      Column(title: "", value: cut(row.name, to: room), width: room),
    ]
    for column in titles.indices {
      columns.append(
        Column(
          title: titles[column], value: row.cells[column], width: widths[column], align: .right))
    }
    if hasDifferences {
      columns.append(
        Column(title: "to the first", value: row.difference, width: differences, align: .right))
      columns.append(Column(title: "p", value: row.p, width: 6, align: .right))
    }
    return columns
  }
  let lines = table.string(for: rows, style: Style.plain) ?? ""
  // Names that were cut are told apart by their ranks.
  let longNames = rows.filter { $0.name.count > room }.map {
    "  \(padded($0.place, to: 5)) \($0.name)"
  }
  return lines.split(separator: "\n").map { "  " + trimmedEnd($0) }
    + (longNames.isEmpty ? [] : [""] + longNames)
}

/// One metric of every variant in every scenario, the best mean rank first.
///
/// `+` marks the best of a scenario, and who is not told from it. Scenarios that do not fit the width
/// follow in a further block.
func scenarioMatrix(_ comparison: Comparison, width: Int) -> [String] {
  let order = comparison.byMeanRank
  let names = order.map { harmless(comparison.variants[$0].name) }
  let room = min(names.map(\.count).max() ?? 0, 28)
  let columnWidth = max(16, comparison.parts.map(\.scenario.name.count).max()! + 1)
  let perBlock = max(1, (width - room - 4) / (columnWidth + 1))
  var lines: [String] = []
  for first in stride(from: 0, to: comparison.parts.count, by: perBlock) {
    let parts = comparison.parts[first..<min(first + perBlock, comparison.parts.count)]
    if !lines.isEmpty { lines.append("") }
    lines += block(Array(parts), comparison, order, names: names, room: room, columnWidth)
  }
  return lines
}

private func block(
  _ parts: [ScenarioComparison], _ comparison: Comparison, _ order: [Int], names: [String],
  room: Int, _ columnWidth: Int
) -> [String] {
  let header = parts.map { paddedLeft(harmless($0.scenario.name), to: columnWidth) }
  let rows = zip(order, names).map { index, name in
    let cells = parts.map { part -> String in
      let result = part.results[index]
      let text = ComparisonText.estimate(result, comparison.rankedBy.path)
      let mark = part.isAmongTheBest(result) ? "+ " : ""
      return paddedLeft(mark + text, to: columnWidth)
    }
    return "  " + padded(cut(name, to: room), to: room + 1)
      + cells.joined(separator: " ")
  }
  return ["  " + padded("", to: room + 1) + header.joined(separator: " ")] + rows
}
