import Documents
import Scenarios
import Studies
import Systems
import Words

/// Several runs on one screen: the headline metrics with the interval of their means, and the
/// results of the promises.
///
/// Ends with a line break.
/// - Parameters:
///   - baseline: how they stand against earlier runs, if that was asked for.
///   - folder: the path of the results; nil if they were not written.
func terminalSummary(
  _ summary: ReplicatedSummary, baseline: BaselineJudgement? = nil, facts: RunFacts,
  folder: String?, style: TerminalStyle
) -> String {
  let seeds = summary.seeds
  var lines = header(
    summary.scenario, summary.formulas, clients: summary.scenario.clients.count,
    seeds: "seeds \(seeds.first) to \(seeds.last)", style)
  lines += [""] + estimateTable(summary, width: style.width)
  let shown = findings(summary)
  if !shown.isEmpty { lines += [""] + labelled("findings", shown, width: style.width) }
  if !summary.slo.isEmpty {
    lines += [""]
    for result in summary.slo {
      lines += sloLine(result.level, result.isKept, sloFacts(result), style)
    }
  }
  if let baseline { lines += [""] + baselineText(baseline, style) }
  lines += [""] + footer(summary, facts, folder, style)
  return lines.joined(separator: "\n") + "\n"
}

/// `formula-paces in 19 of 20`: what the runs show, and how many of them.
private func findings(_ summary: ReplicatedSummary) -> [String] {
  let runs = HumanText.count(summary.replications.count)
  return summary.findings.filter { $0.weight > .filler }
    .map { "\($0.code.rawValue) in \(HumanText.count($0.runs)) of \(runs)" }
}

private func sloFacts(_ result: ReplicatedSloResult) -> [String] {
  result.judgement + ["found \(harmless(result.finding))"]
}

private func footer(
  _ summary: ReplicatedSummary, _ facts: RunFacts, _ folder: String?, _ style: TerminalStyle
) -> [String] {
  let runs = summary.replications.count
  let asked = runs == summary.seeds.count ? "" : " of \(HumanText.count(summary.seeds.count))"
  let digests = Set(summary.replications.map(\.digest)).count
  let events = HumanText.count(summary.events)
  let items =
    [folder.map(harmless)].compactMap { $0 } + [
      "\(HumanText.count(runs))\(asked) runs",
      "\(HumanText.count(digests)) digest\(digests == 1 ? "" : "s")",
      "\(events) events in \(HumanText.duration(facts.wallSeconds))",
      "\(facts.threads) thread\(facts.threads == 1 ? "" : "s")",
    ]
  return wrapped(items, gap: "   ", first: "  ", width: style.width)
    .map { style.coloured($0, .dim) }
}
