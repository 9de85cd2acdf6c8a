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
        lines += [""] + paragraph(caveat(test, tuning.goal), width: width)
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
  let note =
    tuning.isSearchTruncated
    ? ", so far (interrupted)" : tuning.isTruncated ? " (interrupted in the test)" : ""
  let goal = tuning.goal
  let direction = goal.objective.isBetterLow ? "Least" : "Greatest"
  let promises = goal.constraints.isEmpty ? "" : " of those that keep every promise"
  let words = "\(direction) \(goal.objective.path)\(promises)\(note): \(figures(winner, tuning))"
  let count = tuning.front.count
  let front =
    count < 2
    ? []
    : [""]
      + paragraph(
        "\(HumanText.count(count)) formulas are on the front: no other beats them in all three.",
        width: style.width)
  return paragraph(words, width: style.width) + ["", option] + thrift(tuning, style) + front
}

/// `32.7 s, peak 3,170, 10.3 attempts`.
private func figures(_ place: Int, _ tuning: Tuning) -> String {
  guard let means = tuning.tried[place].means else { return "-" }
  let traded = zip(tuning.goal.tradedMetrics, means).map { figure($1, $0.unit) }
  let own = tuning.goal.objective
  let isTraded = tuning.goal.tradedMetrics.contains { $0.path == own.path }
  let first = isTraded ? "" : figure(tuning.goal.objective(means), own.unit) + ", "
  let back = tuning.goal.recovery == TradedMetrics.downtime ? "99 % away for" : "99 % back after"
  return "\(first)\(back) \(traded[0]), peak \(traded[1]) in 1 s, \(traded[2]) attempts a client"
}

/// The formula that costs far less for a little more of the objective.
private func thrift(_ tuning: Tuning, _ style: TerminalStyle) -> [String] {
  guard let thrifty = tuning.thrifty, let winner = tuning.winner,
    let means = tuning.tried[thrifty].means, let best = tuning.tried[winner].means
  else { return [] }
  let more = tuning.goal.objective(means) / tuning.goal.objective(best) - 1
  let formula = harmless(tuning.tried[thrifty].candidate.formula)
  let words =
    "For \(HumanText.share(max(0, more))) more of it, far less of the rest: \(figures(thrifty, tuning))"
  return [""] + paragraph(words, width: style.width)
    + ["", style.coloured("  --backoff '\(formula)'", .bold)]
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
