extension AppExtensionLifecycle {
  /// Every transition of the app's phase and of the extension's, found by stepping the two with every
  /// event in every pair of phases they can reach. The extension's phases are named with
  /// `EXTENSION_` before them.
  public static func edges(
    under configuration: AppExtensionConfiguration
  ) -> Set<LifecycleEdge> {
    var edges: Set<LifecycleEdge> = []
    var seen: Set<AppExtensionLifecycle> = [AppExtensionLifecycle()]
    var frontier = [AppExtensionLifecycle()]
    while let lifecycle = frontier.popLast() {
      for event in AppExtensionEvent.allCases {
        var next = lifecycle
        let step = next.handle(event, under: configuration.profile)
        var app = Entry.app(lifecycle.app).name
        var notifier = Entry.notifier(lifecycle.notifier).name
        for entry in [step.entered.first, step.entered.second, step.entered.third] {
          switch entry {
          case .app?: edges.insert(leave(&app, event, for: entry!))
          case .notifier?: edges.insert(leave(&notifier, event, for: entry!))
          case nil: break
          }
        }
        if seen.insert(next).inserted { frontier.append(next) }
      }
    }
    return edges
  }

  private static func leave(
    _ phase: inout String, _ event: AppExtensionEvent, for entry: Entry
  ) -> LifecycleEdge {
    defer { phase = entry.name }
    return LifecycleEdge(from: phase, event: event.name, to: entry.name)
  }

  /// The transition diagram as Mermaid text, from the machine itself: the app and the extension side
  /// by side, every edge with the event that both of them hear of.
  public static func mermaid(under configuration: AppExtensionConfiguration) -> String {
    let edges = edges(under: configuration).sorted()
    func part(_ name: String, from start: String, _ edges: [LifecycleEdge]) -> [String] {
      ["  state \(name) {", "    [*] --> \(start)"]
        + edges.map { "    \($0.from) --> \($0.to): \($0.event)" } + ["  }"]
    }
    let ofExtension = edges.filter { $0.from.hasPrefix("EXTENSION_") }
    let ofApp = edges.filter { !$0.from.hasPrefix("EXTENSION_") }
    let lines =
      ["stateDiagram-v2"] + part("App", from: "ACTIVE", ofApp)
      + part("Extension", from: "EXTENSION_IDLE", ofExtension)
    return lines.joined(separator: "\n") + "\n"
  }
}
