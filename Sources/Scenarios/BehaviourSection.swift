import Primitives
import Simulator
import Systems
import VirtualTime
import Words

extension Field {
  /// Reads the behaviour of a cohort's users: `none`, or a mapping whose keys change `base` one by
  /// one.
  func behaviour(of system: SessionSystem, over base: Behaviour) -> Behaviour? {
    let keys = system.behaviourKeys.map(\.rawValue).joined(separator: ", ")
    if case .scalar("none", _) = node.value { return Behaviour() }
    guard let reader = mapping("none, or a mapping of \(keys)") else { return nil }
    var behaviour = base
    for key in system.behaviourKeys { reader.read(key, into: &behaviour) }
    reader.finish()
    return behaviour
  }

  fileprivate func alternation(_ phases: KeyGroup) -> Alternation?? {
    let (on, off) = (phases.keys[0].name, phases.keys[1].name)
    if case .scalar("none", _) = node.value { return .some(nil) }
    let example = "{\(on): {exponential: 2m}, \(off): {exponential: 5m}}"
    guard let reader = mapping("none, or two phases such as \(example)") else { return nil }
    defer { reader.finish() }
    let first = reader.required(BehaviourKeys.phase(on), "a duration or a distribution")
    let second = reader.required(BehaviourKeys.phase(off), "a duration or a distribution")
    guard let first, let second else { return nil }
    return .some(Alternation(on: first, off: second))
  }

  /// A distribution of pauses: time must pass between two of them.
  func pause() -> Distribution? {
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
      reader.required(LaunchKeys.every, "a duration or a distribution") ?? behaviour.launches
    behaviour.newUser = reader.value(LaunchKeys.newUser, default: behaviour.newUser)
    reader.finish()
  }

  fileprivate func pushes(over base: PushPlan?) -> PushPlan?? {
    if case .scalar("none", _) = node.value { return .some(nil) }
    guard let reader = mapping("none, or a mapping such as {every: {exponential: 1m}}") else {
      return nil
    }
    defer { reader.finish() }
    var plan = base ?? PushPlan(every: nil, storms: [])
    plan.every = reader.value(PushKeys.every, default: plan.every) { $0.pauseOrNone() }
    if let field = reader.take(PushKeys.storms) {
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
    let at = reader.required(StormKeys.at, "a duration such as 60s")
    let length = reader.required(StormKeys.length, "a duration such as 30s")
    let every = reader.required(StormKeys.every, "a duration or a distribution")
    guard let at, let length, let every else { return nil }
    return PushStorm(
      begin: .start + at, end: .start + at.addingSaturated(length), every: every)
  }
}

extension MappingReader {
  fileprivate func read(_ key: BehaviourKey, into behaviour: inout Behaviour) {
    switch key {
    case .app: alternation(BehaviourKeys.app, BehaviourKeys.frontAndBack, &behaviour.app)
    case .screens: alternation(BehaviourKeys.screens, BehaviourKeys.onAndOff, &behaviour.screens)
    case .listeners:
      alternation(BehaviourKeys.listeners, BehaviourKeys.onAndOff, &behaviour.listeners)
    case .reads: pause(BehaviourKeys.reads, &behaviour.actions)
    case .sends: pause(BehaviourKeys.sends, &behaviour.actions)
    case .launches: take(BehaviourKeys.launches)?.launches(&behaviour)
    case .firstScreen:
      behaviour.firstScreen = value(BehaviourKeys.firstScreen, default: behaviour.firstScreen)
    case .entities: behaviour.entities = value(BehaviourKeys.entities, default: behaviour.entities)
    case .database: behaviour.database = value(BehaviourKeys.database, default: behaviour.database)
    case .push:
      let pushes = behaviour.pushes
      behaviour.pushes = value(BehaviourKeys.push, default: pushes) { $0.pushes(over: pushes) }
    }
  }

  private func alternation(_ key: Key<Field>, _ phases: KeyGroup, _ value: inout Alternation?) {
    if let found = take(key)?.alternation(phases) { value = found }
  }

  private func pause(_ key: Key<Field>, _ value: inout Distribution?) {
    if let found = take(key)?.pauseOrNone() { value = found }
  }
}
