extension PrimerLifecycle {
  /// Every transition the machine can take, found by stepping it with every event in every
  /// situation that one entity and two users can bring about.
  public static func edges(under configuration: PrimerConfiguration) -> Set<LifecycleEdge> {
    walk(under: configuration).entering
  }

  /// The events that the machine takes without entering a state, each as an edge from a state to
  /// itself.
  public static func stays(under configuration: PrimerConfiguration) -> Set<LifecycleEdge> {
    walk(under: configuration).staying
  }

  private static func walk(
    under configuration: PrimerConfiguration
  ) -> (entering: Set<LifecycleEdge>, staying: Set<LifecycleEdge>) {
    var entering: Set<LifecycleEdge> = []
    var staying: Set<LifecycleEdge> = []
    var frontier = [PrimerLifecycle()]
    var seen = Set(frontier)
    while let lifecycle = frontier.popLast() {
      for event in PrimerEvent.allCases {
        // Only START tells two operands apart here: two users, one entity.
        for operand in event == .start ? [UInt16(0), 1] : [0] {
          var next = lifecycle
          let step = next.handle(event, operand: operand, under: configuration)
          guard step.isAccepted else { continue }
          let edge = LifecycleEdge(
            from: lifecycle.state.name, event: event.name, to: next.state.name)
          if step.entered == nil { staying.insert(edge) } else { entering.insert(edge) }
          if seen.insert(next).inserted { frontier.append(next) }
        }
      }
    }
    return (entering, staying)
  }

  /// The transition diagram as Mermaid text, from the machine itself.
  ///
  /// Events that are taken without entering a state stand in comments below it.
  public static func mermaid(under configuration: PrimerConfiguration) -> String {
    let (entering, staying) = walk(under: configuration)
    func line(_ edge: LifecycleEdge) -> String { "\(edge.from) --> \(edge.to): \(edge.event)" }
    var lines = ["stateDiagram-v2", "  [*] --> CREATED"]
    lines += entering.sorted().map { "  " + line($0) }
    lines.append("  %% also taken, the state stays:")
    for state in PrimerState.allCases {
      let events = staying.filter { $0.from == state.name }.map(\.event).sorted()
      if !events.isEmpty { lines.append("  %% \(state.name): \(events.joined(separator: ", "))") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
