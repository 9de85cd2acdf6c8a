import Charts
import Systems
import Words

/// The clients in each state of their sessions over time, as areas on top of each other: a panel for each
/// session system.
struct StateChart: Chart {
  private let data: RunData
  let span: StormTime
  private let panels: [Panel]

  private struct Panel {
    /// As results name it.
    let system: String
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
    let states = data.states.names.dropFirst().map { column -> (system: String, state: State) in
      let parts = column.split(separator: ".", maxSplits: 1).map(String.init)
      let name = (parts.last ?? column).replacing("_", with: " ")
      return (parts[0], State(name: name, clients: data.states.figures(column)))
    }
    var systems: [String] = []
    for (system, _) in states where !systems.contains(system) { systems.append(system) }
    panels = systems.compactMap { system in
      Self.panel(system, states.filter { $0.system == system }.map(\.state))
    }
    if panels.isEmpty { return nil }
  }

  /// nil where nothing changes.
  private static func panel(_ system: String, _ all: [State]) -> Panel? {
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
    return Panel(system: system, states: states)
  }

  var finding: String {
    panels.map { panel in
      let gone = panel.states.dropFirst().sorted { $0.most > $1.most }.prefix(2)
      let parts = gone.map { state in
        "\(PageNumber.count(state.most)) \(state.name) at \(PageNumber.moment(Double(state.when + 1)))"
      }
      let clients = panels.count > 1 ? "\(panel.system) clients" : "clients"
      return "Most \(clients) at a time: " + parts.joined(separator: ", ") + "."
    }.joined(separator: " ")
  }

  var folds: [Fold] { RunFolds(data).states(in: span.window).map { [$0] } ?? [] }

  var note: String? {
    folds.isEmpty ? "The numbers of each second are in states.csv, beside this page." : nil
  }

  func markup(_ drawing: Drawing) -> String {
    let right = drawing.isNarrow ? drawing.width - 8 : drawing.width - 138
    let left = drawing.isNarrow ? 48.0 : 58.0
    let time = Scale(.linear, span.window, from: left, to: right)
    let ticks = Ticks.times(span.window, count: drawing.isNarrow ? 4 : 8)
    var elements = span.lane(time, drawing)
    var top = 28 + span.laneHeight
    var last = Axes(left: left, right: right, top: top, bottom: top)
    for panel in panels {
      let title =
        "Clients in each state" + (panels.count > 1 ? ", \(panel.system)" : "")
      elements.append(Label(title, "hd", x: 0, y: top - 12).element)
      let legend = legend(panel, top: top + 8, drawing.width)
      top += legend.height + 4
      let height = panels.count > 1 ? 110.0 : 170
      last = Axes(left: left, right: right, top: top, bottom: top + height)
      elements += legend.elements + drawn(panel, last, time, ticks, drawing)
      top = last.bottom + 44
    }
    elements += span.axis(last, time, ticks: ticks)
    return drawing.picture(
      height: last.bottom + 40, name: "states", title: "Clients in each state over time",
      finding: finding, elements)
  }

  private func drawn(
    _ panel: Panel, _ axes: Axes, _ time: Scale, _ ticks: [Double], _ drawing: Drawing
  ) -> [Element] {
    let top = Ticks.ceiling(max(panel.most, 1), count: 2)
    let scale = Scale(.linear, 0...top, from: axes.bottom, to: axes.top)
    var elements = span.bands(time, [axes]) + axes.columns(time, ticks: ticks)
    elements += axes.vertical(scale, ticks: Ticks.counts(0...top, count: 2)) {
      drawing.isNarrow ? PageNumber.short($0) : PageNumber.count($0)
    }
    var floor = [Double](repeating: 0, count: panel.states[0].clients.count)
    for state in panel.states {
      let ceiling = zip(floor, state.clients).map { $0 + $1 }
      let upper = span.points(ceiling.map { $0 }, time, scale)
      let lower = span.points(floor.map { $0 }, time, scale)
      var area = Path.line(upper + lower.reversed())
      area.close()
      elements.append(area.element(state.style))
      floor = ceiling
    }
    return elements
  }

  /// The names with a patch of their areas, in rows.
  private func legend(
    _ panel: Panel, top: Double, _ width: Double
  ) -> (elements: [Element], height: Double) {
    var elements: [Element] = []
    var (x, y) = (0.0, top)
    for state in panel.states {
      let name = shortened(state.name, to: width - 20, size: 13)
      let length = 18 + textWidth(name, size: 13)
      if x > 0, x + length > width { (x, y) = (0, y + 18) }
      elements.append(rectangle(state.style, Box(x: x, y: y - 9, width: 12, height: 10)))
      elements.append(Label(name, "lab", x: x + 18, y: y).element)
      x += length + 16
    }
    return (elements, y - top + 20)
  }
}
