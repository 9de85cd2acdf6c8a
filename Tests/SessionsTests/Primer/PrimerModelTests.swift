import Testing

@testable import Sessions

/// Random events: a session begins now and then, listeners come in tides.
private struct Weather {
  var random: RandomStream
  private var number = 0

  init(seed: UInt64) {
    random = RandomSource(seed: seed).stream(owner: 1, .behaviour, attempt: 0)
  }

  mutating func below(_ count: Int) -> Int { Int(random.next() * Double(count)) }

  mutating func user() -> UInt16 { UInt16(below(3) + 1) }

  mutating func entity() -> Int { below(128) }

  /// An entity with a listener, mostly, in the second half of a tide; any entity in the first.
  mutating func departing(_ listeners: Set<Int>) -> Int {
    guard !listeners.isEmpty, below(10) > 0 else { return entity() }
    return listeners.sorted()[below(listeners.count)]
  }

  mutating func event() -> PrimerEvent {
    number += 1
    let isEbb = number % 600 >= 300
    switch below(100) {
    case 0..<2: return .start
    case 2..<6: return .response
    case 6: return .staleResponse
    case 7: return .requestFailed
    case 8..<10: return .waitFire
    case 10..<50: return .read
    case 50..<80: return (below(5) > 0) == isEbb ? .removeListener : .addListener
    case 80..<90: return .change
    case 90..<96: return .socketConnected
    default: return .socketClosed
    }
  }
}

/// Where the machine and the model part.
private struct Disagreement: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

@Suite("The priming session against a plain model")
struct PrimerModelTests {
  private func answer(
    _ model: inout PrimerModel, _ event: PrimerEvent, _ operand: UInt16
  ) -> PrimerModel.Answer? {
    switch event {
    case .start: model.start("user \(operand)")
    case .response: model.response()
    case .staleResponse: nil
    case .requestFailed: model.requestFailed()
    case .waitFire: model.waitFire()
    case .read: model.read(Int(operand))
    case .addListener: model.addListener(Int(operand))
    case .removeListener: model.removeListener(Int(operand))
    case .change: model.change(Int(operand))
    case .socketConnected: model.socketConnected()
    case .socketClosed: model.socketClosed()
    }
  }

  /// Where the two disagree; nil where they do not.
  private func difference(_ lifecycle: PrimerLifecycle, _ model: PrimerModel) -> String? {
    if lifecycle.state.name != model.state { return "state" }
    if (lifecycle.socket == .open) != (model.socket == "open") { return "open" }
    if (lifecycle.socket == .connecting) != model.attemptOut { return "attempt" }
    if (lifecycle.socket == .none) != (model.socket == "closed") { return "socket" }
    if lifecycle.isRefreshing != model.refreshing { return "refreshing" }
    for entity in 0..<128 {
      if lifecycle.latest.contains(entity) != (model.latest[entity] != nil) { return "latest" }
      if lifecycle.listeners.contains(entity) != model.listeners.contains(entity) {
        return "listeners"
      }
      if lifecycle.lockedLayer(of: entity)?.name != model.lockedFrom(entity) { return "lock" }
    }
    return nil
  }

  @Test(
    "agrees on 100,000 events over 128 entities and 3 users", arguments: PrimerProfile.allCases)
  func published(profile: PrimerProfile) throws {
    let configuration = PrimerConfiguration(profile: profile)
    var weather = Weather(seed: 20)
    var lifecycle = PrimerLifecycle()
    var model = PrimerModel()
    model.isLocking = profile == .spec
    var seen: [String: Int] = [:]
    for number in 1...100_000 {
      let event = weather.event()
      var operand = event == .start ? weather.user() : UInt16(weather.entity())
      if event == .removeListener { operand = UInt16(weather.departing(model.listeners)) }
      let before = lifecycle
      let step = lifecycle.handle(event, operand: operand, under: configuration)
      let answer = answer(&model, event, operand)
      let place = "event \(number), \(event.name) \(operand) in \(before.state.name)"
      seen["\(event) \(step.isAccepted)", default: 0] += 1
      if let layer = step.layer { seen["\(layer)", default: 0] += 1 }
      guard step.isAccepted == (answer != nil), step.isResolved == answer?.resolved ?? false,
        step.layer?.name == answer?.layer
      else { throw Disagreement("\(step), not \(String(describing: answer)): \(place)") }
      if event == .read, step.lockedFrom?.name != model.lockedFrom(Int(operand)) {
        throw Disagreement("what the lock holds: \(place)")
      }
      if !step.isAccepted, before != lifecycle { throw Disagreement("changed: \(place)") }
      if number % 10 == 0, let wrong = difference(lifecycle, model) {
        throw Disagreement("\(wrong): \(place)")
      }
    }
    expectVariety(seen, profile)
  }

  /// Every kind of event was taken and ignored often, where it can be, and every layer served.
  private func expectVariety(_ seen: [String: Int], _ profile: PrimerProfile) {
    let always: Set<PrimerEvent> = [.start, .read, .addListener]
    for event in PrimerEvent.allCases {
      if event != .staleResponse {
        #expect(seen["\(event) true", default: 0] >= 200, "\(event) taken")
      }
      if !always.contains(event) {
        #expect(seen["\(event) false", default: 0] >= 200, "\(event) ignored")
      }
    }
    for layer in PrimerLayer.allCases where layer != .lock || profile == .spec {
      #expect(seen["\(layer)", default: 0] >= 1_000, "\(layer)")
    }
  }

  /// Something that may happen to a session; in many worlds it cannot.
  private func event(
    _ weather: inout Weather, _ listeners: Set<Int>
  ) -> Event<SessionPrimer>? {
    let entity = UInt16(weather.entity())
    switch weather.event() {
    case .start: return .stimulus(.start, operand: weather.user())
    case .read: return .stimulus(.read, operand: entity)
    case .addListener: return .stimulus(.addListener, operand: entity)
    case .removeListener:
      return .stimulus(.removeListener, operand: UInt16(weather.departing(listeners)))
    case .change: return .received(.change, operand: entity)
    case .socketConnected: return weather.below(2) == 0 ? .opened : .fired(.socketRetry)
    case .socketClosed: return .closed(.reset)
    case .response:
      return .answered(
        weather.below(2) == 0 ? .prime : .refresh, weather.below(4) > 0 ? .ok : .failed)
    case .requestFailed: return .fired(weather.below(2) == 0 ? .request : .refresh)
    case .waitFire: return .fired(.wait)
    case .staleResponse: return nil
    }
  }

  private func follow(_ event: Event<SessionPrimer>, _ model: inout PrimerModel) -> PrimerModel
    .Answer?
  {
    switch event {
    case .stimulus(.start, let user): return model.start("user \(user)")
    case .stimulus(.read, let entity): return model.read(Int(entity))
    case .stimulus(.addListener, let entity): return model.addListener(Int(entity))
    case .stimulus(.removeListener, let entity): return model.removeListener(Int(entity))
    case .opened: return model.socketConnected()
    case .received(.change, let entity): return model.change(Int(entity))
    case .closed: return model.socketClosed()
    case .answered(.prime, .ok): return model.response()
    case .answered(.prime, _): return model.requestFailed()
    case .answered(.refresh, let outcome): return model.refreshAnswered(isOK: outcome == .ok)
    case .fired(.wait): return model.waitFire()
    case .fired(.request): return model.requestFailed()
    case .fired(.refresh): return model.refreshAnswered(isOK: false)
    case .fired(.socketRetry):
      model.attemptOut = true
      return .init()
    }
  }

  @Test("the whole machine in its slot agrees, too")
  func machine() throws {
    let configuration = PrimerConfiguration()
    var weather = Weather(seed: 21)
    var world = SlotWorld(SessionPrimer())
    var model = PrimerModel()
    var delivered = 0
    for number in 1...100_000 {
      let event = event(&weather, model.listeners)
      guard let event, world.canHappen(event) else { continue }
      delivered += 1
      let actions = world.deliver(event, under: configuration).map(text)
      let answer = follow(event, &model)
      let place = "event \(number), \(event): \(actions)"
      let layers = ["readLock": "lock", "readLatest": "latest", "readFallback": "fallback"]
      let layer = actions.lazy.compactMap { layers[$0] }.first
      guard actions.contains("unhandled") == (answer == nil), layer == answer?.layer,
        actions.contains("resolved") == answer?.resolved ?? false,
        actions.contains("readLockOfFallback")
          == (answer?.layer == "lock" && answer?.value == .fallback)
      else { throw Disagreement("not \(String(describing: answer)): \(place)") }
      if number % 10 == 0, let wrong = difference(world.machine.lifecycle, model) {
        throw Disagreement("\(wrong): \(place)")
      }
    }
    #expect(world.violations.isEmpty)
    #expect(delivered > 60_000)
  }
}
