import Experiments
import Simulator

/// A run on one screen: what happened over time, what became of the clients, and a verdict.
///
/// Plain text with block characters; ends with a line break.
/// - Parameters:
///   - slo: what became of the promises, if there were any.
///   - folder: where the results were written; nil where they were not.
public func terminalSummary(
  _ summary: Summary, slo: [SloResult], facts: RunFacts, folder: String?, style: TerminalStyle
) -> String {
  let width = style.width
  var lines = header(summary, style)
  lines += [""] + timePlot(summary, width: width)
  lines += [""] + peakLines(summary, width) + outcomeLines(summary, width)
  lines += [""] + percentileTable(summary, width: width)
  lines += [""] + gatewayLines(summary, width)
  let sentences = paragraph(verdict(summary), width: width)
  lines += [""] + sentences.map { style.coloured($0, .bold) }
  if !slo.isEmpty { lines += [""] + slo.flatMap { sloLine($0, style) } }
  lines += [""] + footer(summary, facts, folder, style)
  return lines.joined(separator: "\n") + "\n"
}

private func header(_ summary: Summary, _ style: TerminalStyle) -> [String] {
  let clients = summary.scenario.clients
  let profiles = clients.mix.compactMap(\.profile)
  let profile = Set(profiles + [clients.profile]).count > 1 ? "mixed profiles" : clients.profile
  let count = HumanText.count(summary.run.clients)
  let noun = summary.run.clients == 1 ? "client" : "clients"
  let items = [
    "\(count) \(clients.session) \(noun) (\(profile))",
    harmless(summary.formulas.joined(separator: ", ")), "seed \(summary.scenario.seed)",
  ]
  let name = harmless(summary.scenario.name)
  var lines = wrapped(items, gap: "   ", first: name + "   ", width: style.width)
  lines[0] = style.coloured(name, .bold) + lines[0].dropFirst(name.count)
  return lines
}

private func peakLines(_ summary: Summary, _ width: Int) -> [String] {
  func peak(_ name: String, _ span: String) -> String? {
    guard let value = summary.value(at: name)?.number, value > 0,
      let at = summary.value(at: "\(name)_at_s")?.number
    else { return nil }
    return "\(HumanText.count(Int(value))) in \(span) at \(HumanText.moment(at))"
  }
  var items = [
    peak("peak_arrivals_1s", "1 s") ?? "no arrivals", peak("peak_arrivals_100ms", "100 ms"),
    peak("peak_arrivals_1s_after_clear", "1 s").map { "after clear " + $0 },
  ].compactMap { $0 }
  if let stage = summary.scenario.gateway.bottleneck {
    items.append("limit \(HumanText.number(stage.perSecond))/s (\(stage.name))")
  }
  return labelled("peak", items, width: width)
}

private func outcomeLines(_ summary: Summary, _ width: Int) -> [String] {
  let outcomes = summary.run.outcomes
  let idle = outcomes.idle > 0 ? " (idle \(HumanText.count(outcomes.idle)))" : ""
  let items = [
    "recovered \(HumanText.count(outcomes.recovered))" + idle,
    "gave up \(HumanText.count(outcomes.gaveUp))",
    "in error \(HumanText.count(outcomes.inError))", "stuck \(HumanText.count(outcomes.stuck))",
    "still trying \(HumanText.count(outcomes.stillTrying))",
  ]
  let attempts =
    "\(HumanText.count(summary.run.attempts)) (\(text(summary, "attempts_per_client")) a client)"
  let failures = summary.run.failures.filter { $0.count > 0 }
    .map { "\($0.reason) \(HumanText.count($0.count))" }
  let failed = failures.isEmpty ? [] : ["failed: " + failures[0]] + failures.dropFirst()
  return labelled("outcome", items, width: width)
    + labelled("attempts", [attempts] + failed, width: width)
}

private func gatewayLines(_ summary: Summary, _ width: Int) -> [String] {
  let busiest = summary.run.stations.map(\.role.name)
    .compactMap { name -> (name: String, share: Double)? in
      summary.value(at: "stations.\(name).utilisation")?.number.map { (name, $0) }
    }
    .max { $0.share < $1.share }
  let busy = busiest.map { ["busiest \($0.name) \(HumanText.share($0.share))"] } ?? []
  let items =
    busy + [
      "wasted work \(text(summary, "wasted_work_share"))",
      "longest queue \(text(summary, "queue_peak"))", "shed \(text(summary, "shed"))",
      "overflow \(text(summary, "accept_overflow"))",
    ]
  let clear = summary.value(at: "clear_s")?.number.map { "clear at \(HumanText.moment($0))" }
  let floor = [
    clear ?? "never clear", "99 % back in \(text(summary, "lower_bound_s")) at best",
    "efficiency \(text(summary, "storm_efficiency"))",
    "metastable \(metastableText(summary))",
  ]
  return labelled("gateway", items, width: width) + labelled("recovery", floor, width: width)
}

private func metastableText(_ summary: Summary) -> String {
  if case .boolean(let truth)? = summary.value(at: "metastable") { return truth ? "yes" : "no" }
  // The window was not reached because everybody had settled before.
  let isOver = summary.run.clear != nil && !summary.run.isTruncated
  return isOver && summary.run.outcomes.stillTrying == 0 ? "no" : "-"
}

private func text(_ summary: Summary, _ path: String) -> String {
  summary.metric(at: path).map { HumanText.value($0.value, $0.unit) } ?? "-"
}

private func sloLine(_ result: SloResult, _ style: TerminalStyle) -> [String] {
  let mark = result.isKept ? "kept" : "FAILED"
  let items = [harmless(result.level.text), "found \(harmless(result.found))"]
  var lines = labelled(mark, items, width: style.width)
  let coloured = style.coloured(mark, result.isKept ? .green : .red)
  lines[0] = "  " + coloured + lines[0].dropFirst(2 + mark.count)
  return lines
}

private func footer(
  _ summary: Summary, _ facts: RunFacts, _ folder: String?, _ style: TerminalStyle
) -> [String] {
  let events = HumanText.count(summary.run.events)
  let items =
    [folder.map(harmless), "digest \(summary.run.digest.text)"].compactMap { $0 }
    + ["\(events) events in \(HumanText.duration(facts.wallSeconds))"]
  return wrapped(items, gap: "   ", first: "  ", width: style.width)
    .map { style.coloured($0, .dim) }
}
