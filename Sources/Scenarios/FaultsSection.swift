import Faults
import Primitives
import Systems
import Words

/// The things that a fault may refer to.
struct FaultSurroundings {
  var clients: Int
  var nodes: Int
  var cohorts: [String]
  /// The session systems of the fleet.
  var systems: [SessionSystem]
  /// True if some clients must find out the address of the service.
  var hasNames: Bool
  /// The number of addresses of the service, by cohort.
  var addresses: [Int]
  /// When the run is over at the latest, where a fault must begin before; else nil.
  var end: Interval?
}

extension FaultSurroundings {
  /// Why a kind of fault means nothing to any client; nil where it means something to some.
  fileprivate func foreign(_ kind: String) -> String? {
    let reasons = systems.compactMap { $0.foreignFaults[kind] }
    if ["dns", "move"].contains(kind), !hasNames {
      return "its clients know the address; give the network a name: network.dns: {ttl: 60s}"
    }
    return reasons.count == systems.count ? reasons.first : nil
  }
}

extension Field {
  func faults(_ surroundings: FaultSurroundings) -> [Fault] {
    guard let items = list("faults") else { return [] }
    guard items.count <= 1023 else {
      problem("\(items.count) faults: at most 1023")
      return []
    }
    return items.compactMap { $0.isOff ? nil : $0.fault(surroundings) }
  }

  /// True for a fault that `--set faults.0=off` takes out.
  fileprivate var isOff: Bool {
    if case .scalar("off", isPlain: true) = node.value { true } else { false }
  }

  /// Of each fault that is written, its place among those that are not off; nil for one that is.
  func faultPlaces() -> [Int?] {
    guard case .sequence(let items) = node.value else { return [] }
    var count = 0
    return items.map { item in
      if Field(node: item, path: path, log: log).isOff { return nil }
      defer { count += 1 }
      return count
    }
  }

  private func fault(_ surroundings: FaultSurroundings) -> Fault? {
    let example = "{at: 60s, for: 60s, kind: outage, mode: refuse}"
    guard let reader = mapping("a fault such as \(example)") else { return nil }
    let at = reader.required(FaultKeys.at, "a duration such as 60s")
    let length = reader.take(FaultKeys.length).map(FaultKeys.length.read)
    let kindField = reader.require(FaultKeys.kind, FaultKindKeys.available.joined(separator: ", "))
    let scopeField = reader.take(FaultKeys.scope)
    let scope = scopeField.map { $0.scope(surroundings) } ?? .everyone
    guard let kindField, let name = kindField.faultKindName() else { return nil }
    let kind = FaultKindKeys.all.first { $0.words.name == name }?.read(reader, surroundings)
    reader.finish()
    guard let at, let scope, let kind, length != .some(nil) else { return nil }
    if kind.isMomentary, length != nil {
      problem("\(name) happens at one moment: leave out for")
      return nil
    }
    if let end = surroundings.end, at >= end {
      problem(
        "it begins at \(durationText(at)), and the run ends at \(durationText(end)) at the latest: it would never "
          + "happen; let it begin earlier, make the duration longer, or say --allow-unused")
      return nil
    }
    if let reason = surroundings.foreign(name) {
      kindField.problem("\(name) means nothing to this fleet: \(reason)")
      return nil
    }
    let fault = Fault(
      at: .start + at, duration: length ?? nil, kind: kind, scope: scope)
    if let message = fault.contradiction {
      (scopeField ?? self).problem(message)
      return nil
    }
    if let message = fault.unknownAddress(
      counts: surroundings.addresses, cohorts: surroundings.cohorts)
    {
      (reader.take(AddressFaultKeys.number) ?? self).problem(message)
      return nil
    }
    if let message = fault.overlongRollingRestart(nodes: surroundings.nodes) {
      reader.problem(message)
      return nil
    }
    return fault
  }

  private func faultKindName() -> String? {
    let available = FaultKindKeys.available
    guard let text = text("one of \(available.joined(separator: ", "))") else { return nil }
    if let meant = FaultKindWords.otherNames[text.lowercased()] {
      problem("found '\(printable(text))'; write \(meant)")
      return nil
    }
    if !available.contains(text), let answer = NotSimulated.answer(to: text) {
      problem("\(answer); available: " + available.joined(separator: ", "))
      return nil
    }
    return word(of: available)
  }

  /// `everyone`, `{share: 20%}`, `{cohort: NAME}` or `{node: 2}`.
  private func scope(_ surroundings: FaultSurroundings) -> FaultScope? {
    let forms = "allowed: everyone, {share: 20%}, {cohort: NAME}, {node: 2}"
    guard isMapping else {
      if case .scalar("everyone", _) = node.value { return .everyone }
      problem("found \(node.found); \(forms)")
      return nil
    }
    guard let reader = mapping() else { return nil }
    defer { reader.finish() }
    switch reader.given(ScopeKeys.group.keys.map(\.name)) {
    case [ScopeKeys.share.name]: return reader.read(ScopeKeys.share).map { .share($0) }
    case [ScopeKeys.cohort.name]:
      return reader.take(ScopeKeys.cohort)?.cohort(of: surroundings.cohorts)
    case [ScopeKeys.node.name]:
      return reader.take(ScopeKeys.node)?.count(0...surroundings.nodes - 1).map { .node($0) }
    default:
      problem("one of share, cohort and node; \(forms)")
      return nil
    }
  }
}

extension Field {
  /// A fleet without a mix has one cohort, which nobody has named.
  fileprivate func cohort(of names: [String]) -> FaultScope? {
    if names.count == 1, let text = text("the name of a cohort"), text != names[0] {
      problem(
        "found '\(printable(text))', and the fleet has no cohorts: name them under clients.mix, such as "
          + "[{name: phones, share: 45%}, {name: laptops, share: 55%}], or write {share: 45%}")
      return nil
    }
    return word(of: names).map { .cohort($0) }
  }
}

extension Fault {
  /// Why its scope does not fit its kind.
  fileprivate var contradiction: String? {
    let isOfNodes =
      switch scope {
      case .everyone, .node: true
      case .share, .cohort: false
      }
    if case .restart(let isRolling, _, _, _) = kind {
      if !isOfNodes { return "a restart concerns nodes: scope everyone or {node: 2}" }
      if isRolling && scope != .everyone {
        return "a rolling restart takes one node after the other: scope everyone"
      }
    }
    let effects = effects
    if effects.stations != nil && !isOfNodes {
      return "capacity and slow concern the gateway: scope everyone or {node: 2}"
    }
    if effects.isOfDevices && isOfNodes && scope != .everyone {
      let name = if case .flapping = kind { "flapping of devices" } else { kind.name }
      return "\(name) concerns devices: scope everyone, {share: 20%} or {cohort: NAME}"
    }
    if effects.steps.isEmpty { return nil }
    let round = effects.steps.reduce(0) { $0 + $1.after.nanoseconds }
    return tooManyChanges(every: round / Int64(effects.steps.count))
  }

  private func tooManyChanges(every pause: Int64) -> String? {
    let length = min(duration ?? longestRun, longestRun).nanoseconds
    guard length / max(pause, 1) > 1_000_000 else { return nil }
    return "it changes more than a million times: make it shorter, or its phases longer"
  }

  /// A rolling restart takes its time for each node.
  fileprivate func overlongRollingRestart(nodes: Int) -> String? {
    guard case .restart(rolling: true, _, _, _) = kind else { return nil }
    guard case .eachInTurn(let rolling) = effects.downNodes else {
      if duration != nil { return nil }
      return "a rolling restart needs for: how long each node is down"
    }
    if rolling.length(nodes: nodes) >= longestDuration {
      return "one node after the other takes longer than 36500d"
    }
    guard rolling.moveCount(nodes: nodes) > 1_000_000 else { return nil }
    return "it changes more than a million times: drain in larger batches"
  }
}
