import Charts

/// The clients in each state of their sessions over time, as areas on top of each other: a panel for each
/// session system.
struct StateChart: Chart {
  private let data: RunData
  let span: StormTime
  private let systems: [System]

  private struct System {
    /// As results name it.
    let name: String
    /// From the bottom up.
    let states: [State]

    var most: Double {
      guard let first = states.first else { return 0 }
      return first.clients.indices.map { second in
        states.reduce(0) { $0 + ($1.clients[second]) }
      }.max() ?? 0
    }
  }

  private struct State {
    let name: String
    /// At the end of each second.
    let clients: [Double]
    /// Class in the style sheet.
    var style = ""

    var most: Double { clients.max() ?? 0 }
    var when: Int { clients.firstIndex(of: most) ?? 0 }
  }

  /// More areas cannot be told apart.
  private static let mostStates = 6

  /// nil where no client ever changes its state.
  init?(_ data: RunData) {
    self.data = data
    span = StormTime(data)
    let states = data.states.names.dropFirst().compactMap { column in
      let parts = column.split(separator: ".", maxSplits: 1).map(String.init)
      return parts.first.map { system -> (system: String, state: State) in
        let name = parts[parts.count - 1].replacing("_", with: " ")
        return (system, State(name: name, clients: data.states.figures(column)))
      }
    }
    var names: [String] = []
    for (name, _) in states where !names.contains(name) { names.append(name) }
    systems = names.compactMap { name in
      Self.system(name, states.filter { $0.system == name }.map(\.state))
    }
    if systems.isEmpty { return nil }
  }

  /// nil where nothing changes.
  private static func system(_ name: String, _ all: [State]) -> System? {
    var states = all.filter { $0.most > 0 }
    guard states.contains(where: { state in state.clients.contains { $0 != state.clients[0] } })
    else { return nil }
    // The state in which most clients begin lies at the bottom: what leaves it shows above.
    if let usual = states.indices.max(by: { states[$0].clients[0] < states[$1].clients[0] }) {
      states.insert(states.remove(at: usual), at: 0)
    }
    if states.count > mostStates {
      let small = Set(
        states.dropFirst().sorted { $0.most > $1.most }.dropFirst(mostStates - 2).map(\.name))
      let rest = states.filter { small.contains($0.name) }
      states.removeAll { small.contains($0.name) }
      let sums = rest[0].clients.indices.map { second in
        rest.reduce(0) { $0 + $1.clients[second] }
      }
      states.append(State(name: "\(rest.count) other states", clients: sums))
    }
    for place in states.indices { states[place].style = "a\(place)" }
    return System(name: name, states: states)
  }

  var finding: String {
    systems.map { system in
      let gone = system.states.dropFirst().sorted { $0.most > $1.most }.prefix(2)
      let parts = gone.map { state in
        "\(PageNumber.count(state.most)) \(state.name) at \(PageNumber.moment(Double(state.when + 1)))"
      }
      let clients = systems.count > 1 ? "\(system.name) clients" : "clients"
      return "Most \(clients) at a time: " + parts.joined(separator: ", ") + "."
    }.joined(separator: " ")
  }

  var folds: [Fold] { RunFolds(data).states(in: span.window).map { [$0] } ?? [] }

  var note: String? {
    folds.isEmpty ? "The numbers of each second are in states.csv, beside this page." : nil
  }

  let name = "states"
  let title = "Clients in each state over time"

  func plot(_ drawing: Drawing) -> any Plot {
    span.chart(systems.map { panel($0, drawing) }, drawing)
  }

  private func panel(_ system: System, _ drawing: Drawing) -> Panel {
    var floor = [Double](repeating: 0, count: system.states[0].clients.count)
    let areas = system.states.map { state -> Mark in
      let ceiling = zip(floor, state.clients).map { $0 + $1 }
      defer { floor = ceiling }
      return .area(span.points(ceiling), span.points(floor), state.style)
    }
    return Panel(
      title: "Clients in each state" + (systems.count > 1 ? ", \(system.name)" : ""),
      y: .counts(to: system.most, count: 2, drawing), height: systems.count > 1 ? 110 : 170,
      marks: areas,
      legend: Legend(
        items: system.states.map { .init(name: $0.name, style: $0.style, sign: .patch) }))
  }
}
