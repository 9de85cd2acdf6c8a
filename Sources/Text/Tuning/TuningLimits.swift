import Scenarios
import Studies
import Systems
import Verdicts
import Words

/// The winner and the own formula behind each kind of limit; nothing where that was not run.
func limitScreen(_ test: TuningTest, _ style: TerminalStyle) -> [String] {
  let words = limitVerdict(test)
  if words.isEmpty { return [] }
  let table = test.limits.map { table -> [String] in
    let title =
      "behind one single limit of \(limitRates(table.worlds.compactMap(\.perSecond))), \(table.metric)"
    let rows = LimitLines(
      table: table, least: test.leastBehindLimits,
      name: { $0.name == test.winner?.name ? "best" : "own" }, isRanking: false)
    return ["", "  " + title] + rows.lines(style)
  }
  let isBad = !test.lostBehindLimits.isEmpty
  return (table ?? []) + [""]
    + words.flatMap { paragraph($0, width: style.width) }.map {
      isBad ? style.coloured($0, .bold) : $0
    }
}
