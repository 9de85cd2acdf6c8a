import Testing

@testable import Sessions

@Suite("Chat socket: the transition table")
struct ChatSocketTableTests {
  /// What a cell leads to: the state after it, and the effects in no order.
  private struct Cell: Equatable {
    var after: String
    var effects: Set<String>
  }

  /// State and event, and what they lead to; an event that is not here is ignored.
  private func golden() throws -> [String: [String: Cell]] {
    var table: [String: [String: Cell]] = [:]
    for line in try fixture("chatSocket-cells") {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count >= 3, "\(line)")
      table[words[0], default: [:]][words[1]] = Cell(
        after: words[2], effects: Set(words.dropFirst(3)))
    }
    return table
  }

  /// A world as the table writes it.
  private func key(_ world: SlotWorld<ChatSocketAgent>) -> String {
    let agent = world.machine
    return [
      agent.state.name, "\(agent.owners)", agent.isForeground ? "fore" : "back",
      world.slot.isArmed(.linger) ? "linger" : "-",
      world.slot.isArmed(.watchdog) ? "watchdog" : "-", agent.isAlive ? "alive" : "-",
    ].joined(separator: "/")
  }

  private func effect(_ action: Action<ChatSocketAgent>) -> String? {
    switch action {
    case .open: "connect"
    case .close: "disconnect"
    case .arm(.linger, _): "armLinger"
    case .arm(.watchdog, _): "armWatchdog"
    case .disarm(.linger): "stopLinger"
    case .disarm(.watchdog): "stopWatchdog"
    case .reached: nil
    case .send, .call, .forget: "\(action)"
    }
  }

  /// Every world with at most two owners that the published events lead to.
  private func reachable() -> [String: SlotWorld<ChatSocketAgent>] {
    let start = SlotWorld(ChatSocketAgent())
    var worlds = [key(start): start]
    var frontier = [start]
    while let world = frontier.popLast() {
      for event in ChatSocketEvent.allCases.map(\.event) where world.canHappen(event) {
        var next = world
        _ = next.deliver(event, under: ChatSocketConfiguration())
        if next.machine.owners > 2 || worlds[key(next)] != nil { continue }
        worlds[key(next)] = next
        frontier.append(next)
      }
    }
    return worlds
  }

  @Test("reaches exactly the states of the table")
  func states() throws {
    let golden = try golden()
    #expect(golden.count == 23)
    #expect(Set(reachable().keys) == Set(golden.keys))
  }

  @Test("every cell: 23 states, nine events")
  func everyCell() throws {
    let golden = try golden()
    var taken = 0
    for (state, world) in reachable() {
      for event in ChatSocketEvent.allCases {
        let expected = golden[state]?[event.name]
        if expected != nil { taken += 1 }
        try expect(expected, of: event, in: world, "\(state) \(event.name)")
      }
    }
    #expect(taken == 98)
  }

  private func expect(
    _ expected: Cell?, of event: ChatSocketEvent, in world: SlotWorld<ChatSocketAgent>,
    _ name: Comment
  ) throws {
    guard let expected else {
      try expectIgnored(event.event, by: world.machine, name)
      return
    }
    try #require(world.canHappen(event.event), name)
    var after = world
    let actions = after.deliver(event.event, under: ChatSocketConfiguration())
    #expect(!isUnhandled(actions), name)
    #expect(key(after) == expected.after, name)
    let effects = actions.compactMap(effect)
    #expect(Set(effects) == expected.effects && effects.count == expected.effects.count, name)
  }

  /// The machine itself ignores it, whatever a driver would do.
  private func expectIgnored(
    _ event: Event<ChatSocketAgent>, by agent: ChatSocketAgent, _ name: Comment
  ) throws {
    var agent = agent
    let before = bytes(of: agent)
    var turn = Turn<ChatSocketAgent>(
      now: .seconds(7), random: RandomStream(scripted: 0.5), perClient: RandomStream(scripted: 0.5))
    agent.handle(event, under: ChatSocketConfiguration(), in: &turn)
    #expect((0..<turn.count).map { text(turn[$0]) } == ["unhandled"], name)
    #expect(bytes(of: agent) == before, name)
  }

  @Test("nobody calls, so an answer is ignored")
  func answers() throws {
    for world in reachable().values {
      try expectIgnored(.answered(.none, .ok), by: world.machine, "an answer")
    }
  }

  @Test("both kinds of message and every reason of a close count the same")
  func kinds() throws {
    var opened = ChatSocketBench()
    opened.play("0 OWNER_ENTER | open, arm watchdog 120, CONNECTING\n1 SOCKET_CONNECTED | OPEN")
    for message in ChatSocketMessage.allCases {
      var bench = opened
      try bench.deliver(.received(message), at: .seconds(2))
      #expect(bench.agent.isAlive && bench.agent.lastHeard == .seconds(2))
    }
    for reason in CloseReason.allCases {
      var bench = opened
      try bench.deliver(.closed(reason), at: .seconds(2))
      #expect(bench.state == .closed)
    }
  }

  @Test("the words are numbered in protocol order; the first milestones are the states")
  func codes() {
    #expect(ChatSocketStimulus.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(ChatSocketMessage.allCases.map(\.rawValue) == [0, 1])
    #expect(ChatSocketTimer.allCases.map(\.rawValue) == [0, 1])
    for state in ChatSocketState.allCases {
      let milestone = ChatSocketMilestone(rawValue: state.rawValue)
      #expect("\(state)" == milestone.map { "\($0)" })
      #expect(state.name == "\(state)".uppercased())
    }
  }

  @Test("the agent takes 16 bytes")
  func size() { #expect(MemoryLayout<ChatSocketAgent>.size <= 16) }

  @Test("the configurations are those of the record")
  func configurations() {
    let spec = ChatSocketConfiguration()
    #expect(spec.profile == .spec && !spec.starscreamQuirks && !spec.reconnectOnClose)
    #expect(spec.linger == .seconds(20) && spec.watchdog == .seconds(120))
    #expect(ChatSocketConfiguration(profile: .starscream).starscreamQuirks)
  }
}
