import Testing

@testable import Sessions

@Suite("Every reachable state of a chat socket agent")
struct ChatSocketWalkTests {
  private typealias World = SlotWorld<ChatSocketAgent>
  private typealias Walk = StateWalk<ChatSocketAgent>

  private func walk(_ configuration: ChatSocketConfiguration) -> Walk {
    Walk(
      from: ChatSocketAgent(), under: configuration, events: everyChatSocketEvent,
      normalise: { $0.owners = min($0.owners, 3) },
      rule: { Self.objection(to: $0, configuration) })
  }

  @Test("keeps the promises of its profile", arguments: ChatSocketCase.all)
  func promises(walkCase: ChatSocketCase) {
    let configuration = walkCase.configuration
    let walk = walk(configuration)
    print(
      "chatSocket \(walkCase.testDescription): \(walk.count) states, \(walk.transitions)",
      "transitions, at most \(walk.mostActions) actions")
    // Four counts of owners: 10 states of OFF, 4 CONNECTING, 8 OPEN (8 more severed), 8 CLOSED.
    let severed = walkCase.profile == .starscream ? 8 : 0
    #expect(walk.count == (walkCase.reconnectOnClose ? 22 : 30) + severed)
    #expect(walk.violations.isEmpty)
    #expect(walk.mostActions <= Turn<ChatSocketAgent>.capacity)
    let states = Set(walk.worlds.map(\.machine.state))
    let expected = Set(ChatSocketState.allCases)
    #expect(states == (walkCase.reconnectOnClose ? expected.subtracting([.closed]) : expected))
    for (promise, rule) in Self.promises(configuration) {
      let broken = walk.worlds(breaking: { !rule($0) })
      #expect(broken.isEmpty, "\(promise)")
    }
  }

  /// What holds between any two events.
  private static func promises(
    _ configuration: ChatSocketConfiguration
  ) -> [(String, (World) -> Bool)] {
    func isOn(_ world: World) -> Bool { world.machine.state != .off }
    return [
      ("the watchdog runs exactly while it is on", { $0.slot.isArmed(.watchdog) == isOn($0) }),
      (
        "the linger timer runs exactly while it is on without owners",
        { $0.slot.isArmed(.linger) == (isOn($0) && $0.machine.owners == 0) }
      ),
      ("isWatched is the watchdog", { $0.machine.isWatched == $0.slot.isArmed(.watchdog) }),
      ("isLingering is the linger timer", { $0.machine.isLingering == $0.slot.isArmed(.linger) }),
      ("off has no socket", { isOn($0) || $0.slot.connection == .none }),
      ("on is in the foreground", { !isOn($0) || $0.machine.isForeground }),
      (
        "with owners in the foreground it is on",
        { !($0.machine.isForeground && $0.machine.owners > 0) || isOn($0) }
      ),
      (
        "CONNECTING has an attempt and CLOSED nothing",
        { world in
          switch world.machine.state {
          case .off, .closed: world.slot.connection == .none
          case .connecting: world.slot.connection == .connecting
          case .open: world.slot.connection == (world.machine.isSevered ? .none : .open)
          }
        }
      ),
      (
        "only a quirk leaves OPEN without a socket",
        { !$0.machine.isSevered || configuration.starscreamQuirks && $0.machine.state == .open }
      ),
      ("it stands where its state says", { $0.machine.standing == standing($0.machine.state) }),
      ("what no driver would deliver is ignored", { ignoresTheImpossible($0, configuration) }),
      ("it never waits for nothing", { heals($0, configuration) }),
    ]
  }

  /// The machine is sound by itself: it ignores what its slot would never let through.
  private static func ignoresTheImpossible(
    _ world: World, _ configuration: ChatSocketConfiguration
  ) -> Bool {
    let random = RandomStream(scripted: 0.5)
    return everyChatSocketEvent.filter { !world.canHappen($0) }.allSatisfy { event in
      var agent = world.machine
      var turn = Turn<ChatSocketAgent>(now: .seconds(7), random: random, perClient: random)
      agent.handle(event, under: configuration, in: &turn)
      return (0..<turn.count).map { text(turn[$0]) } == ["unhandled"]
        && bytes(of: agent) == bytes(of: world.machine)
    }
  }

  private static func standing(_ state: ChatSocketState) -> Standing {
    switch state {
    case .off: .idle
    case .connecting, .closed: .waiting
    case .open: .connected
    }
  }

  /// Left alone with its owners, the watchdog begins a new connection within two ticks.
  private static func heals(_ world: World, _ configuration: ChatSocketConfiguration) -> Bool {
    guard world.machine.state != .off else { return true }
    var world = world
    for _ in 1...2 {
      let actions = world.deliver(.fired(.watchdog), under: configuration)
      if milestones(actions).contains(.connecting) {
        return world.machine.state == .connecting && world.slot.connection == .connecting
      }
    }
    return false
  }

  /// What is wrong with one step.
  private static func objection(
    to step: Walk.Step, _ configuration: ChatSocketConfiguration
  ) -> String? {
    let before = step.before.machine
    let after = step.after.machine
    if isUnhandled(step.actions) {
      if step.actions.count != 1 || bytes(of: before) != bytes(of: after) {
        return "an ignored event changed something"
      }
      if !mayBeIgnored(step.event, before) { return "ignored" }
    }
    if abs(Int(before.owners) - Int(after.owners)) > 1 { return "jumps in owners" }
    let entered = milestones(step.actions).compactMap { ChatSocketState(rawValue: $0.rawValue) }
    if let last = entered.last, last != after.state { return "says it entered another state" }
    if entered.isEmpty && before.state != after.state { return "enters a state in silence" }
    let leaked = milestones(step.actions).contains(.leaked)
    let dropsAttempt = before.state == .connecting && step.actions.contains { text($0) == "close" }
    if leaked != (configuration.starscreamQuirks && dropsAttempt) { return "leaks wrongly" }
    return nil
  }

  /// Of what a driver can deliver, only stimuli are ever ignored.
  private static func mayBeIgnored(
    _ event: Event<ChatSocketAgent>, _ agent: ChatSocketAgent
  ) -> Bool {
    switch event {
    case .stimulus(.ownerLeave, _): agent.owners == 0
    case .stimulus(.appBackground, _): !agent.isForeground
    case .stimulus(.appForeground, _): agent.isForeground
    case .stimulus(.ownerEnter, _), .opened, .received, .closed, .answered, .fired: false
    }
  }

  @Test("the count of owners stops at the largest and at 0")
  func saturation() {
    var world = World(ChatSocketAgent())
    let configuration = ChatSocketConfiguration()
    for _ in 1...65_535 { _ = world.deliver(.stimulus(.ownerEnter), under: configuration) }
    #expect(world.machine.owners == .max)
    #expect(world.deliver(.stimulus(.ownerEnter), under: configuration).isEmpty)
    #expect(world.machine.owners == .max)
    for _ in 1...65_535 { _ = world.deliver(.stimulus(.ownerLeave), under: configuration) }
    #expect(world.machine.owners == 0 && world.machine.isLingering)
    let ignored = world.deliver(.stimulus(.ownerLeave), under: configuration)
    #expect(ignored.map(text) == ["unhandled"])
  }
}
