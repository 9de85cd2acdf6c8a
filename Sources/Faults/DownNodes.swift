import Primitives

extension FaultTimeline {
  /// Nodes that are down at `moment` because of fault `number`; empty where it is not in force.
  public func downNodes(of number: Int, at moment: Instant) -> [Int] {
    let begin = faults[number].at
    guard moment >= begin, end(of: number).map({ moment < $0 }) ?? true else { return [] }
    return effects[number].downNodes(after: moment - begin, nodes: nodes)
  }
}

extension Fault {
  /// Nodes that are down at `moment` because of this fault; empty where it is not in force.
  public func downNodes(at moment: Instant, nodes: Int) -> [Int] {
    guard moment >= at, end(nodes: nodes).map({ moment < $0 }) ?? true else { return [] }
    return effects.downNodes(after: moment - at, nodes: nodes)
  }
}

extension FaultEffects {
  /// Nodes that are down this long after the fault's begin, while it is in force.
  fileprivate func downNodes(after elapsed: Interval, nodes: Int) -> [Int] {
    if case .none = downNodes { return [] }
    if let flapping {
      let position = elapsed.nanoseconds % flapping.period.nanoseconds
      if position >= flapping.down.nanoseconds { return [] }
    }
    switch downNodes {
    case .none: return []
    case .one(let node): return [node]
    case .all: return Array(0..<nodes)
    case .eachInTurn(let rolling):
      return rolling.turns(nodes: nodes).indices(where: { $0.begin <= elapsed && elapsed < $0.end })
        .ranges.flatMap { Array($0) }
    }
  }
}
