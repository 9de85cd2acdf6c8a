import Primitives

extension FaultTimeline {
  /// The moment from which a client could connect again: the latest end of a blocking fault.
  ///
  /// Without one: the begin of the last fault (of a rolling restart, when its last node goes down);
  /// the start without faults. nil where a blocking fault has no end: then clear is the end of the
  /// run and nothing is measured after it.
  public var clear: Instant? {
    let blocking = blockingIntervals
    if blocking.isEmpty { return lastBegin }
    var latest = Instant.start
    for interval in blocking {
      guard let end = interval.end else { return nil }
      latest = max(latest, end)
    }
    return latest
  }

  private var lastBegin: Instant {
    faults.map { fault -> Instant in
      if case .restart(rolling: true, _) = fault.kind, case .everyone = fault.scope,
        let duration = fault.duration
      {
        return fault.at + duration * Int64(nodes - 1)
      }
      return fault.at
    }.max() ?? .start
  }

  private typealias Blocked = (begin: Instant, end: Instant?)

  private var blockingIntervals: [Blocked] {
    faults.filter { $0.isBlocking && !$0.concernsSomeNodes(nodes) }
      .map { ($0.at, $0.end(nodes: nodes)) } + allNodesDown
  }

  /// When no node is up because of faults that concern single nodes.
  private var allNodesDown: [Blocked] {
    let partial = faults.filter { $0.isBlocking && $0.concernsSomeNodes(nodes) }
    let moments = partial.flatMap { fault in
      [fault.at, fault.end(nodes: nodes)].compactMap { $0 } + fault.steps(until: end, nodes: nodes)
    }
    let edges = Set(moments).sorted { $0 < $1 }
    var intervals: [Blocked] = []
    for (index, moment) in edges.enumerated() {
      let down = Set(partial.flatMap { $0.downNodes(at: moment, nodes: nodes) })
      if down.count == nodes {
        intervals.append((moment, index + 1 < edges.count ? edges[index + 1] : nil))
      }
    }
    return intervals
  }
}

extension Fault {
  /// Whether no concerned client can connect while it is in force.
  public var isBlocking: Bool {
    switch kind {
    case .outage, .restart, .offline, .flapping: true
    case .capacity(let to, _): to == 0
    case .authFailure(_, let probability): probability == 1
    case .slow, .latency, .loss, .background, .handover, .logout: false
    }
  }

  func concernsSomeNodes(_ nodes: Int) -> Bool {
    if case .node = scope { return true }
    if case .restart(rolling: true, _) = kind { return true }
    return false
  }

  /// Nodes that are down at `moment` because of this fault; empty where it is not in force.
  public func downNodes(at moment: Instant, nodes: Int) -> [Int] {
    guard moment >= at, end(nodes: nodes).map({ moment < $0 }) ?? true else { return [] }
    switch kind {
    case .outage, .capacity: break
    case .restart(rolling: true, _):
      guard case .everyone = scope, let duration else { break }
      return [Int((moment - at).nanoseconds / duration.nanoseconds)]
    case .restart(rolling: false, _): break
    case .flapping(of: .gateway, let up, let down, _):
      let position = (moment - at).nanoseconds % (up + down).nanoseconds
      if position >= down.nanoseconds { return [] }
    case .slow, .latency, .loss, .authFailure, .flapping, .offline, .background, .handover, .logout:
      return []
    }
    if case .capacity(let to, _) = kind, to > 0 { return [] }
    if case .node(let node) = scope { return [node] }
    if case .restart = kind { return Array(0..<nodes) }
    return []
  }
}
