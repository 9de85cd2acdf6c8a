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
    for batches in batches(nodes: nodes) {
      let draining = drain.map { $0.every * Int64(batches) } ?? .zero
      let turn = Turn(begin: begin, down: begin + draining, end: begin + draining + down)
      turns.append(turn)
      begin = turn.end + pause
    }
    return turns
  }

  /// All of them after the begin of the fault, in order.
  func moves(nodes: Int) -> [Move] {
    var moves: [Move] = []
    for (turn, batches) in zip(turns(nodes: nodes), batches(nodes: nodes)) {
      if let drain {
        for batch in 0..<batches {
          let at = turn.begin + drain.every * Int64(batch)
          moves.append(Move(at: at, effects: [.drainBatch(drain.batch)]))
        }
      }
      moves.append(Move(at: turn.down, effects: drops ? [.drop] : []))
      if pause > .zero { moves.append(Move(at: turn.end, effects: [])) }
    }
    return moves.filter { $0.at > .zero && $0.at < length(nodes: nodes) }
  }

  /// The effects on clients when it begins.
  var atBegin: [ClientEffect] {
    if let drain { return [.drainBatch(drain.batch)] }
    return drops ? [.drop] : []
  }

  /// Until its last node is back; 36500 d where it is longer.
  public func length(nodes: Int) -> Interval {
    let draining = drain.map { $0.every.seconds * Double(batches(nodes: nodes).reduce(0, +)) } ?? 0
    let pauses = pause.seconds * Double(nodes - 1)
    let about = draining + down.seconds * Double(nodes) + pauses
    guard about < Self.longest.seconds, let last = turns(nodes: nodes).last else {
      return Self.longest
    }
    return last.end
  }

  /// How often it moves on, at most.
  public func moveCount(nodes: Int) -> Int { batches(nodes: nodes).reduce(2 * nodes, +) }

  static let longest = Interval.hours(24 * 36_500)

  /// How many batches each node takes; 0 without a drain.
  private func batches(nodes: Int) -> [Int] {
    guard let drain else { return Array(repeating: 0, count: nodes) }
    return drain.connections(nodes: nodes).map { ($0 + drain.batch - 1) / drain.batch }
  }
}

/// How a node closes its connections before it goes down: so many at a time.
public struct NodeDrain: Hashable, Sendable {
  /// > 0.
  public var batch: Int
  /// > 0.
  public var every: Interval
  /// How many clients there are, which decides how long it takes.
  public var clients: Int

  public init(batch: Int, every: Interval, clients: Int) {
    self.batch = batch
    self.every = every
    self.clients = clients
  }

  /// The connections of each node when its turn comes, if all clients are connected: its part of them,
  /// and what came over from the nodes before it. Four standard deviations are added, because a hash
  /// deals them out. At least one.
  func connections(nodes: Int) -> [Int] {
    var mean = Double(clients) / Double(nodes)
    return (0..<nodes).map { _ in
      defer { if nodes > 1 { mean += mean / Double(nodes - 1) } }
      return max(1, min(clients, Int((mean + 4 * mean.squareRoot()).rounded(.up))))
    }
  }
}
