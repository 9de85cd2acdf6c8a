@testable import Sessions

/// Every state a client can get into, whatever a hostile world does to it.
///
/// The world may refuse, open, answer, keep silent and close as it likes, the device may be online
/// or not at any event, the user may do anything at any time, and any armed timer may fire next.
/// Time stands still and counts above two failures are one, so that the states are finitely many.
struct ReachableStates {
  /// A client, its slot, and the call that is out.
  struct Node: Hashable {
    var machine: [UInt8]
    var connection: ConnectionPhase
    var timers: Set<StoatTimer>
    var call: StoatCall?
  }

  /// How a node was first reached.
  struct Arrival {
    var from: Node?
    var event: String
    var client: StoatClient
  }

  let configuration: StoatConfiguration
  private(set) var arrivals: [Node: Arrival] = [:]
  private(set) var transitions = 0
  private(set) var mostActions = 0
  private(set) var mostActionsAt = ""
  /// What must never happen, with the events that lead there.
  private(set) var violations: [String] = []
  private var turn: Turn<StoatClient>

  init(_ configuration: StoatConfiguration) {
    self.configuration = configuration
    let random = RandomStream(scripted: 0.5)
    turn = Turn(random: random, perClient: random)
    walk()
  }

  private mutating func walk() {
    let start = StoatClient()
    let root = Node(machine: bytes(of: start), connection: .none, timers: [], call: nil)
    arrivals[root] = Arrival(from: nil, event: "start", client: start)
    var frontier = [root]
    var next = 0
    while next < frontier.count {
      let node = frontier[next]
      next += 1
      for event in Self.events(in: node) {
        for isDeviceOnline in [true, false] {
          let (client, reached) = step(node, event, isDeviceOnline: isDeviceOnline)
          if arrivals[reached] == nil {
            let device = isDeviceOnline ? "" : " (device offline)"
            arrivals[reached] = Arrival(from: node, event: "\(event)\(device)", client: client)
            frontier.append(reached)
          }
        }
      }
    }
  }

  /// What may happen next in the world of a node.
  static func events(in node: Node) -> [Event<StoatClient>] {
    var events: [Event<StoatClient>] = StoatStimulus.allCases.map { .stimulus($0) }
    if node.connection == .connecting { events.append(.opened) }
    if node.connection == .open { events += StoatMessage.allCases.map { .received($0) } }
    if node.connection != .none { events += CloseReason.allCases.map { .closed($0) } }
    if let call = node.call { events += Bench.outcomes.values.map { .answered(call, $0) } }
    events += StoatTimer.allCases.filter(node.timers.contains).map { .fired($0) }
    return events
  }

  /// Takes one event in a slot made as the node says.
  mutating func step(
    _ node: Node, _ event: Event<StoatClient>, isDeviceOnline: Bool
  ) -> (StoatClient, Node) {
    var slot = SessionSlot(arrivals[node]!.client)
    var stamps: [StoatTimer: UInt32] = [:]
    if node.connection != .none { _ = slot.open() }
    if node.connection == .open { _ = slot.acceptsOpened(attempt: slot.attempt) }
    for timer in node.timers { stamps[timer] = slot.arm(timer) }
    let stamp = node.call.map { slot.begin($0) } ?? 0
    var call = node.call

    let isAccepted: Bool
    switch event {
    case .stimulus: isAccepted = true
    case .opened: isAccepted = slot.acceptsOpened(attempt: slot.attempt)
    case .received: isAccepted = slot.acceptsMessage(attempt: slot.attempt)
    case .closed: isAccepted = slot.acceptsClosed(attempt: slot.attempt)
    case .fired(let timer): isAccepted = slot.acceptsFiring(timer, stamp: stamps[timer]!)
    case .answered(let kind, _):
      isAccepted = slot.acceptsAnswer(kind, stamp: stamp)
      call = nil
    }
    if !isAccepted { violate("the slot refuses \(event)", node, event) }

    turn.begin(at: .start, isDeviceOnline: isDeviceOnline)
    turn.random = RandomStream(scripted: 0.5)
    slot.machine.handle(event, under: configuration, in: &turn)
    transitions += 1
    if turn.count > mostActions {
      mostActions = turn.count
      let actions = (0..<turn.count).map { text(turn[$0]) }
      mostActionsAt = "\(event): " + actions.joined(separator: ", ")
    }
    for index in 0..<turn.count {
      if let wrong = Self.perform(turn[index], on: &slot, &call) { violate(wrong, node, event) }
    }
    var client = slot.machine
    client.lifecycle.backoff.failures = min(client.lifecycle.failures, 2)
    let timers = Set(StoatTimer.allCases.filter { slot.isArmed($0) })
    return (
      client,
      Node(machine: bytes(of: client), connection: slot.connection, timers: timers, call: call)
    )
  }

  /// Performs an action, or says what is wrong with it.
  private static func perform(
    _ action: Action<StoatClient>, on slot: inout SessionSlot<StoatClient>, _ call: inout StoatCall?
  ) -> String? {
    switch action {
    case .open:
      guard slot.connection == .none else { return "two sockets" }
      _ = slot.open()
    case .close:
      guard slot.connection != .none else { return "closes a socket that is not there" }
      slot.close()
    case .send:
      guard slot.connection == .open else { return "sends without an open socket" }
    case .call(let kind):
      _ = slot.begin(kind)
      call = kind
    case .forget(let kind):
      slot.forget(kind)
      call = nil
    case .arm(let timer, let after):
      guard after >= .zero else { return "arms \(timer) for the past" }
      _ = slot.arm(timer)
      switch timer {
      case .connect, .heartbeat, .pong, .closing:
        if slot.connection == .none { return "arms \(timer) without a socket" }
      case .retry, .call: break
      }
    case .disarm(let timer): slot.disarm(timer)
    case .reached: break
    }
    return nil
  }

  // MARK: Asking

  private mutating func violate(_ what: String, _ node: Node, _ event: Event<StoatClient>) {
    if violations.count < 20 { violations.append("\(what): \(path(to: node)), \(event)") }
  }

  /// The events that first led to a node.
  func path(to node: Node) -> String {
    var events: [String] = []
    var at = node
    while let arrival = arrivals[at], let from = arrival.from {
      events.append(arrival.event)
      at = from
    }
    return events.reversed().joined(separator: ", ")
  }

  /// The paths to at most five nodes that break a rule.
  func nodes(breaking rule: (Node, StoatClient) -> Bool) -> [String] {
    arrivals.filter { rule($0.key, $0.value.client) }.map { path(to: $0.key) }
      .sorted { $0.count < $1.count }.prefix(5).map { $0 }
  }

  /// Whether the answer to the call that is out would still do something.
  mutating func isAwaited(_ call: StoatCall, in node: Node) -> Bool {
    Bench.outcomes.values.contains { outcome in
      let (_, reached) = step(node, .answered(call, outcome), isDeviceOnline: true)
      return reached.machine != node.machine
    }
  }
}
