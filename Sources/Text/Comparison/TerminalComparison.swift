import Documents
import Metrics
import Scenarios
import Studies
import Systems
import Verdicts
import Words

extension ComparisonReport {
  /// A comparison on one screen. Ends with a line break.
  package func text() -> String {
    var lines: [String] = []
    if comparison.parts.count == 1 {
      lines = screen(comparison.parts[0], of: comparison, style)
    } else if let limits = comparison.limits {
      lines = limitScreen(limits, of: comparison, style)
    } else {
      // Each scenario has a table if that can be read. Of a whole catalogue, only the front is shown.
      if comparison.variants.count <= 8 {
        for part in comparison.parts { lines += screen(part, of: comparison, style) + [""] }
      }
      lines += matrix(comparison, style)
    }
    let broken = brokenPromises(comparison, style)
    if !broken.isEmpty { lines += [""] + broken }
    if let baseline { lines += [""] + baselineText(baseline, style) }
    let runs = comparison.replications * comparison.variants.count * comparison.parts.count
    let made = [
      "\(HumanText.count(comparison.variants.count)) variants", "\(HumanText.count(runs)) runs",
      eventsText(comparison.events), threadsText,
    ]
    lines += [""] + axes(comparison, style) + [""] + footer(made)
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The promises that set the exit code and are broken. More than a few are counted.
private func brokenPromises(_ comparison: Comparison, _ style: TerminalStyle) -> [String] {
  let broken = comparison.verdicts.filter(\.fails)
  var lines: [String] = []
  for verdict in broken.prefix(mostBroken) {
    let place =
      comparison.parts.count > 1
      ? "\(verdict.variant ?? "") in \(verdict.scenario)" : verdict.variant
    let facts = [place ?? "", "found \(verdict.found)", verdict.why ?? ""].filter { !$0.isEmpty }
    var wrapped = labelled(
      "FAILED", [harmless(verdict.name)] + facts.map(harmless), width: style.width)
    wrapped[0] = "  " + style.coloured("FAILED", .red) + wrapped[0].dropFirst(8)
    lines += wrapped
  }
  if broken.count > mostBroken {
    let more = HumanText.count(broken.count - mostBroken)
    lines += labelled("FAILED", ["and \(more) more, in comparison.json"], width: style.width)
  }
  return lines
}

/// Broken promises that are told one by one.
private let mostBroken = 10

private func screen(
  _ part: ScenarioComparison, of comparison: Comparison, _ style: TerminalStyle
) -> [String] {
  let first = part.scenario.seed
  let last = first + UInt64(comparison.replications - 1)
  let seeds = first == last ? "seed \(first)" : "seeds \(first) to \(last)"
  var lines = header(
    part.scenario, [], clients: part.scenario.clients.count, seeds: seeds, style)
  let table = comparisonTable(part, width: style.width)
  let own = harmless(part.results[0].variant.name)
  let note =
    "* on the front." + intervalNote(comparison.replications)
    + (part.isComplete ? " Everybody is back at the end." : "")
    + (table.detail.hasDifferences
      ? " To the first: how much later 99 % are back than with \(own), seed by seed; p after Holm."
      : " Differences to \(own) and p: on a wider terminal, or in comparison.csv.")
  lines += [""] + table.lines
  lines += paragraph(note, width: style.width).map { style.coloured($0, .dim) }
  return lines + [""]
    + paragraph(harmless(verdict(part, of: comparison).joined(separator: " ")), width: style.width)
}

/// Returns the note on the intervals behind the figures; empty with one seed.
private func intervalNote(_ seeds: Int) -> String {
  let intervals = SeedIntervals(count: seeds)
  guard let confidence = intervals.medianConfidence else { return "" }
  let least = confidence < MeanEstimate.confidence ? "" : "at least "
  return
    " Medians with [both ends] of their intervals (\(least)\(intervals.confidenceText)), means ± half of "
    + "their 95 % intervals."
}

private func limitScreen(
  _ limits: LimitsDocument, of comparison: Comparison, _ style: TerminalStyle
) -> [String] {
  let seeds = "\(comparison.replications) seed\(comparison.replications == 1 ? "" : "s")"
  let clients = Set(comparison.parts.map(\.scenario.clients.count)).sorted()
    .map(HumanText.count)
  let title =
    "recover.p99 behind one single limit of \(limitRates(limits.worlds.compactMap(\.perSecond)))   "
    + "\(listed(clients)) clients   \(seeds)"
  let lines = LimitLines(table: limits, least: comparison.parts.map(\.leastPossible))
  return [style.coloured(title, .bold), ""] + lines.lines(style)
    + [""]
    + paragraph(harmless(overallVerdict(comparison).joined(separator: " ")), width: style.width)
}

private func matrix(_ comparison: Comparison, _ style: TerminalStyle) -> [String] {
  let title = "\(comparison.rankedBy.path) over \(comparison.parts.count) scenarios"
  let note = "+ the best of its scenario, and those that the seeds do not tell from it."
  return [style.coloured(title, .bold), ""]
    + scenarioMatrix(comparison, width: style.width)
    + paragraph(note, width: style.width).map { style.coloured($0, .dim) } + [""]
    + paragraph(harmless(overallVerdict(comparison).joined(separator: " ")), width: style.width)
}

/// The rules around each formula; variants with the same ones share a line, and so do scenarios.
private func axes(_ comparison: Comparison, _ style: TerminalStyle) -> [String] {
  let rules = comparison.parts.map { $0.results.map(\.axes) }
  if rules.allSatisfy({ $0 == rules[0] }) { return axes(comparison.parts[0], style) }
  return comparison.parts.flatMap { part in
    ["  " + style.coloured(harmless(part.scenario.name), .bold)] + axes(part, style)
  }
}

private func axes(_ part: ScenarioComparison, _ style: TerminalStyle) -> [String] {
  var order: [String] = []
  var groups: [String: [String]] = [:]
  for result in part.results {
    let key = result.axes
    if groups[key] == nil { order.append(key) }
    groups[key, default: []].append(harmless(result.described))
  }
  return order.flatMap { key in
    paragraph(key, width: style.width).map { style.coloured($0, .dim) }
      + wrapped(groups[key]!.commaed, gap: " ", first: "    ", width: style.width)
  }
}

extension VariantResult {
  /// Its name, with the formula where the name does not say it.
  fileprivate var described: String {
    variant.policy?.hasGivenName == true ? "\(variant.name) = \(formula)" : variant.name
  }
}

extension Array where Element == String {
  /// With a comma behind all but the last.
  fileprivate var commaed: [String] { dropLast().map { $0 + "," } + suffix(1) }
}
