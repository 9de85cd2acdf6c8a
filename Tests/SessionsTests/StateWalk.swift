@testable import Sessions

/// Every state a machine can get into, whatever a hostile world does to it: the world may refuse,
/// open, answer, keep silent and close as it likes, and any armed timer may fire next.
///
/// Time stands still; `normalise` folds counts together so that the states are finitely many.
struct StateWalk<Machine: SessionStateMachine> {
  struct Node: Hashable {
    var machine: [UInt8]
    var connection: ConnectionPhase
    var timers: Set<Machine.Timer>
    var calls: Set<Machine.Call>
  }

  private struct Arrival {
    var from: Node?
    var event: String
    var world: SlotWorld<Machine>
  }

  private var arrivals: [Node: Arrival] = [:]
  private(set) var transitions = 0
  private(set) var mostActions = 0
  private(set) var mostActionsAt = ""
  /// What must never happen, with the events that lead there; at most 20.
  private(set) var violations: [String] = []

  /// One step of the walk, as a rule sees it.
  struct Step {
    var before: SlotWorld<Machine>
    var event: Event<Machine>
    var actions: [Action<Machine>]
    var after: SlotWorld<Machine>
  }

  /// - Parameters:
  ///   - events: what to try in a world; what cannot happen there is left out.
  ///   - normalise: folds machines together that differ only in a count or a clock.
  ///   - rule: what is wrong with a step, or nil.
  init(
    from start: Machine, under configuration: Machine.Configuration, events: [Event<Machine>],
    limit: Int = 500_000, normalise: (inout Machine) -> Void, rule: (Step) -> String?
  ) {
    let root = SlotWorld(start)
    let key = Self.node(of: root, normalise)
    arrivals[key] = Arrival(from: nil, event: "start", world: root)
    var frontier = [key]
    var next = 0
    while next < frontier.count && frontier.count < limit {
      let node = frontier[next]
      next += 1
      let before = arrivals[node]!.world
      for event in events where before.canHappen(event) {
        var after = before
        let actions = after.deliver(event, under: configuration)
        transitions += 1
        if actions.count > mostActions {
          mostActions = actions.count
          mostActionsAt = "\(event): \(actions)"
        }
        let step = Step(before: before, event: event, actions: actions, after: after)
        if let wrong = after.violations.first ?? rule(step) { violate(wrong, node, event) }
        let reached = Self.node(of: after, normalise)
        if arrivals[reached] == nil {
          arrivals[reached] = Arrival(from: node, event: "\(event)", world: after)
          frontier.append(reached)
        }
      }
    }
  }

  var count: Int { arrivals.count }

  var worlds: some Sequence<SlotWorld<Machine>> { arrivals.values.lazy.map(\.world) }

  private static func node(
    of world: SlotWorld<Machine>, _ normalise: (inout Machine) -> Void
  ) -> Node {
    var machine = world.machine
    normalise(&machine)
    return Node(
      machine: bytes(of: machine), connection: world.slot.connection,
      timers: Set(Machine.Timer.allCases.filter { world.slot.isArmed($0) }),
      calls: Set(world.calls.keys))
  }

  private mutating func violate(_ what: String, _ node: Node, _ event: Event<Machine>) {
    if violations.count < 20 { violations.append("\(what): \(path(to: node)), \(event)") }
  }

  /// The events that first led to a node.
  private func path(to node: Node) -> String {
    var events: [String] = []
    var at = node
    while let arrival = arrivals[at], let from = arrival.from {
      events.append(arrival.event)
      at = from
    }
    return events.reversed().joined(separator: ", ")
  }

  /// The paths to at most five worlds that break a rule, the shortest first.
  func worlds(breaking rule: (SlotWorld<Machine>) -> Bool) -> [String] {
    arrivals.filter { rule($0.value.world) }.map { path(to: $0.key) }
      .sorted { $0.count < $1.count }.prefix(5).map { $0 }
  }
}
