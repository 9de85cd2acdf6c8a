import Backoff
import Primitives

/// One edge of a session lifecycle.
public struct LifecycleEdge: Hashable, Sendable, Comparable {
  public var from: String
  public var event: String
  public var to: String

  public init(from: String, event: String, to: String) {
    self.from = from
    self.event = event
    self.to = to
  }

  public static func < (a: LifecycleEdge, b: LifecycleEdge) -> Bool {
    (a.from, a.to, a.event) < (b.from, b.to, b.event)
  }
}

extension StoatLifecycle {
  /// Every transition the machine can take, found by stepping it with every event in every state it
  /// can reach, with the device online and offline.
  public static func edges(under configuration: StoatConfiguration) -> Set<LifecycleEdge> {
    var edges: Set<LifecycleEdge> = []
    var seen: Set<StoatState> = [.ready]
    var frontier = [StoatLifecycle()]
    while let lifecycle = frontier.popLast() {
      for event in StoatEvent.allCases {
        for isDeviceOnline in [true, false] {
          var next = lifecycle
          let step = next.probe(event, isDeviceOnline: isDeviceOnline, under: configuration)
          guard step.isAccepted, let first = step.entered.first else { continue }
          edges.insert(edge(from: lifecycle.state, event, to: first))
          if let second = step.entered.second {
            edges.insert(edge(from: first, first == .dispose ? .ready : .deviceOffline, to: second))
          }
          if seen.insert(next.state).inserted { frontier.append(next) }
        }
      }
    }
    return edges
  }

  private static func edge(from: StoatState, _ event: StoatEvent, to: StoatState) -> LifecycleEdge {
    LifecycleEdge(from: from.name, event: event.name, to: to.name)
  }

  private mutating func probe(
    _ event: StoatEvent, isDeviceOnline: Bool, under configuration: StoatConfiguration
  ) -> Step {
    let half = RandomStream(scripted: 0.5)
    var draws = BackoffDraws(random: half, perClient: half)
    return handle(
      event, under: configuration, in: .init(now: .start, isDeviceOnline: isDeviceOnline),
      drawing: &draws)
  }

  /// Transitions the machine takes that the published diagram does not draw: a user's retry while
  /// offline came later, and SOCKET_DROPPED stands in the listener table only.
  public static let undrawn: Set<LifecycleEdge> = [
    LifecycleEdge(from: "OFFLINE", event: "RETRY", to: "RECONNECTING"),
    LifecycleEdge(from: "CONNECTED", event: "SOCKET_DROPPED", to: "DISCONNECTED"),
  ]

  /// The transition diagram as Mermaid text, from the machine itself.
  ///
  /// What the published diagram does not draw stands in comments below it.
  public static func mermaid(under configuration: StoatConfiguration) -> String {
    let edges = edges(under: configuration).sorted()
    func line(_ edge: LifecycleEdge) -> String { "\(edge.from) --> \(edge.to): \(edge.event)" }
    var lines = ["stateDiagram-v2", "  [*] --> READY"]
    lines += edges.filter { !undrawn.contains($0) }.map { "  " + line($0) }
    let extras = edges.filter { undrawn.contains($0) }
    if !extras.isEmpty {
      lines.append("  %% also taken, not drawn in the published diagram:")
      lines += extras.map { "  %% " + line($0) }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
