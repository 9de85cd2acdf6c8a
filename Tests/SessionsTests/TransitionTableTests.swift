import Testing

@testable import Sessions

/// One cell of the transition table, and how the device answers if asked.
private struct Cell: Hashable {
  var state: String
  var event: String
  var isDeviceOnline: Bool
}

@Suite("The transition table")
struct TransitionTableTests {
  /// What each accepted cell enters; a cell that is not here is rejected.
  private func golden(_ profile: StoatProfile) throws -> [Cell: [String]] {
    var table: [Cell: [String]] = [:]
    for line in try fixture("stoat-cells") {
      let sides = line.split(separator: ":").map { $0.split(separator: " ").map(String.init) }
      try #require(sides.count == 2 && (2...3).contains(sides[0].count), "\(line)")
      for isDeviceOnline in [true, false] {
        if sides[0].count == 3, sides[0][2] != (isDeviceOnline ? "online" : "offline") { continue }
        table[Cell(state: sides[0][0], event: sides[0][1], isDeviceOnline: isDeviceOnline)] =
          sides[1]
      }
    }
    for isDeviceOnline in [true, false] {
      func set(_ state: String, _ event: String, _ entered: [String]?) {
        table[Cell(state: state, event: event, isDeviceOnline: isDeviceOnline)] = entered
      }
      switch profile {
      case .spec, .sdkAutoReconnect: break
      case .hardened: set("CONNECTED", "PERMANENT_FAILURE", ["ERROR"])
      case .forWeb:
        set("ONBOARDING", "USER_CREATED", ["CONNECTING"])
        set("CONNECTED", "SOCKET_DROPPED", nil)
      }
    }
    return table
  }

  @Test("is complete: ten states, fifteen events", arguments: StoatProfile.allCases)
  func everyCell(profile: StoatProfile) throws {
    let golden = try golden(profile)
    var cells = 0
    for state in StoatState.allCases {
      for event in StoatEvent.allCases {
        for isDeviceOnline in [true, false] {
          var lifecycle = try Lifecycle.standing(in: state, profile)
          lifecycle.isDeviceOnline = isDeviceOnline
          let before = bytes(of: lifecycle.machine)
          let step = lifecycle.take(event)
          let entered = [step.entered.first, step.entered.second].compactMap { $0?.name }
          let cell = Cell(state: state.name, event: event.name, isDeviceOnline: isDeviceOnline)
          let expected = golden[cell]
          #expect(step.isAccepted == (expected != nil), "\(cell)")
          #expect(entered == expected ?? [], "\(cell)")
          if expected == nil {
            #expect(bytes(of: lifecycle.machine) == before, "changed by \(cell)")
            #expect(step.retry == nil && !step.didDisarmRetry, "\(cell)")
          } else {
            #expect(lifecycle.machine.state.name == entered.last, "\(cell)")
          }
          cells += 1
        }
      }
    }
    #expect(cells == 10 * 15 * 2)
  }

  @Test("counts a failure on entering DISCONNECTED, and on nothing else")
  func failures() throws {
    for state in StoatState.allCases {
      for event in StoatEvent.allCases {
        for isDeviceOnline in [true, false] {
          var lifecycle = try Lifecycle.standing(in: state, .spec)
          lifecycle.isDeviceOnline = isDeviceOnline
          let before = lifecycle.machine.failures
          let first = lifecycle.take(event).entered.first
          let after = lifecycle.machine.failures
          let expected =
            first == .disconnected ? before + 1 : first == .connected ? 0 : before
          #expect(after == expected, "\(state.name) + \(event.name)")
        }
      }
    }
  }

  @Test("asks the formula only on entering DISCONNECTED with the device online")
  func asksFormula() throws {
    for state in StoatState.allCases {
      for event in StoatEvent.allCases {
        for isDeviceOnline in [true, false] {
          var lifecycle = try Lifecycle.standing(in: state, .spec)
          lifecycle.isDeviceOnline = isDeviceOnline
          let draws = lifecycle.random.index
          let step = lifecycle.take(event)
          let isAsked = step.entered.first == .disconnected && isDeviceOnline
          #expect((step.retry != nil) == isAsked, "\(state.name) + \(event.name)")
          #expect(lifecycle.random.index == draws + (isAsked ? 1 : 0))
        }
      }
    }
  }

  @Test("cancels the retry timer on every exit of DISCONNECTED", arguments: StoatEvent.allCases)
  func cancelsRetry(event: StoatEvent) throws {
    var lifecycle = try Lifecycle.standing(in: .disconnected, .spec)
    #expect(lifecycle.machine.isRetryArmed)
    let step = lifecycle.take(event)
    #expect(step.didDisarmRetry == step.isAccepted)
    #expect(lifecycle.machine.isRetryArmed == !step.isAccepted)
  }

  @Test("shows a banner over the client in four states, and over no other")
  func banners() {
    let texts = StoatState.allCases.compactMap { state in
      state.banner.text.map { "\(state.name): \($0)" }
    }
    #expect(
      texts == [
        "CONNECTING: Connecting", "DISCONNECTED: Disconnected", "RECONNECTING: Reconnecting",
        "OFFLINE: Device offline",
      ])
  }

  @Test("says in common terms where each state stands")
  func standings() throws {
    let expected: [StoatState: Standing] = [
      .ready: .idle, .loggingIn: .waiting, .onboarding: .needsPerson, .error: .needsPerson,
      .connecting: .waiting, .connected: .connected, .disconnected: .waiting,
      .reconnecting: .waiting, .offline: .waitingForDevice,
    ]
    for (state, standing) in expected {
      var client = StoatClient()
      client.lifecycle = try Lifecycle.standing(in: state, .spec).machine
      #expect(client.standing == standing, "\(state.name)")
    }
  }
}
