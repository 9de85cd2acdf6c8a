import Metrics
import Sessions
import Words

/// A chat socket agent in its slot, stepped by its published events.
///
/// Time stands still: a timer fires when a line says so. SOCKET_CLOSED is a close that every
/// library notices.
struct ChatSocketReplay: ReplaySession {
  private let configuration: ChatSocketConfiguration
  private var slot = SessionSlot(ChatSocketAgent())
  private var stamps: [ChatSocketTimer: UInt32] = [:]

  init(_ configuration: ChatSocketConfiguration) { self.configuration = configuration }

  mutating func reset() {
    slot = SessionSlot(ChatSocketAgent())
    stamps = [:]
  }

  mutating func take(_ event: ReplayEvent) throws(ReplayError) -> ReplayAnswer {
    var result = Step()
    let published = try Self.published(event.name).event
    if delivers(published) { result = step(published, event) }
    let agent = slot.machine
    return ReplayAnswer(fields: [
      .init("event", .name(event.name)),
      .init("accepted", .boolean(result.isAccepted)),
      .init("state", .name(agent.state.name)),
      .init("entered", .names(result.entered)),
      .init("owners", .whole(Int(agent.owners))),
      .init("foreground", .boolean(agent.isForeground)),
      .init("alive", .boolean(agent.isAlive)),
      .init("lingerArmed", .boolean(slot.isArmed(.linger))),
      .init("watchdogArmed", .boolean(slot.isArmed(.watchdog))),
      .init("effects", .names(result.effects)),
    ])
  }

  /// The result of one event.
  private struct Step {
    var isAccepted = false
    var entered: [String] = []
    var effects: [String] = []
  }

  /// Returns true if the event can reach the machine. A timer that does not run cannot fire.
  private mutating func delivers(_ event: Event<ChatSocketAgent>) -> Bool {
    switch event {
    case .stimulus: true
    case .opened: slot.acceptsOpened(attempt: slot.attempt)
    case .received: slot.acceptsMessage(attempt: slot.attempt)
    case .closed: slot.acceptsClosed(attempt: slot.attempt)
    case .answered: false
    case .fired(let timer): slot.acceptsFiring(timer, stamp: stamps[timer] ?? 0)
    }
  }

  private mutating func step(
    _ event: Event<ChatSocketAgent>, _ input: ReplayEvent
  ) -> Step {
    let random = RandomStream(scripted: input.draw)
    var turn = Turn<ChatSocketAgent>(random: random, perClient: random)
    turn.begin(at: .start, isDeviceOnline: input.isDeviceOnline)
    slot.machine.handle(event, under: configuration, in: &turn)
    var result = Step(isAccepted: true)
    for index in 0..<turn.count { perform(turn[index], &result) }
    return result
  }

  private mutating func perform(_ action: Action<ChatSocketAgent>, _ result: inout Step) {
    switch action {
    case .open:
      _ = slot.open()
      result.effects.append("connect")
    case .close:
      slot.close()
      result.effects.append("disconnect")
    case .arm(let timer, _): stamps[timer] = slot.arm(timer)
    case .disarm(let timer): slot.disarm(timer)
    case .reached(.unhandled, _): result.isAccepted = false
    case .reached(let milestone, _):
      if let state = ChatSocketState(rawValue: milestone.rawValue) {
        result.entered.append(state.name)
      }
    // The agent has none of these.
    case .send, .call, .forget: break
    }
  }

  private static func published(_ name: String) throws(ReplayError) -> ChatSocketEvent {
    if let event = ChatSocketEvent.allCases.first(where: { $0.name == name }) { return event }
    let names = ChatSocketEvent.allCases.map(\.name)
    let near = didYouMean(name, in: names)
    let hint = near ?? "there are \(names.joined(separator: ", "))"
    throw ReplayError(line: 0, "unknown event '\(name)'; \(hint)")
  }
}
