import Primitives

extension ChatSocketAgent {
  /// Every way to enter a state of the socket, found by stepping the machine with every event in
  /// every state it can reach with at most two owners. An event that the machine takes in a state
  /// without always leaving it carries its condition: `WATCHDOG_FIRE [silent]`.
  public static func edges(under configuration: ChatSocketConfiguration) -> Set<LifecycleEdge> {
    let steps = steps(under: configuration)
    let staying = Set(steps.filter { $0.to == nil }.map { Trigger(from: $0.from, event: $0.event) })
    var edges: Set<LifecycleEdge> = []
    for step in steps {
      guard let to = step.to else { continue }
      let isConditional = staying.contains(Trigger(from: step.from, event: step.event))
      let label = step.event.name + (isConditional ? step.event.condition : "")
      edges.insert(LifecycleEdge(from: step.from.name, event: label, to: to.name))
    }
    return edges
  }

  /// The transition diagram as Mermaid text, from the machine itself.
  public static func mermaid(under configuration: ChatSocketConfiguration) -> String {
    var lines = ["stateDiagram-v2", "  [*] --> OFF"]
    lines += edges(under: configuration).sorted().map { "  \($0.from) --> \($0.to): \($0.event)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Trigger: Hashable {
    var from: ChatSocketState
    var event: ChatSocketEvent
  }

  private struct Step {
    var from: ChatSocketState
    var event: ChatSocketEvent
    /// The state entered; nil where the event was taken and none was.
    var to: ChatSocketState?
  }

  /// Returns the machine's step for every event that it takes in some reachable state.
  private static func steps(under configuration: ChatSocketConfiguration) -> [Step] {
    var steps: [Step] = []
    var seen: Set<[UInt16]> = [ChatSocketAgent().key]
    var frontier = [ChatSocketAgent()]
    while let agent = frontier.popLast() {
      for event in ChatSocketEvent.allCases {
        for variant in event.variants {
          var next = agent
          let turn = next.probe(variant, under: configuration)
          guard !turn.milestones.contains(.unhandled), next.owners <= 2 else { continue }
          let entered = turn.milestones.compactMap { ChatSocketState(rawValue: $0.rawValue) }.last
          steps.append(Step(from: agent.state, event: event, to: entered))
          if seen.insert(next.key).inserted { frontier.append(next) }
        }
      }
    }
    return steps
  }

  private mutating func probe(
    _ event: Event<ChatSocketAgent>, under configuration: ChatSocketConfiguration
  ) -> Turn<ChatSocketAgent> {
    let random = RandomStream(scripted: 0.5)
    var turn = Turn<ChatSocketAgent>(random: random, perClient: random)
    handle(event, under: configuration, in: &turn)
    return turn
  }

  /// All that decides what the machine does next.
  private var key: [UInt16] {
    [UInt16(state.rawValue), owners] + [isForeground, isAlive, isSevered].map { $0 ? 1 : 0 }
  }
}

extension ChatSocketEvent {
  /// The events of the machine that go by this name and may lead to different ends.
  fileprivate var variants: [Event<ChatSocketAgent>] {
    self == .socketClosed ? [event, .closed(.normal)] : [event]
  }

  /// When the event makes the socket enter a state, where it does not always.
  fileprivate var condition: String {
    switch self {
    case .ownerEnter: " [foreground]"
    case .appForeground: " [with owners]"
    case .watchdogFire: " [silent]"
    case .socketClosed: " [noticed]"
    case .ownerLeave, .appBackground, .socketConnected, .backendEvent, .lingerFire: ""
    }
  }
}

extension Turn<ChatSocketAgent> {
  /// The milestones reached in this turn, in order.
  fileprivate var milestones: [ChatSocketMilestone] {
    (0..<count).compactMap { index in
      guard case .reached(let milestone, _) = self[index] else { return nil }
      return milestone
    }
  }
}
