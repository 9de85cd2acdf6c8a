import Backoff
import Primitives

extension OptimisticClient {
  /// Every transition the machine can take, found by stepping it with every event in every state it
  /// can reach. A transition that needs a formula that stops is marked: `CONFLICT [formula stops]`.
  public static func edges(under configuration: OptimisticConfiguration) -> Set<LifecycleEdge> {
    var stopping = configuration
    stopping.backoff = BackoffPolicy(formula: configuration.backoff.formula, attempts: 0).resolved(
      reset: .ready, clock: .failure, connectTimeout: configuration.requestTimeout)
    let edges = walk(under: configuration)
    let others = walk(under: stopping).subtracting(edges).map {
      LifecycleEdge(from: $0.from, event: $0.event + " [formula stops]", to: $0.to)
    }
    return edges.union(others)
  }

  private static func walk(under configuration: OptimisticConfiguration) -> Set<LifecycleEdge> {
    var edges: Set<LifecycleEdge> = []
    var seen: Set<OptimisticState> = [.idle]
    var frontier = [OptimisticClient()]
    while let client = frontier.popLast() {
      for event in OptimisticEvent.allCases {
        var next = client
        let random = RandomStream(scripted: 0.5)
        var turn = Turn<OptimisticClient>(random: random, perClient: random)
        next.handle(event.event, under: configuration, in: &turn)
        if next.state == client.state { continue }
        edges.insert(
          LifecycleEdge(from: client.state.name, event: event.name, to: next.state.name))
        if seen.insert(next.state).inserted { frontier.append(next) }
      }
    }
    return edges
  }

  /// The transition diagram as Mermaid text, from the machine itself.
  public static func mermaid(under configuration: OptimisticConfiguration) -> String {
    var lines = ["stateDiagram-v2", "  [*] --> IDLE"]
    lines += edges(under: configuration).sorted().map { "  \($0.from) --> \($0.to): \($0.event)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
