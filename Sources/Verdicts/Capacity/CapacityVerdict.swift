import Documents
import Systems
import Words

extension CapacityDocument {
  /// The same document with the sentences about each answer.
  package var judged: CapacityDocument {
    var judged = self
    for place in variants.indices { judged.variants[place].verdict = sentences(variants[place]) }
    for (place, world) in worlds.enumerated() {
      judged.worlds[place].variants = world.variants.map { answer in
        var answer = answer
        answer.verdict = sentences(answer)
        return answer
      }
    }
    return judged
  }

  private func sentences(_ answer: Answer) -> [String] {
    let words = CapacityWords(study: self, answer: answer)
    // Doubt comes at once, what confirms the answer comes last.
    let doubt = answer.confirmed == false ? words.certainty : nil
    let rest = doubt == nil ? words.certainty : nil
    return [words.found, doubt, words.surprise, words.why, words.next, rest].compactMap { $0 }
  }
}

/// The sentences about one answer.
private struct CapacityWords {
  let study: CapacityDocument
  let answer: CapacityDocument.Answer

  /// The value, or that there is none.
  var found: String {
    let name = harmless(answer.name)
    guard let value = answer.value else {
      return "\(name): no \(study.key) that was tried \(study.range) keeps every promise."
    }
    let at = study.at(value)
    let tried = "the \(answer.probes.count) values tried"
    switch study.direction {
    case .least where value == study.from:
      return "\(name): \(at), the lower end of the range, keeps every promise already."
    case .most where value == study.to:
      return "\(name): \(at), the upper end of the range, still keeps every promise."
    case .least where answer.monotone && answer.confirmed != false:
      return "\(name): \(at) is enough."
    case .least: return "\(name): \(at) is the least of \(tried) that keeps every promise."
    case .most: return "\(name): \(at) is the most of \(tried) that keeps every promise."
    }
  }

  /// How often a single incident breaks a promise at the value, and whether other seeds keep them too.
  var certainty: String? {
    guard let incidents = answer.singleIncidents, let low = incidents.low, let high = incidents.high
    else {
      return nil
    }
    let interval = "95 % interval \(HumanText.share(low)) to \(HumanText.share(high))"
    let others = answer.confirmed == nil ? "" : "other "
    let text =
      "Of \(HumanText.count(incidents.of)) \(others)seeds \(HumanText.count(incidents.breaking)) "
      + "\(incidents.breaks) a promise at the answer on \(incidents.their) own (\(interval))"
    switch answer.confirmed {
    case nil: return text + "; there are no other seeds to try it with."
    case true?: return text + "; together they keep every promise too."
    case false?:
      return text
        + ", and together they do not keep every promise: so near the border luck decides."
    }
  }

  /// The promise that breaks one step further on, and the reason.
  var why: String? {
    guard let bound = answer.binds, let promise = bound.broken.first, let found = bound.found else {
      return nil
    }
    var text =
      "With \(study.text(bound.value)) the promise '\(harmless(promise))' is broken: found \(found)."
    if study.seeds > 1, let incidents = answer.probe(at: bound.value)?.singleIncidents {
      text +=
        " On \(incidents.their) own \(HumanText.count(incidents.breaking)) of \(HumanText.count(incidents.of)) seeds "
        + "\(incidents.breaks) a promise."
    }
    if let stage = bound.limitedBy, let rate = bound.perSecond {
      text +=
        " The recovery is limited by \(stage), which lets \(HumanText.number(rate)) a second through."
    }
    if let impossible = bound.impossible, let stage = bound.limitedBy {
      return text
        + " No formula could keep '\(harmless(impossible.promise))': \(stage) would have to "
        + "let about \(HumanText.number(impossible.neededPerSecond)) a second through."
    }
    guard bound.limitedBy == nil || bound.finding != FindingCode.formulaPaces.rawValue else {
      return text
    }
    return text + shown(bound.sentence, bound.seed)
  }

  /// Which values keep the promises, where those are not all on one side of the answer.
  var surprise: String? {
    if answer.monotone { return nil }
    let ranges = answer.keptRanges.map { kept in
      kept.from == kept.to
        ? study.text(kept.from) : "\(study.text(kept.from)) to \(study.text(kept.to))"
    }
    let text =
      "The promises are not monotone: of the \(answer.probes.count) values tried, "
      + "\(listed(ranges, most: 6)) keep them and the others break them, so the answer is no bound."
    guard let reason = answer.surprise, reason.sentence != nil else { return text }
    return text + " At \(study.text(reason.value)):" + shown(reason.sentence, reason.seed)
  }

  /// The change that is worth making from here on.
  var next: String? {
    guard let next = answer.next, let value = answer.value else { return nil }
    switch next.what {
    case CapacityDocument.Next.waiting:
      return "From there on the waiting between retries sets the pace: another formula helps, more "
        + "capacity does not."
    case CapacityDocument.Next.collisions:
      return
        "At \(study.text(value)) retries still get in each other's way: a formula that spreads them more needs less "
        + "capacity."
    case _:
      return "At \(study.text(value)) the narrowest stage is \(next.stage), "
        + "\(HumanText.number(next.perSecond)) a second: widen it next."
    }
  }

  /// Returns the sentence on a run, behind the seed of that run; empty if there is none.
  private func shown(_ sentence: String?, _ seed: UInt64?) -> String {
    guard let sentence else { return "" }
    return (seed.map { " With seed \($0): " } ?? " ") + sentence
  }
}

extension CapacityDocument.Incidents {
  fileprivate var breaks: String { breaking == 1 ? "breaks" : "break" }
  fileprivate var their: String { breaking == 1 ? "its" : "their" }
}
