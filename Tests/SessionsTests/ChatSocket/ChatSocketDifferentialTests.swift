import Testing

@testable import Sessions

/// The machine against the published table, over long random histories.
@Suite("Chat socket: the machine and the published table")
struct ChatSocketDifferentialTests {
  private static let events: [(name: String, event: Event<ChatSocketAgent>)] =
    ChatSocketEvent.allCases.map { ($0.name, $0.event) } + [("FIN", .closed(.normal))]

  /// What both have to agree on.
  private struct View: Equatable {
    var isAccepted: Bool
    var state: String
    var owners: Int
    var foreground: Bool
    var linger: Bool
    var watchdog: Bool
    var alive: Bool
    var lastHeard: Int64
    var effects: [String]
  }

  private func view(_ model: ChatSocketModel, _ isAccepted: Bool) -> View {
    View(
      isAccepted: isAccepted, state: model.socket, owners: model.owners,
      foreground: model.foreground, linger: model.lingerRuns, watchdog: model.watchdogRuns,
      alive: model.isSocketAlive, lastHeard: model.lastHeard, effects: model.effects.sorted())
  }

  private func view(
    _ world: SlotWorld<ChatSocketAgent>, _ isAccepted: Bool, _ actions: [Action<ChatSocketAgent>]
  ) -> View {
    let agent = world.machine
    return View(
      isAccepted: isAccepted, state: agent.state.name, owners: Int(agent.owners),
      foreground: agent.isForeground, linger: world.slot.isArmed(.linger),
      watchdog: world.slot.isArmed(.watchdog), alive: agent.isAlive,
      lastHeard: agent.lastHeard.nanoseconds, effects: actions.compactMap(word).sorted())
  }

  /// An action in the model's words.
  private func word(_ action: Action<ChatSocketAgent>) -> String? {
    switch action {
    case .arm(let timer, _): "arm \(timer)"
    case .reached(.restarted, let after): "restarted \(after.nanoseconds)"
    case .reached(.lingerKept, _): "kept"
    case .reached(.lingerExpired, _): "expired"
    case .reached(.unhandled, _): nil
    case .open, .send, .close, .call, .forget, .disarm, .reached: text(action)
    }
  }

  private struct Difference: Error, CustomStringConvertible {
    var description: String
  }

  /// The two side by side.
  private struct Pair {
    var model: ChatSocketModel
    var world = SlotWorld(ChatSocketAgent())

    init(_ testCase: ChatSocketCase) {
      model = ChatSocketModel(
        quirks: testCase.profile == .starscream, reconnectOnClose: testCase.reconnectOnClose)
    }
  }

  /// Lets both take an event.
  /// - Returns: the state and whether the event was accepted.
  private func step(
    _ pair: inout Pair, _ name: String, _ event: Event<ChatSocketAgent>,
    _ configuration: ChatSocketConfiguration
  ) throws -> String {
    let isWanted = pair.model.take(name, at: pair.world.now.nanoseconds)
    var actions: [Action<ChatSocketAgent>] = []
    let canHappen = pair.world.canHappen(event)
    if canHappen { actions = pair.world.deliver(event, under: configuration) }
    let wanted = view(pair.model, isWanted)
    let given = view(pair.world, canHappen && !isUnhandled(actions), actions)
    guard given == wanted, pair.world.violations.isEmpty else {
      throw Difference(description: "\(name): given \(given), wanted \(wanted)")
    }
    return "\(wanted.state) \(isWanted)"
  }

  @Test("agree after every one of 200,000 random events", arguments: ChatSocketCase.all)
  func agree(testCase: ChatSocketCase) throws {
    let configuration = testCase.configuration
    var reached: Set<String> = []
    for seed in 1...10 as ClosedRange<UInt64> {
      let random = RandomSource(seed: seed)
      var pair = Pair(testCase)
      for number in 0..<20_000 as Range<UInt32> {
        var draws = random.stream(owner: 0, .behaviour, attempt: number)
        let (name, event) = Self.events[Int(draws.next() * Double(Self.events.count))]
        let pause = Interval.milliseconds(Int64(draws.next() * 60_000))
        pair.world.now = pair.world.now + pause
        let result = try step(&pair, name, event, configuration)
        reached.insert("\(name) \(result)")
      }
    }
    #expect(reached.count >= 30)
  }
}
