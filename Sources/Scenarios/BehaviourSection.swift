import Primitives
import Simulator
import Systems
import VirtualTime

extension Field {
  /// What a cohort's users do: `none`, or a mapping whose keys change `base` one by one.
  func behaviour(of system: SessionSystem, over base: Behaviour) -> Behaviour? {
    let keys = system.behaviourKeys.map(\.rawValue).joined(separator: ", ")
    if case .scalar("none", _) = node.value { return Behaviour() }
    guard let reader = mapping("none, or a mapping of \(keys)") else { return nil }
    var behaviour = base
    for key in system.behaviourKeys { reader.read(key, into: &behaviour) }
    reader.finish()
    return behaviour
  }

  fileprivate func alternation(_ on: String, _ off: String) -> Alternation?? {
    if case .scalar("none", _) = node.value { return .some(nil) }
    let example = "{\(on): {exponential: 2m}, \(off): {exponential: 5m}}"
    guard let reader = mapping("none, or two phases such as \(example)") else { return nil }
    defer { reader.finish() }
    let first = reader.require(on, "a duration or a distribution")?.pause()
    let second = reader.require(off, "a duration or a distribution")?.pause()
    guard let first, let second else { return nil }
    return .some(Alternation(on: first, off: second))
  }

  /// A distribution of pauses: time must pass between two of them.
  fileprivate func pause() -> Distribution? {
    guard let distribution = distribution() else { return nil }
    if Sampler(distribution).meanSeconds >= 0.001 { return distribution }
    problem("\(distribution.text) is out of range: pauses are at least 1ms in the mean")
    return nil
  }

  fileprivate func pauseOrNone() -> Distribution?? {
    if case .scalar("none", _) = node.value { return .some(nil) }
    return pause().map { .some($0) }
  }

  fileprivate func launches(_ behaviour: inout Behaviour) {
    if case .scalar("none", _) = node.value {
      behaviour.launches = nil
      return
    }
    guard let reader = mapping("none, or a mapping such as {every: 10m, newUser: 5%}") else {
      return
    }
    behaviour.launches =
      reader.require("every", "a duration or a distribution")?.pause() ?? behaviour.launches
    behaviour.newUser = reader.value("newUser", default: behaviour.newUser) { $0.share() }
    reader.finish()
  }

  fileprivate func pushes(over base: PushPlan?) -> PushPlan?? {
    if case .scalar("none", _) = node.value { return .some(nil) }
    guard let reader = mapping("none, or a mapping such as {every: {exponential: 1m}}") else {
      return nil
    }
    defer { reader.finish() }
    var plan = base ?? PushPlan(every: nil, storms: [])
    plan.every = reader.value("every", default: plan.every) { $0.pauseOrNone() }
    if let field = reader.take("storms") {
      guard let storms = field.storms() else { return nil }
      plan.storms = storms
    }
    return .some(plan)
  }

  private func storms() -> [PushStorm]? {
    guard let items = list("push storms") else { return nil }
    let storms = items.compactMap { $0.storm() }.sorted { $0.begin < $1.begin }
    guard storms.count == items.count else { return nil }
    for (one, next) in zip(storms, storms.dropFirst()) where next.begin < one.end {
      problem("two push storms overlap at \(durationText(next.begin - .start))")
      return nil
    }
    return storms
  }

  private func storm() -> PushStorm? {
    guard let reader = mapping("a push storm such as {at: 60s, for: 30s, every: 1s}") else {
      return nil
    }
    defer { reader.finish() }
    let at = reader.require("at", "a duration such as 60s")?.duration()
    let length = reader.require("for", "a duration such as 30s")?.positiveDuration()
    let every = reader.require("every", "a duration or a distribution")?.pause()
    guard let at, let length, let every else { return nil }
    return PushStorm(
      begin: .start + at, end: .start + at.addingSaturated(length), every: every)
  }
}

extension MappingReader {
  fileprivate func read(_ key: BehaviourKey, into behaviour: inout Behaviour) {
    guard let field = take(key.rawValue) else { return }
    switch key {
    case .app: if let app = field.alternation("front", "back") { behaviour.app = app }
    case .screens: if let screens = field.alternation("on", "off") { behaviour.screens = screens }
    case .listeners:
      if let listeners = field.alternation("on", "off") { behaviour.listeners = listeners }
    case .reads, .sends: if let pause = field.pauseOrNone() { behaviour.actions = pause }
    case .launches: field.launches(&behaviour)
    case .firstScreen: behaviour.firstScreen = field.count(0...100) ?? behaviour.firstScreen
    case .entities: behaviour.entities = field.count(1...128) ?? behaviour.entities
    case .database: behaviour.database = field.distribution() ?? behaviour.database
    case .push: if let pushes = field.pushes(over: behaviour.pushes) { behaviour.pushes = pushes }
    }
  }
}
