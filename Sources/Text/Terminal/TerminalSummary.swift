import Scenarios
import Systems
import Verdicts
import Words

extension RunReport {
  /// A run on one screen: the course over time, the outcomes of the clients, and a verdict.
  ///
  /// Plain text with block characters; ends with a line break.
  package func text() -> String {
    let width = style.width
    let reading = RunReading(summary)
    var lines = header(
      summary.scenario, summary.formulas, clients: summary.run.course.clients,
      seeds: "seed \(summary.scenario.seed)", style)
    lines += [""] + timePlot(summary, width: width)
    lines += [""] + peakLines(reading, width) + outcomeLines(reading, width)
    lines += [""] + percentileTable(summary, width: width)
    let bars = recoveryBars(reading, width: width)
    if !bars.isEmpty { lines += [""] + bars }
    let cohorts = cohortTable(reading, width: width)
    if !cohorts.isEmpty { lines += [""] + cohorts }
    lines += [""] + gatewayLines(reading, width)
    let systems = systemLines(reading, width: width)
    if !systems.isEmpty { lines += [""] + systems }
    let sentences = paragraph(verdict(summary, slo: slo), width: width)
    lines += [""] + sentences.map { style.coloured($0, .bold) }
    if !slo.isEmpty {
      lines += [""]
      for result in slo {
        lines += sloLine(result.level, result.isKept, ["found \(harmless(result.finding))"], style)
      }
    }
    if let baseline { lines += [""] + baselineText(baseline, style) }
    let course = summary.run.course
    lines += [""] + footer(["digest \(course.digest.text)", eventsText(course.events)])
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Returns the scenario, clients, formulas and seeds of the runs, on one line where it fits.
func header(
  _ scenario: Scenario, _ formulas: [String], clients: Int, seeds: String, _ style: TerminalStyle
) -> [String] {
  let name = harmless(scenario.name)
  let formulas = harmless(formulas.joined(separator: ", "))
  let fleet = FleetView(scenario.clients)
  let items =
    pieces(who(fleet, clients), room: style.width - name.count - 3)
    + [formulas, seeds].filter { !$0.isEmpty }
  var lines = wrapped(items, gap: "   ", first: name + "   ", width: style.width)
  lines[0] = style.coloured(name, .bold) + lines[0].dropFirst(name.count)
  return lines
}

/// `10,000 stoat clients (spec)`, or how many are of which system: in parts that belong together.
private func who(_ fleet: FleetView, _ clients: Int) -> [String] {
  let count = HumanText.count(clients)
  let noun = clients == 1 ? "client" : "clients"
  if fleet.systems.count == 1, let system = fleet.systems.first {
    let profiles = fleet.settings(of: system).profiles
    let profile = profiles.count == 1 ? profiles.first! : "mixed profiles"
    return ["\(count) \(system.rawValue) \(noun) (\(profile))"]
  }
  let parts = fleet.split(clients)
    .map { "\(HumanText.count($0.count)) \($0.system.rawValue)" }
  return ["\(count) \(noun)", "(\(parts[0]),"] + parts.dropFirst().dropLast().map { "\($0)," }
    + ["\(parts[parts.count - 1]))"]
}

/// A promise, whether it was kept, and what is known about that.
func sloLine(
  _ level: ServiceLevel, _ isKept: Bool, _ facts: [String], _ style: TerminalStyle
) -> [String] {
  let mark = isKept ? "kept" : "FAILED"
  var lines = labelled(mark, [harmless(level.text)] + facts, width: style.width)
  let coloured = style.coloured(mark, isKept ? .green : .red)
  lines[0] = "  " + coloured + lines[0].dropFirst(2 + mark.count)
  return lines
}
