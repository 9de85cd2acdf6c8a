import Primitives

/// A fault plan laid out in time: every moment at which something begins, changes or ends.
///
/// Declarative to the end: it holds no state of the world. The caller folds the faults that are in
/// force into conditions afresh.
public struct FaultTimeline: Sendable {
  public let faults: [Fault]
  /// The effects of each of them.
  public let effects: [FaultEffects]
  /// Ordered by time, then by fault.
  public let changes: [Change]
  /// The changes of one instant each, in order.
  public let moments: [Range<Int>]
  public let nodes: Int
  /// The end of the run.
  public let end: Instant
  /// Numbers of the faults from whose end recovery is counted; nil = the incidents.
  public let recoveryFrom: [Int]?
  /// When each fault is over; nil where it has no end.
  private let ends: [Instant?]
  /// How the rolling restarts move on, by number.
  private let moves: [Int: [RollingRestart.Move]]

  /// Something changes about one fault.
  public struct Change: Hashable, Sendable {
    public var at: Instant
    public var fault: Int
    public var what: What

    public enum What: Hashable, Sendable {
      case begins
      case ends
      /// The fault, already in force, moves on: the next node of a rolling restart, the next batch of
      /// a drain, the other phase of a flapping. Counted from 1.
      case step(Int)
    }
  }

  /// - Parameters:
  ///   - nodes: the number of nodes of the gateway.
  ///   - end: the end of the run; a fault without an end lasts until then.
  ///   - recoveryFrom: numbers of the faults from whose end recovery is counted; nil = the incidents.
  public init(_ faults: [Fault], nodes: Int, end: Instant, recoveryFrom: [Int]? = nil) {
    self.faults = faults
    let effects = faults.map(\.effects)
    self.effects = effects
    let ends = faults.indices.map { faults[$0].end(effects[$0], nodes: nodes) }
    self.ends = ends
    var moves: [Int: [RollingRestart.Move]] = [:]
    for number in faults.indices {
      if case .eachInTurn(let rolling) = effects[number].downNodes {
        moves[number] = rolling.moves(nodes: nodes)
      }
    }
    self.moves = moves
    self.recoveryFrom = recoveryFrom
    self.nodes = nodes
    self.end = end
    var changes: [Change] = []
    for number in faults.indices {
      let all =
        if let moves = moves[number] {
          Self.changes(number, at: faults[number].at, moves, to: ends[number])
        } else {
          Self.changes(number, at: faults[number].at, effects[number], to: ends[number], end)
        }
      changes += all.filter { $0.at < end }
    }
    let sorted = changes.sorted { a, b in
      (a.at, a.fault, a.what.rank) < (b.at, b.fault, b.what.rank)
    }
    self.changes = sorted
    var moments: [Range<Int>] = []
    for index in sorted.indices {
      if let last = moments.last, sorted[last.lowerBound].at == sorted[index].at {
        moments[moments.count - 1] = last.lowerBound..<(index + 1)
      } else {
        moments.append(index..<(index + 1))
      }
    }
    self.moments = moments
  }

  /// When fault `number` is over; nil where it has no end.
  public func end(of number: Int) -> Instant? { ends[number] }

  /// The moment the last fault is over; nil where one has no end, the start without faults.
  public var lastEnd: Instant? {
    var latest = Instant.start
    for end in ends {
      guard let end else { return nil }
      latest = max(latest, end)
    }
    return latest
  }

  /// Returns the effects of a change on the clients, in this order.
  public func clientEffects(of change: Change) -> [ClientEffect] {
    switch change.what {
    case .begins:
      if case .eachInTurn(let rolling) = effects[change.fault].downNodes {
        return rolling.atBegin(nodes: nodes)
      }
      return effects[change.fault].atBegin
    case .ends: return effects[change.fault].atEnd
    case .step(let number):
      if let moves = moves[change.fault] { return moves[number - 1].effects }
      let steps = effects[change.fault].steps
      return steps[(number - 1) % steps.count].effects
    }
  }

  /// - Parameters:
  ///   - over: when the fault is over; nil where it has no end.
  ///   - end: the end of the run.
  private static func changes(
    _ number: Int, at begin: Instant, _ effects: FaultEffects, to over: Instant?, _ end: Instant
  ) -> [Change] {
    var changes = [Change(at: begin, fault: number, what: .begins)]
    if effects.isMomentary { return changes }
    let last = min(over ?? end, end)
    for (index, at) in effects.stepMoments(from: begin, until: last).enumerated() {
      changes.append(Change(at: at, fault: number, what: .step(index + 1)))
    }
    if over != nil { changes.append(Change(at: last, fault: number, what: .ends)) }
    return changes
  }
}

extension FaultTimeline {
  /// Those of a rolling restart.
  fileprivate static func changes(
    _ number: Int, at begin: Instant, _ moves: [RollingRestart.Move], to over: Instant?
  ) -> [Change] {
    let steps = moves.enumerated().map { index, move in
      Change(at: begin + move.at, fault: number, what: .step(index + 1))
    }
    let ends = over.map { [Change(at: $0, fault: number, what: .ends)] } ?? []
    return [Change(at: begin, fault: number, what: .begins)] + steps + ends
  }
}

extension FaultTimeline.Change.What {
  fileprivate var rank: Int {
    switch self {
    case .ends: 0
    case .begins: 1
    case .step(let n): 1 + n
    }
  }
}

extension Fault {
  /// When it is over; nil where it has no end. A rolling restart takes each node in turn.
  public func end(nodes: Int) -> Instant? { end(effects, nodes: nodes) }

  fileprivate func end(_ effects: FaultEffects, nodes: Int) -> Instant? {
    if effects.isMomentary { return at }
    if case .eachInTurn(let rolling) = effects.downNodes {
      return at + rolling.length(nodes: nodes)
    }
    return duration.map { at + $0 }
  }

  /// About how many changes there are of it until `end`, its begin and its end included.
  public func changeCount(nodes: Int, end: Instant) -> Int {
    if at >= end { return 0 }
    let effects = effects
    let over = min(self.end(effects, nodes: nodes) ?? end, end)
    var steps = 0.0
    if case .eachInTurn(let rolling) = effects.downNodes {
      steps = Double(rolling.moveCount(nodes: nodes))
    } else if !effects.steps.isEmpty {
      let round = effects.steps.reduce(0) { $0 + $1.after.nanoseconds }
      steps =
        Double(effects.steps.count) * Double((over - at).nanoseconds) / Double(max(round, 1))
    }
    return 2 + Int(min(steps, Double(FaultEffects.mostSteps)))
  }
}

extension FaultEffects {
  /// A million changes of one fault are more than any scenario means.
  fileprivate static var mostSteps: Int { 1_000_000 }

  /// Moments in (begin, over) at which it moves on by itself.
  fileprivate func stepMoments(from begin: Instant, until over: Instant) -> [Instant] {
    if steps.isEmpty { return [] }
    var moments: [Instant] = []
    var next = begin
    while true {
      next = next + steps[moments.count % steps.count].after
      if next >= over || moments.count >= Self.mostSteps { return moments }
      moments.append(next)
    }
  }
}
