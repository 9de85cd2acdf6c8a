import Scenarios
import Studies
import Systems
import Words

/// The winner, and formulas that are spread over the front.
func foundTable(_ tuning: Tuning, width: Int) -> [String] {
  let front = tuning.shortlist.map { place in
    TuningRow(
      place == tuning.winner ? "best" : place == tuning.thrifty ? "thrifty" : "",
      tuning.estimate(place),
      tuning.tried[place].candidate.formula, tuning.goal)
  }
  let more = tuning.front.count - tuning.shortlist.count { tuning.front.contains($0) }
  let rest = more > 0 ? ["  and \(HumanText.count(more)) more on the front"] : []
  return table(
    "tuned", front + [TuningRow("own", tuning.own, ownName(tuning), tuning.goal)], last: "formula",
    tuning.goal, width: width) + rest
}

/// The shortlist, the own formula and the front of the catalogue where none of them was tuned.
func testTable(_ test: TuningTest, _ goal: TuningGoal, width: Int) -> [String] {
  let tuned = test.results.filter { $0.role != .catalogue }.map { result in
    TuningRow(
      result.role == .winner ? "best" : result.role == .own ? "own" : "", result.estimate,
      result.name, goal)
  }
  let front = test.catalogueFront
  let catalogue = front.prefix(mostOfCatalogue).map {
    TuningRow("catalogue", $0.estimate, $0.name, goal)
  }
  let more = front.count - catalogue.count
  let rest =
    more > 0 ? ["  and \(HumanText.count(more)) slower ones on the catalogue's own front"] : []
  return table("tested", tuned + catalogue, last: "formula", goal, width: width) + rest
}

/// Rows for the catalogue.
private let mostOfCatalogue = 10

/// The winner against the own formula, storm by storm.
func stormTable(_ test: TuningTest, _ goal: TuningGoal, width: Int) -> [String] {
  let rows = test.storms.flatMap { storm in
    [
      TuningRow("best", storm.winner, storm.scenario.name, goal),
      TuningRow("own", storm.own, storm.scenario.name, goal),
    ]
  }
  return table("elsewhere", rows, last: "scenario", goal, width: width)
}

private struct TuningRow {
  let label: String
  private(set) var cells: [String]
  /// The formula or the scenario.
  let text: String

  init(_ label: String, _ estimate: TuningEstimate?, _ text: String, _ goal: TuningGoal) {
    self.label = label
    self.text = harmless(text)
    cells = goal.tradedMetrics.enumerated().map { column, metric in
      guard let estimate else { return "-" }
      let mean = figure(estimate.means[column], metric.unit)
      guard let interval = estimate.intervals[column], let low = interval.low,
        let high = interval.high
      else { return mean }
      // From ten minutes on a mean is no plain number of seconds.
      let isLong = metric.unit == .seconds && !mean.hasSuffix(" s") || mean.contains("min")
      let ends = [low, high].map { isLong ? HumanText.duration($0) : HumanText.number($0) }
      return "\(mean) [\(ends[0]), \(ends[1])]"
    }
    if goal.hasOwnObjective {
      let value = estimate.map { figure(goal.objective($0.means), goal.objective.unit) }
      cells.append(value ?? "-")
    }
  }
}

extension TuningRow {
  /// With the means alone.
  var withoutIntervals: TuningRow {
    var row = self
    row.cells = cells.map { $0.components(separatedBy: " [")[0] }
    return row
  }
}

extension TuningGoal {
  /// True if the optimised metric is none of those that are traded off, and has a column of its
  /// own.
  fileprivate var hasOwnObjective: Bool {
    !tradedMetrics.contains { $0.path == objective.path }
  }
}

/// A table whose last column is a text of any length: where a row is wider than the terminal, the text
/// stands below its row; where that is still too wide, the intervals are left out.
private func table(
  _ title: String, _ rows: [TuningRow], last: String, _ goal: TuningGoal, width: Int
) -> [String] {
  let titles =
    goal.tradedMetrics.map(\.path) + (goal.hasOwnObjective ? [goal.objective.path] : [])
  let numbers = numberTable(title, titles, rows)
  let lines = zip(numbers, [last] + rows.map(\.text)).map { "\($0) \($1)" }
  if lines.allSatisfy({ $0.count <= width }) { return lines }
  let isNarrow = numbers.allSatisfy { $0.count <= width }
  let narrow = isNarrow ? numbers : numberTable(title, titles, rows.map(\.withoutIntervals))
  let texts = rows.map { row in
    wrapped(
      row.text.split(separator: " ").map(String.init), gap: " ", first: "      ", width: width)
  }
  let note = isNarrow ? [] : ["  95 % intervals need more columns, or --format json"]
  return [narrow[0]] + zip(narrow.dropFirst(), texts).flatMap { [$0] + $1 } + note
}

/// The lines of all columns but the last, the titles' line first.
private func numberTable(_ title: String, _ titles: [String], _ rows: [TuningRow]) -> [String] {
  let labels = TextColumn(title: title, cells: rows.map(\.label), isRight: false)
  let figures = titles.enumerated().map { place, title in
    TextColumn(title: title, cells: rows.map { $0.cells[place] })
  }
  return ([labels] + figures).lines()
}
