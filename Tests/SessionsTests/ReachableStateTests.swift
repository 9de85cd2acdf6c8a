import Testing

@testable import Sessions

/// A profile and the policy it is walked under.
struct WalkCase: Sendable, CustomTestStringConvertible {
  var profile: StoatProfile
  var policy: String
  /// States there are at least, so that the walk cannot shrink unseen.
  var floor: Int
  var testDescription: String { "\(profile), \(policy)" }

  static let all = [
    WalkCase(profile: .spec, policy: "stoat-web", floor: 250),
    WalkCase(profile: .forWeb, policy: "stoat-web", floor: 430),
    WalkCase(profile: .hardened, policy: "stoat-web", floor: 250),
    WalkCase(profile: .sdkAutoReconnect, policy: "stoat-sdk", floor: 200),
    WalkCase(profile: .spec, policy: "stoat-web, attempts: 1", floor: 200),
    WalkCase(profile: .forWeb, policy: "stoat-web, attempts: 1", floor: 345),
    WalkCase(profile: .hardened, policy: "stoat-web, attempts: 1", floor: 200),
    WalkCase(profile: .sdkAutoReconnect, policy: "stoat-sdk, attempts: 1", floor: 150),
    WalkCase(profile: .spec, policy: "stop", floor: 150),
  ]
}

@Suite("Every reachable state of a Stoat client")
struct ReachableStateTests {
  @Test("keeps the promises of its profile", arguments: WalkCase.all)
  func promises(walkCase: WalkCase) throws {
    var walk = ReachableStates(try configuration(walkCase.profile, policy: walkCase.policy))
    let states = walk.arrivals.count
    print(
      "\(walkCase.testDescription): \(states) states, \(walk.transitions) transitions,",
      "at most \(walk.mostActions) actions (\(walk.mostActionsAt))")
    #expect(states >= walkCase.floor, "the walk has shrunk")
    #expect(walk.violations.isEmpty)
    #expect(walk.mostActions <= Turn<StoatClient>.capacity)
    #expect(seenStates(walk) == Set(StoatState.allCases).subtracting([.dispose]))
    expectOneSocket(walk)
    expectTimersInPlace(walk)
    expectFailuresReset(walk)
    expectSomethingPending(&walk, walkCase)
    if walkCase.profile != .forWeb { expectRecovery(&walk) }
  }

  private func seenStates(_ walk: ReachableStates) -> Set<StoatState> {
    Set(walk.arrivals.values.map(\.client.state))
  }

  /// A socket is there only in the states that want one, and CONNECTED has one.
  private func expectOneSocket(_ walk: ReachableStates) {
    let wanting: Set<StoatState> = [.loggingIn, .connecting, .connected, .reconnecting]
    let unwanted = walk.nodes { $0.connection != .none && !wanting.contains($1.state) }
    #expect(unwanted.isEmpty, "a socket that nobody wants")
    let attempting = walk.nodes { $0.connection == .connecting && $1.state == .connected }
    #expect(attempting.isEmpty, "CONNECTED before the socket is open")
    let dead = walk.nodes { $0.connection != .open && $1.state == .connected }
    // D3: a server error while connected.
    let isDefect = walk.configuration.profile == .forWeb
    #expect(dead.isEmpty != isDefect, "CONNECTED without a socket: \(dead)")
  }

  private func expectTimersInPlace(_ walk: ReachableStates) {
    let retry = walk.nodes { $0.timers.contains(.retry) && $1.state != .disconnected }
    #expect(retry.isEmpty, "the retry timer runs outside DISCONNECTED")
    let told = walk.nodes { $0.timers.contains(.retry) != $1.lifecycle.isRetryArmed }
    #expect(told.isEmpty, "the lifecycle is wrong about the retry timer")
    let attempt = walk.nodes { node, _ in
      node.connection == .connecting && !node.timers.contains(.connect)
    }
    #expect(attempt.isEmpty, "an attempt without a time limit")
    let open = walk.nodes { node, _ in
      node.connection == .open && node.timers.isDisjoint(with: [.heartbeat, .closing])
    }
    #expect(open.isEmpty, "an open socket without a heartbeat")
    let leftover = walk.nodes { node, _ in
      let ofConnection: Set<StoatTimer> = [.connect, .heartbeat, .pong, .closing]
      return node.connection == .none && !node.timers.isDisjoint(with: ofConnection)
    }
    #expect(leftover.isEmpty, "a timer of a connection that is gone")
    let closing = walk.nodes { node, _ in
      node.timers.contains(.closing)
        && !node.timers.isDisjoint(with: [.connect, .heartbeat, .pong])
    }
    #expect(closing.isEmpty, "a heartbeat during the closing handshake")
    let profile = walk.configuration.profile
    let handshake = walk.nodes { node, _ in node.timers.contains(.closing) }
    #expect(handshake.isEmpty == (profile != .forWeb), "only forWeb waits for a handshake")
  }

  private func expectFailuresReset(_ walk: ReachableStates) {
    let stale = walk.nodes { $1.state == .connected && $1.lifecycle.failures != 0 }
    #expect(stale.isEmpty, "CONNECTED with failures")
  }

  /// Never waiting for nothing: a timer, a call whose answer matters, or an attempt.
  private func expectSomethingPending(_ walk: inout ReachableStates, _ walkCase: WalkCase) {
    var defects: Set<String> = []
    for (node, arrival) in walk.arrivals {
      if !node.timers.isEmpty || node.connection == .connecting { continue }
      if let call = node.call, walk.isAwaited(call, in: node) { continue }
      let client = arrival.client
      let isWeb = walkCase.profile == .forWeb
      switch client.state {
      case .ready, .onboarding, .error: continue
      case .offline where !isWeb: continue
      case .disconnected where client.standing == .gaveUp: continue
      case .offline: defects.insert("D6")
      case .loggingIn where isWeb && node.connection == .none: defects.insert("D5")
      case .connected where isWeb && node.connection == .none: defects.insert("D3")
      case .loggingIn, .dispose, .connecting, .connected, .disconnected, .reconnecting:
        Issue.record("waits for nothing in \(client.state.name): \(walk.path(to: node))")
        return
      }
    }
    #expect(defects == (walkCase.profile == .forWeb ? ["D3", "D5", "D6"] : []))
    let mayStop = walkCase.policy.contains("attempts") || walkCase.policy == "stop"
    let stopped = walk.nodes { $1.standing == .gaveUp }
    #expect(stopped.isEmpty == !mayStop)
  }

  /// Healing the world brings every client that wants a connection back to CONNECTED, unless its
  /// formula has stopped or it needs a person.
  private func expectRecovery(_ walk: inout ReachableStates) {
    for (start, arrival) in walk.arrivals {
      switch arrival.client.standing {
      case .idle, .needsPerson, .gaveUp: continue
      case .connected, .content, .waiting, .waitingForDevice: break
      }
      var node = start
      var steps = 0
      while let event = friendly(&walk, in: node), steps < 20 {
        node = walk.step(node, event, isDeviceOnline: true).1
        steps += 1
      }
      guard walk.arrivals[node]?.client.state == .connected else {
        Issue.record("does not come back: \(walk.path(to: start))")
        return
      }
    }
  }

  /// What a healthy world does next to a client that is not connected.
  private func friendly(
    _ walk: inout ReachableStates, in node: ReachableStates.Node
  ) -> Event<StoatClient>? {
    let state = walk.arrivals[node]!.client.state
    if state == .connected { return nil }
    if let call = node.call, walk.isAwaited(call, in: node) { return .answered(call, .ok) }
    switch node.connection {
    case .connecting: return .opened
    case .open: return .received(.ready)
    case .none: break
    }
    if node.timers.contains(.retry) { return .fired(.retry) }
    return state == .offline ? .stimulus(.deviceOnline) : nil
  }
}
