import Words

/// Returns the outcomes of each cohort, one a line; nothing if the fleet has only one.
///
/// If the width does not do, figures are left out.
func cohortTable(_ reading: RunReading, width: Int) -> [String] {
  let names = reading.run.cohorts.map(\.name)
  guard names.count > 1 else { return [] }
  let rows = names.prefix(mostCohorts).map { CohortRow($0, reading) }
  var lines: [String] = []
  for dispensable in 0...3 {
    lines = table(Array(rows), Array(CohortRow.titles.indices.dropLast(dispensable)))
    if lines.allSatisfy({ $0.count <= width }) { break }
  }
  let more = names.count - rows.count
  return more > 0 ? lines + ["  ... \(more) more in summary.csv"] : lines
}

/// Cohorts that the terminal shows.
private let mostCohorts = 12

private struct CohortRow {
  /// The most important first: the last ones are left out where there is no room.
  static let titles = ["clients", "recover p99", "downtime p99", "recover p50", "attempts each"]

  let name: String
  /// As `titles`.
  let figures: [String]
  /// The clients that are not back, by their fate.
  let missing: String

  init(_ name: String, _ reading: RunReading) {
    func text(_ path: String) -> String { reading.text("cohorts.\(name).\(path)") }
    self.name = harmless(name)
    figures = [
      text("clients"), text("recover.p99"), text("downtime.p99"), text("recover.p50"),
      text("attempts_per_client"),
    ]
    let fates = [
      ("gave_up", "gave up"), ("in_error", "in error"), ("stuck", "stuck"),
      ("still_trying", "still trying"),
    ]
    missing = fates.filter { reading.count("cohorts.\(name).\($0.0)") > 0 }
      .map { "\($0.1) \(text($0.0))" }.joined(separator: ", ")
  }
}

private func table(_ rows: [CohortRow], _ figures: [Int]) -> [String] {
  let names = TextColumn(
    title: "cohort", cells: rows.map { $0.name + " " }, width: labelWidth + 1, isRight: false)
  let columns = figures.map { place in
    TextColumn(title: CohortRow.titles[place], cells: rows.map { $0.figures[place] }, width: 9)
  }
  let missing = TextColumn(
    title: "  not back", cells: rows.map { "  \($0.missing)" }, isRight: false)
  let hasMissing = rows.contains { !$0.missing.isEmpty }
  return ([names] + columns + (hasMissing ? [missing] : [])).lines()
}
