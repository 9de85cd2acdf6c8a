import Primitives

/// How a restart goes from node to node: each is drained, if it is, then down, then comes the pause.
public struct RollingRestart: Hashable, Sendable {
  /// How long each node is down, > 0.
  public var down: Interval
  /// From the return of a node to the turn of the next.
  public var pause = Interval.zero
  public var drain: NodeDrain?
  /// True if the connections that a node still has are closed when it goes down.
  public var drops = true

  public init(
    down: Interval, pause: Interval = .zero, drain: NodeDrain? = nil, drops: Bool = true
  ) {
    self.down = down
    self.pause = pause
    self.drain = drain
    self.drops = drops
  }

  /// The time of one node, since the begin of the fault.
  struct Turn: Hashable, Sendable {
    /// From here on it takes no new connections.
    var begin: Interval
    /// From here on it is down.
    var down: Interval
    /// From here on it is back.
    var end: Interval
  }

  /// A moment at which it moves on, since the begin of the fault.
  struct Move: Hashable, Sendable {
    var at: Interval
    /// The effects on clients then, in this order.
    var effects: [ClientEffect]
  }

  /// In the order of the nodes.
  func turns(nodes: Int) -> [Turn] {
    var turns: [Turn] = []
    var begin = Interval.zero
    for plan in plans(nodes: nodes) {
      let draining = plan?.length ?? .zero
      let turn = Turn(begin: begin, down: begin + draining, end: begin + draining + down)
      turns.append(turn)
      begin = turn.end + pause
    }
    return turns
  }

  /// All of them after the begin of the fault, in order.
  func moves(nodes: Int) -> [Move] {
    var moves: [Move] = []
    for (turn, plan) in zip(turns(nodes: nodes), plans(nodes: nodes)) {
      if let plan {
        for batch in 0..<plan.batches {
          let at = turn.begin + plan.every * Int64(batch)
          moves.append(Move(at: at, effects: [plan.effect(batch)]))
        }
      }
      moves.append(Move(at: turn.down, effects: drops ? [.drop] : []))
      if pause > .zero { moves.append(Move(at: turn.end, effects: [])) }
    }
    return moves.filter { $0.at > .zero && $0.at < length(nodes: nodes) }
  }

  /// A change of one node at one moment.
  public enum Step: Hashable, Sendable {
    case beginsToDrain(Int)
    case closesBatch(Int)
    case goesDown(Int)
    case isBack(Int)
  }

  /// - Parameter elapsed: since the begin of the fault.
  public func steps(at elapsed: Interval, nodes: Int) -> [Step] {
    turns(nodes: nodes).enumerated().flatMap { node, turn -> [Step] in
      if elapsed == turn.end { return [.isBack(node)] }
      if elapsed == turn.down { return [.goesDown(node)] }
      if elapsed == turn.begin { return [.beginsToDrain(node)] }
      return turn.begin < elapsed && elapsed < turn.down ? [.closesBatch(node)] : []
    }
  }

  /// The effects on clients when it begins.
  func atBegin(nodes: Int) -> [ClientEffect] {
    if let plan = plans(nodes: nodes).first ?? nil { return [plan.effect(0)] }
    return drops ? [.drop] : []
  }

  /// Until its last node is back; 36500 d where it is longer.
  public func length(nodes: Int) -> Interval {
    let draining = plans(nodes: nodes).reduce(0) { sum, plan in
      sum + (plan?.about ?? 0)
    }
    let pauses = pause.seconds * Double(nodes - 1)
    let about = draining + down.seconds * Double(nodes) + pauses
    guard about < Self.longest.seconds, let last = turns(nodes: nodes).last else {
      return Self.longest
    }
    return last.end
  }

  /// How often it moves on, at most.
  public func moveCount(nodes: Int) -> Int {
    plans(nodes: nodes).reduce(2 * nodes) { $0 + ($1?.batches ?? 0) }
  }

  static let longest = Interval.hours(24 * 36_500)

  /// How each node closes its connections; nil without a drain.
  private func plans(nodes: Int) -> [NodeDrain.Plan?] {
    guard let drain else { return Array(repeating: nil, count: nodes) }
    return drain.connections(nodes: nodes).map(drain.plan)
  }
}

/// How a node closes its connections before it goes down: so many at a time, or all within a time.
public struct NodeDrain: Hashable, Sendable {
  /// > 0.
  public var batch: Int
  /// > 0.
  public var every: Interval
  /// The time within which all are closed, > 0, in place of `batch` and `every`; nil for those.
  public var within: Interval?
  /// How many clients there are, which decides how long it takes.
  public var clients: Int

  public init(batch: Int, every: Interval, clients: Int) {
    self.batch = batch
    self.every = every
    self.clients = clients
  }

  public init(within: Interval, clients: Int) {
    self.init(batch: 1, every: .seconds(1), clients: clients)
    self.within = within
  }

  /// The batches of one node.
  struct Plan: Hashable, Sendable {
    let batches: Int
    /// The connections of a batch; nil where each closes the same part of what the node really has.
    var size: Int?
    let every: Interval
    /// The time in which all are closed; nil for `every` times the batches.
    var within: Interval?

    func effect(_ batch: Int) -> ClientEffect {
      size.map(ClientEffect.drainBatch) ?? .drainPart(batch, of: batches)
    }

    /// From the first batch until the node goes down.
    var length: Interval { within ?? every * Int64(batches) }

    /// `length` in seconds, also where it is too long to count in nanoseconds.
    var about: Double { within?.seconds ?? every.seconds * Double(batches) }
  }

  /// Batches within a time: each second, and at least so many.
  private static let leastBatches = 10
  private static let mostBatches = 3_600

  /// - Parameter connections: of the node.
  func plan(_ connections: Int) -> Plan {
    guard let within else {
      return Plan(batches: (connections + batch - 1) / batch, size: batch, every: every)
    }
    let seconds = Int(min(within.seconds.rounded(.up), Double(Self.mostBatches)))
    let batches = max(1, min(connections, max(Self.leastBatches, seconds)))
    return Plan(
      batches: batches, every: Interval(nanoseconds: within.nanoseconds / Int64(batches)),
      within: within)
  }

  /// The connections of each node when its turn comes, if all clients are connected: its part of them,
  /// and what came over from the nodes before it. Four standard deviations are added, because a hash
  /// deals them out. At least one.
  package func connections(nodes: Int) -> [Int] {
    var mean = Double(clients) / Double(nodes)
    return (0..<nodes).map { _ in
      defer { if nodes > 1 { mean += mean / Double(nodes - 1) } }
      return max(1, min(clients, Int((mean + 4 * mean.squareRoot()).rounded(.up))))
    }
  }
}
