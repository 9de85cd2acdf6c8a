import Scenarios
import Studies
import Systems
import Words

extension ReplicatedReport {
  /// Several runs on one screen: the headline metrics with the interval of their means, and the
  /// results of the promises. Ends with a line break.
  package func text() -> String {
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
        let facts = result.judgement + ["found \(harmless(result.finding))"]
        lines += sloLine(result.level, result.isKept, facts, style)
      }
    }
    if let baseline { lines += [""] + baselineText(baseline, style) }
    lines += [""] + footer(runFacts)
    return lines.joined(separator: "\n") + "\n"
  }

  private var runFacts: [String] {
    let runs = summary.replications.count
    let asked = runs == summary.seeds.count ? "" : " of \(HumanText.count(summary.seeds.count))"
    let digests = Set(summary.replications.map(\.digest)).count
    return [
      "\(HumanText.count(runs))\(asked) runs",
      "\(HumanText.count(digests)) digest\(digests == 1 ? "" : "s")", eventsText(summary.events),
      threadsText,
    ]
  }
}

/// `formula-paces in 19 of 20`: what the runs show, and how many of them.
private func findings(_ summary: ReplicatedSummary) -> [String] {
  let runs = HumanText.count(summary.replications.count)
  return summary.findings.filter { $0.weight > .filler }
    .map { "\($0.code.rawValue) in \(HumanText.count($0.runs)) of \(runs)" }
}
