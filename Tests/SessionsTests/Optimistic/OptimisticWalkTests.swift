import Testing

@testable import Sessions

private let everything: [Event<OptimisticClient>] =
  [.stimulus(.start), .opened] + OptimisticMessage.allCases.map { .received($0) }
  + CloseReason.allCases.map { .closed($0) }
  + [Outcome.ok, .failed, .conflict].map { .answered(.write, $0) }
  + OptimisticTimer.allCases.map { .fired($0) }

@Suite("Everything an optimistic client can get into")
struct OptimisticWalkTests {
  private typealias Walk = StateWalk<OptimisticClient>

  @Test("no step breaks a rule, no situation waits for nothing", arguments: ["100ms", "stop"])
  func walk(policy: String) throws {
    let walk = Walk(
      from: OptimisticClient(), under: try optimistic(policy), events: everything,
      normalise: { $0.backoff = BackoffState() }, rule: wrong)
    #expect(walk.violations.isEmpty)
    #expect(walk.worlds(breaking: { objection(to: $0) != nil }).isEmpty)
    #expect(walk.mostActions <= 5, "\(walk.mostActionsAt)")
    let states = Set(walk.worlds.map(\.machine.state))
    let unreached: OptimisticState = policy == "stop" ? .waiting : .gaveUp
    #expect(states == Set(OptimisticState.allCases).subtracting([unreached]))
    // Each state once, but for a version that comes before the transport is open: reading has two.
    #expect(walk.count == 6, "\(walk.count) situations")
  }

  /// What is wrong with a step; nil where nothing is.
  private func wrong(_ step: Walk.Step) -> String? {
    let before = step.before.machine
    let after = step.after.machine
    let words = step.actions.map(text)
    let entered = words.filter { $0 == after.state.name }.count
    if entered != (before.state == after.state ? 0 : 1) { return "a silent state" }
    if words.contains("unhandled"), words.count > 1 || bytes(of: before) != bytes(of: after) {
      return "ignored and yet acted"
    }
    let writes = words.filter { $0 == "call write" }.count
    if writes != (after.state == .writing && before.state == .reading ? 1 : 0) {
      return "\(writes) writes"
    }
    let failed = [.waiting, .gaveUp].contains(after.state) && after.state != before.state
    if after.failures != before.failures + (failed ? 1 : 0), after.state != .done {
      return "failures not counted one by one"
    }
    if before.state == .done, after.state != .done { return "done and not done" }
    return nil
  }

  /// What is wrong with a situation; nil where nothing is.
  private func objection(to world: SlotWorld<OptimisticClient>) -> String? {
    let slot = world.slot
    let isWriting = world.calls[.write] != nil
    switch world.machine.state {
    case .idle, .done, .gaveUp:
      let isQuiet = slot.connection == .none && slot.armedTimers.bits == 0 && !isWriting
      return isQuiet ? nil : "at rest, and something is pending"
    case .reading:
      let isRight = slot.connection != .none && slot.armedTimers == [.limit] && !isWriting
      return isRight ? nil : "reads without a limit or a connection"
    case .writing:
      let isRight = slot.connection == .open && slot.armedTimers == [.limit] && isWriting
      return isRight ? nil : "writes without a limit or a call"
    case .waiting:
      let isRight = slot.connection == .none && slot.armedTimers == [.retry] && !isWriting
      return isRight ? nil : "waits for nothing"
    }
  }
}
