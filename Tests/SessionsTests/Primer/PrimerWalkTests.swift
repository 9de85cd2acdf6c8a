import Testing

@testable import Sessions

/// Two entities and two users; everything else the world may do.
private let everything: [Event<SessionPrimer>] =
  [
    .stimulus(.start, operand: 1), .stimulus(.start, operand: 2), .opened, .closed(.reset),
    .answered(.prime, .ok), .answered(.prime, .failed), .answered(.refresh, .ok),
    .answered(.refresh, .failed), .fired(.wait), .fired(.socketRetry), .fired(.request),
    .fired(.refresh),
  ]
  + [UInt16(0), 1].flatMap { entity in
    [
      .stimulus(.read, operand: entity), .stimulus(.addListener, operand: entity),
      .stimulus(.removeListener, operand: entity), .received(.change, operand: entity),
    ] as [Event<SessionPrimer>]
  }

private typealias Step = StateWalk<SessionPrimer>.Step

@Suite("Everything a priming session can get into")
struct PrimerWalkTests {
  private func walk(_ profile: PrimerProfile) -> StateWalk<SessionPrimer> {
    let user = MemoryLayout<SessionPrimer>.offset(of: \.lifecycle.user)!
    return StateWalk(
      from: SessionPrimer(), under: PrimerConfiguration(profile: profile), events: everything,
      normalise: { machine in
        // One of the two users is the session's, the other is not; which is which says nothing.
        withUnsafeMutableBytes(of: &machine) {
          $0.storeBytes(of: 0, toByteOffset: user, as: UInt16.self)
        }
      },
      rule: wrong)
  }

  @Test("no step breaks a rule, no situation waits for nothing", arguments: PrimerProfile.allCases)
  func walk(profile: PrimerProfile) {
    let walk = walk(profile)
    #expect(walk.violations.isEmpty)
    #expect(walk.worlds(breaking: { objection(to: $0) != nil }).isEmpty)
    #expect(walk.mostActions == 8, "\(walk.mostActionsAt)")
    #expect((2_000..<500_000).contains(walk.count), "\(walk.count) situations")
  }

  /// What is wrong with a step; nil where nothing is.
  private func wrong(_ step: Step) -> String? {
    wrongWithLocks(step) ?? wrongWithStart(step) ?? wrongWithIgnored(step) ?? wrongWithRead(step)
  }

  /// A read is served from what the session has: it may be made up for later.
  private func wrongWithRead(_ step: Step) -> String? {
    guard case .stimulus(.read, _) = step.event else { return nil }
    let before = step.before.machine
    let after = step.after.machine
    for action in step.actions {
      guard case .reached = action else { return "a read asked for \(action)" }
    }
    let isSame =
      before.state == after.state && before.standing == after.standing
      && before.lifecycle.listeners == after.lifecycle.listeners
      && before.lifecycle.socket == after.lifecycle.socket
    return isSame ? nil : "a read changed more than locks"
  }

  private func wrongWithLocks(_ step: Step) -> String? {
    let before = step.before.machine.lifecycle
    let after = step.after.machine.lifecycle
    for entity in 0..<2 {
      if after.locked.contains(entity), after.listeners.contains(entity) {
        return "entity \(entity) has a listener and a lock"
      }
      guard let held = before.lockedLayer(of: entity), held != after.lockedLayer(of: entity) else {
        continue
      }
      switch step.event {
      case .stimulus(.start, _): continue
      case .stimulus(.addListener, let operand) where Int(operand) == entity: continue
      default: return "the lock of entity \(entity) changed"
      }
    }
    return nil
  }

  private func wrongWithStart(_ step: Step) -> String? {
    let before = step.before.machine
    let after = step.after.machine
    var isStart = false
    if case .stimulus(.start, _) = step.event { isStart = true }
    // start() resolves on the way out of INITIALIZING, unless another START takes its place.
    let leaves = before.state == .initializing && after.state != .initializing
    let resolutions = step.actions.filter { text($0).hasPrefix("resolved") }.count
    if resolutions != (leaves ? 1 : 0) { return "start() resolved \(resolutions) times" }
    if isStart, after.state != .initializing { return "START without a session" }
    if isStart, before.lifecycle.listeners != after.lifecycle.listeners {
      return "START forgot listeners"
    }
    let entered = step.actions.filter { text($0) == after.state.name }.count
    if entered != (before.state != after.state || isStart ? 1 : 0) { return "a silent state" }
    return nil
  }

  private func wrongWithIgnored(_ step: Step) -> String? {
    guard step.actions.contains(where: { text($0) == "unhandled" }) else { return nil }
    if step.actions.count > 1 { return "ignored and yet acted" }
    let isSame = bytes(of: step.before.machine) == bytes(of: step.after.machine)
    if !isSame { return "changed by what it ignored" }
    switch step.event {
    case .stimulus(.removeListener, _), .received: return nil
    default: return "ignored what it had asked for"
    }
  }

  /// What is wrong with a situation; nil where nothing is.
  private func objection(to world: SlotWorld<SessionPrimer>) -> String? {
    let machine = world.machine
    let lifecycle = machine.lifecycle
    let phase: ConnectionPhase =
      switch lifecycle.socket {
      case .none, .lost: .none
      case .connecting: .connecting
      case .open: .open
      }
    if world.slot.connection != phase { return "two opinions of the socket" }
    if phase != .none, !machine.wantsSocket { return "a socket that nobody wants" }
    if machine.wantsSocket == (lifecycle.socket == .none) { return "nobody opened the socket" }
    let timers = PrimerTimer.allCases.filter { world.slot.isArmed($0) }
    var due: [PrimerTimer] = []
    if machine.state == .initializing { due.append(.wait) }
    if machine.memory.contains(.retry) { due.append(.socketRetry) }
    if lifecycle.isPriming { due.append(.request) }
    if lifecycle.isRefreshing { due.append(.refresh) }
    if timers != due { return "timers \(timers), not \(due)" }
    if (world.calls[.prime] != nil) != lifecycle.isPriming { return "a wrong prime" }
    if (world.calls[.refresh] != nil) != lifecycle.isRefreshing { return "a wrong refresh" }
    if machine.memory.contains(.retry), lifecycle.socket != .lost { return "a retry for a socket" }
    if machine.standing == .waiting, timers.isEmpty, world.calls.isEmpty, phase != .connecting {
      return "waits for nothing"
    }
    return nil
  }
}
