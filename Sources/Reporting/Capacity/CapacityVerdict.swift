import Campaigns
import Scenarios
import Systems
import Words

/// What a study found with one formula, in a few sentences.
func capacityVerdict(_ answer: CapacityAnswer, _ study: CapacityStudy) -> String {
  capacitySentences(answer, study).joined(separator: " ")
}

/// The same in its parts: the value first, how sure it is, what surprises, what breaks beyond it, and what is
/// next.
func capacitySentences(_ answer: CapacityAnswer, _ study: CapacityStudy) -> [String] {
  let words = CapacityWords(answer: answer, study: study)
  return [words.found, words.certainty, words.surprise, words.why, words.next].compactMap { $0 }
}

private struct CapacityWords {
  let answer: CapacityAnswer
  let study: CapacityStudy

  private var range: SearchRange { study.range }
  private var finding: CapacityFinding { answer.finding }

  private func at(_ value: Double) -> String { "\(range.key) \(range.text(value))" }

  /// The value, or that there is none.
  var found: String {
    let name = harmless(answer.variant.name)
    guard let value = finding.value else {
      return
        "\(name): no \(range.key) that was tried from \(range.text(range.low)) to \(range.text(range.high)) keeps "
        + "every promise."
    }
    switch study.direction {
    case .least where value == range.low:
      return "\(name): \(at(value)), the lower end of the range, keeps every promise already."
    case .most where value == range.high:
      return "\(name): \(at(value)), the upper end of the range, still keeps every promise."
    case .least where finding.isMonotone && finding.confirmation?.isKept != false:
      return "\(name): \(at(value)) is enough."
    case .least: return "\(name): \(at(value)) is the least of \(tried) that keeps every promise."
    case .most: return "\(name): \(at(value)) is the most of \(tried) that keeps every promise."
    }
  }

  private var tried: String { "the \(finding.probes.count) values tried" }

  /// How often a single incident breaks a promise at the value, and whether other seeds keep them too.
  var certainty: String? {
    guard let incidents = finding.incidents, let share = incidents.share else { return nil }
    let interval = "95 % interval \(HumanText.share(share.low)) to \(HumanText.share(share.high))"
    let others = finding.confirmation == nil ? "" : "other "
    let text =
      "Of \(HumanText.count(incidents.of)) \(others)seeds \(HumanText.count(incidents.breaking)) "
      + "break\(incidents.breaking == 1 ? "s" : "") a promise there on \(incidents.breaking == 1 ? "its" : "their") "
      + "own (\(interval))"
    guard let other = finding.confirmation else {
      return text + "; there are no other seeds to try it with."
    }
    return other.isKept
      ? text + "; together they keep every promise too."
      : text + ", and together they do not keep every promise: so near the border luck decides."
  }

  /// What breaks one step further on, and why.
  var why: String? {
    guard let limit = answer.binds, let broken = limit.probe.broken.first else { return nil }
    let promise = harmless(broken.level.text)
    var text =
      "With \(range.text(limit.probe.value)) the promise '\(promise)' is broken: found "
      + "\(found(broken, limit.probe))." + incidents(limit.probe)
    if let stage = limit.stage, let rate = limit.perSecond {
      text +=
        " The recovery is limited by \(stage), which lets \(HumanText.number(rate)) a second through."
    }
    if let impossible = limit.impossible, let stage = limit.stage {
      return text
        + " No formula could keep '\(harmless(impossible.promise))': \(stage) would have to "
        + "let about \(HumanText.number(impossible.neededPerSecond)) a second through."
    }
    guard let finding = limit.probe.finding, limit.stage == nil || finding.code != .formulaPaces
    else { return text }
    return text + seed(limit.probe) + finding.sentence
  }

  /// Whose run a sentence is about; a blank where there is only one.
  private func seed(_ probe: CapacityProbe) -> String {
    probe.seeds > 1 ? probe.brokenRun.map { " With seed \($0.seed): " } ?? " " : " "
  }

  /// In how many seeds a single incident breaks a promise at a value; empty where that is not known.
  private func incidents(_ probe: CapacityProbe) -> String {
    guard let incidents = probe.incidents, probe.seeds > 1 else { return "" }
    return
      " On \(incidents.breaking == 1 ? "its" : "their") own \(HumanText.count(incidents.breaking)) of "
      + "\(HumanText.count(incidents.of)) seeds break\(incidents.breaking == 1 ? "s" : "") a promise."
  }

  /// What was measured; of a run that was left before its end, how long it had gone on.
  private func found(_ broken: ReplicatedSloResult, _ probe: CapacityProbe) -> String {
    guard let left = probe.leftAt, let clear = probe.figure("clear_s") else {
      // A figure over seeds is broken by the end of its interval, which single runs need not show.
      if case .estimate = broken.basis { return broken.judgement.prefix(2).joined(separator: ", ") }
      return broken.finding
    }
    return "more than \(HumanText.duration(left.seconds - clear - 1)) where runs were left"
  }

  /// Which values keep the promises, where those are not all on one side of the answer.
  var surprise: String? {
    guard !finding.isMonotone, let probe = finding.surprises.first else { return nil }
    let ranges = finding.kept.map { kept in
      kept.lowerBound == kept.upperBound
        ? range.text(kept.lowerBound)
        : "\(range.text(kept.lowerBound)) to \(range.text(kept.upperBound))"
    }
    return
      "The promises are not monotone: of the \(finding.probes.count) values tried, "
      + "\(listed(ranges, most: 6)) keep them and the others break them, so the answer is no bound."
      + (probe.isKept ? "" : reason(probe))
  }

  /// What a run at a value that breaks promises shows.
  private func reason(_ probe: CapacityProbe) -> String {
    guard let finding = probe.finding else { return "" }
    return " At \(range.text(probe.value)):\(seed(probe))\(finding.sentence)"
  }

  /// What is worth changing from here on.
  var next: String? {
    guard let next = answer.next, let value = finding.value else { return nil }
    switch next.kind {
    case .waiting:
      return "From there on the waiting between retries sets the pace: another formula helps, more "
        + "capacity does not."
    case .collisions:
      return
        "At \(range.text(value)) retries still get in each other's way: a formula that spreads them more needs less "
        + "capacity."
    case .stage:
      return "At \(range.text(value)) the narrowest stage is \(next.stage), "
        + "\(HumanText.number(next.perSecond)) a second: widen it next."
    }
  }
}
