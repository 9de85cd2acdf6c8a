import Metrics
import Scenarios
import Studies
import Systems
import Verdicts
import Words

extension TuningReport {
  /// A search for a formula on one screen: what was searched, what was found, and how that does where
  /// it was not tuned.
  ///
  /// Ends with a line break. The line with the option may be longer than the width: it is there to be
  /// pasted.
  package func text() -> String {
    let width = style.width
    var lines = headline(tuning, style)
    lines += [""] + searchLines(tuning, width)
    if let winner = tuning.winner, let means = tuning.tried[winner].means {
      lines += constraintLines(tuning, means, style)
      lines += [""] + foundTable(tuning, width: width)
    }
    if let test = tuning.test {
      lines += [""] + testTable(test, tuning.goal, width: width)
      let verdict = paragraph(verdict(test, tuning).joined(separator: " "), width: width)
      lines += [""] + verdict.map { style.coloured($0, .bold) } + limitScreen(test, style)
      if !test.storms.isEmpty {
        lines += [""] + stormTable(test, tuning.goal, width: width)
        lines += [""] + paragraph(caveat(test), width: width)
      }
    }
    lines += [""] + footer([eventsText(tuning.events), threadsText])
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Returns the option to paste, or the reason why there is nothing to paste.
private func headline(_ tuning: Tuning, _ style: TerminalStyle) -> [String] {
  guard let winner = tuning.winner else {
    let reason = tuning.tried.lazy.compactMap(\.failure).first.map { " The first: " + harmless($0) }
    let why =
      tuning.isTruncated
      ? "Interrupted before any formula was measured."
      : "No formula of these families can be run.\(reason ?? "")"
    return [style.coloured(why, .red)]
  }
  let formula = harmless(tuning.tried[winner].candidate.formula)
  let option = style.coloured("  --backoff '\(formula)'", .bold)
  if let means = tuning.tried[winner].means, !tuning.goal.objective(means).isFinite {
    let path = tuning.goal.objective.path
    return [style.coloured("No formula has a number for \(path). The closest:", .red), "", option]
  }
  if !tuning.isFeasible {
    return [style.coloured("No formula keeps every promise. The closest:", .red), "", option]
  }
  let words =
    tuning.isSearchTruncated
    ? "The best formula so far (interrupted):"
    : tuning.isTruncated ? "The best formula (interrupted in the test):" : "The best formula:"
  return [words, "", option]
}

private func searchLines(_ tuning: Tuning, _ width: Int) -> [String] {
  let tuner = tuning.tuner
  let fleets = tuner.target.scenarios.map(\.clients.count)
  let clients =
    fleets.min() == fleets.max()
    ? HumanText.count(fleets[0])
    : "\(HumanText.count(fleets.min()!)) to \(HumanText.count(fleets.max()!))"
  let target = tuner.target
  let names = target.names(of: target.scenarios).map(harmless)
  let worlds =
    target.worldsEach == 1
    ? []
    : ["each as it is and behind one single limit of \(limitRates(target.limits.map(\.perSecond)))"]
  let failed = tuning.tried.count { $0.failure != nil }
  let unusable = failed == 0 ? [] : ["\(HumanText.count(failed)) unusable"]
  let direction = tuning.goal.objective.isBetterLow ? "least" : "greatest"
  return labelled("tuned on", names + worlds, width: width)
    + labelled("fleet", ["\(clients) clients", seedsText(tuning)], width: width)
    + labelled("families", tuner.families.map { harmless($0.name) }, width: width)
    + (tuner.carried.isEmpty
      ? []
      : labelled("rules", [tuner.carried.map(\.text).joined(separator: ", ")], width: width))
    + labelled(
      "searched",
      [
        "\(HumanText.count(tuning.tried.count)) formulas",
        "\(HumanText.count(tuning.runs)) of \(HumanText.count(tuner.budget)) runs",
      ] + unusable, width: width)
    + labelled(
      "objective", ["\(direction) \(tuning.goal.objective.path), mean over scenarios and seeds"],
      width: width)
}

private func seedsText(_ tuning: Tuning) -> String {
  let count = tuning.tuner.replications
  return "\(count) seed\(count == 1 ? "" : "s") for those that come through"
}

private func constraintLines(
  _ tuning: Tuning, _ means: [Double], _ style: TerminalStyle
) -> [String] {
  tuning.goal.constraints.flatMap { constraint in
    let own = constraint.isOwn ? ["what \(harmless(ownName(tuning))) comes to"] : []
    let mean = constraint.found(means)
    let found =
      constraint.unit == .truth
      ? "broken in \(HumanText.share(mean)) of runs" : "found \(figure(mean, constraint.unit))"
    let tested = tuning.tested(constraint).map { mean in
      constraint.unit == .truth
        ? "in the test in \(HumanText.share(mean))" : "in the test \(figure(mean, constraint.unit))"
    }
    let items = [found] + [tested].compactMap { $0 } + own
    return sloLine(constraint.level, constraint.isKept(by: means), items, style)
  }
}

func ownName(_ tuning: Tuning) -> String { tuning.tuner.target.scenarios.commonBackoff ?? "own" }

/// `never` where infinite.
func figure(_ number: Double, _ unit: MetricUnit) -> String {
  HumanText.value(number.isFinite ? .number(number) : .never, unit)
}
