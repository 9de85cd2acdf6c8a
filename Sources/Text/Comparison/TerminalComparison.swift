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
    let parts = document.parts
    var lines: [String] = []
    if parts.count == 1 {
      lines = screen(parts[0])
    } else if let limits = document.limits {
      lines = limitScreen(limits)
    } else {
      // Each scenario has a table if that can be read. Of a whole catalogue, only the front is shown.
      if runs.variants.count <= 8 { for part in parts { lines += screen(part) + [""] } }
      lines += matrix
    }
    if !brokenPromises.isEmpty { lines += [""] + brokenPromises }
    if let baseline = document.baseline { lines += [""] + baselineText(baseline, style) }
    let made = [
      "\(HumanText.count(runs.variants.count)) variants",
      "\(HumanText.count(document.replications * runs.variants.count * parts.count)) runs",
      eventsText(runs.events), threadsText,
    ]
    lines += [""] + axes + [""] + footer(made)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The promises that set the exit code and are broken. More than a few are counted.
  private var brokenPromises: [String] {
    let broken = promises.filter(\.fails)
    var lines: [String] = []
    for verdict in broken.prefix(mostBroken) {
      let name = verdict.variant ?? ""
      let place = document.parts.count > 1 ? "\(name) in \(verdict.scenario)" : name
      let facts = [place, "found \(verdict.found)", verdict.why ?? ""].filter { !$0.isEmpty }
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

  private func screen(_ part: ComparisonDocument.Part) -> [String] {
    let first = part.seeds.first
    let last = first + UInt64(document.replications - 1)
    let seeds = first == last ? "seed \(first)" : "seeds \(first) to \(last)"
    let scenario = runs.scenarios.first { $0.name == part.scenario }
    let head = scenario.map { header($0, [], clients: part.clients, seeds: seeds, style) } ?? []
    let table = comparisonTable(
      part, rankedBy: document.ranking(of: part), width: style.width)
    let own = harmless(part.variants[0].name)
    let note =
      "* on the front." + intervalNote(document.replications)
      + (part.isComplete ? " Everybody is back at the end." : "")
      + (table.detail.hasDifferences
        ? " To the first: \(part.isMeasuredByDowntime ? "how much longer 99 % are away" : "how much later 99 % are back") "
          + "than with \(own), seed by seed; p after Holm."
        : " Differences to \(own) and p: on a wider terminal, or in comparison.csv.")
    return head + [""] + table.lines + dimmed(note) + [""] + conclusion(part.sentences ?? [])
  }

  private func limitScreen(_ limits: LimitsDocument) -> [String] {
    let seeds = "\(document.replications) seed\(document.replications == 1 ? "" : "s")"
    let clients = Set(document.parts.map(\.clients)).sorted().map(HumanText.count)
    let title =
      "\(limits.metric) behind one single limit of \(limitRates(limits.worlds.compactMap(\.perSecond)))   "
      + "\(listed(clients)) clients   \(seeds)"
    let lines = LimitLines(table: limits, least: document.leastPossible)
    return [style.coloured(title, .bold), ""] + lines.lines(style) + [""]
      + conclusion(document.sentences)
  }

  private var matrix: [String] {
    let metrics = document.parts.map(document.ranking).withoutRepetition
    let title = "\(metrics.joined(separator: " or ")) over \(document.parts.count) scenarios"
    let note = "+ the best of its scenario, and those that the seeds do not tell from it."
    return [style.coloured(title, .bold), ""]
      + scenarioMatrix(document, runs, width: style.width) + dimmed(note) + [""]
      + conclusion(document.sentences)
  }

  private func conclusion(_ sentences: [String]) -> [String] {
    paragraph(harmless(sentences.joined(separator: " ")), width: style.width)
  }

  private func dimmed(_ note: String) -> [String] {
    paragraph(note, width: style.width).map { style.coloured($0, .dim) }
  }

  /// The rules around each formula; variants with the same ones share a line, and so do scenarios.
  private var axes: [String] {
    let parts = document.parts
    let rules = parts.map { $0.variants.map(\.axes) }
    if rules.allSatisfy({ $0 == rules[0] }) { return axes(parts[0]) }
    return parts.flatMap { part in
      ["  " + style.coloured(harmless(part.scenario), .bold)] + axes(part)
    }
  }

  private func axes(_ part: ComparisonDocument.Part) -> [String] {
    part.variants.map(\.axes).withoutRepetition.flatMap { key in
      let same = zip(runs.variants, part.variants).filter { $1.axes == key }
      let names = same.map { own, variant in
        // The formula where the name does not say it.
        harmless(
          own.policy?.hasGivenName == true ? "\(variant.name) = \(variant.formula)" : variant.name)
      }
      return dimmed(key) + wrapped(names.commaed, gap: " ", first: "    ", width: style.width)
    }
  }
}

/// Broken promises that are told one by one.
private let mostBroken = 10

/// Returns the note on the intervals behind the figures; empty with one seed.
private func intervalNote(_ seeds: Int) -> String {
  let intervals = SeedIntervals(count: seeds)
  guard let confidence = intervals.medianConfidence else { return "" }
  let least = confidence < MeanEstimate.confidence ? "" : "at least "
  return
    " Medians with [both ends] of their intervals (\(least)\(intervals.confidenceText)), means ± half of "
    + "their 95 % intervals."
}

extension Array where Element == String {
  /// With a comma behind all but the last.
  fileprivate var commaed: [String] { dropLast().map { $0 + "," } + suffix(1) }
}
