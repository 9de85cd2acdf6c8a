import Primitives

/// A fault plan laid out in time: every moment at which something begins, changes or ends.
///
/// Declarative to the end: it holds no state of the world. Whoever walks it folds the faults that
/// are in force into conditions afresh.
public struct FaultTimeline: Sendable {
  public let faults: [Fault]
  /// Ordered by time, then by fault.
  public let changes: [Change]
  /// The changes of one instant each, in order.
  public let moments: [Range<Int>]
  public let nodes: Int
  /// The end of the run.
  public let end: Instant
  /// Numbers of the faults from whose end recovery is counted; nil = the incidents.
  public let recoveryFrom: [Int]?

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
  ///   - nodes: of the gateway.
  ///   - end: of the run; a fault without an end lasts until then.
  ///   - recoveryFrom: numbers of the faults from whose end recovery is counted; nil = the incidents.
  public init(_ faults: [Fault], nodes: Int, end: Instant, recoveryFrom: [Int]? = nil) {
    self.faults = faults
    self.recoveryFrom = recoveryFrom
    self.nodes = nodes
    self.end = end
    var changes: [Change] = []
    for (number, fault) in faults.enumerated() {
      changes += Self.changes(of: fault, number: number, nodes: nodes, end: end)
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
  public func end(of number: Int) -> Instant? { faults[number].end(nodes: nodes) }

  /// The moment the last fault is over; nil where one has no end, the start without faults.
  public var lastEnd: Instant? {
    var latest = Instant.start
    for fault in faults {
      guard let end = fault.end(nodes: nodes) else { return nil }
      latest = max(latest, end)
    }
    return latest
  }

  private static func changes(of fault: Fault, number: Int, nodes: Int, end: Instant) -> [Change] {
    let over = min(fault.end(nodes: nodes) ?? end, end)
    var changes = [Change(at: fault.at, fault: number, what: .begins)]
    if fault.kind.isMomentary { return changes.filter { $0.at < end } }
    for (index, at) in fault.steps(until: over, nodes: nodes).enumerated() {
      changes.append(Change(at: at, fault: number, what: .step(index + 1)))
    }
    if fault.end(nodes: nodes) != nil {
      changes.append(Change(at: over, fault: number, what: .ends))
    }
    return changes.filter { $0.at < end }
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
  public func end(nodes: Int) -> Instant? {
    if kind.isMomentary { return at }
    guard let duration else { return nil }
    if case .restart(rolling: true, _) = kind, case .everyone = scope {
      return at + duration * Int64(nodes)
    }
    return at + duration
  }

  /// About how many changes there are of it until `end`, its begin and its end included.
  public func changeCount(nodes: Int, end: Instant) -> Int {
    if at >= end { return 0 }
    let over = min(self.end(nodes: nodes) ?? end, end)
    let span = Double((over - at).nanoseconds)
    let steps: Double =
      switch kind {
      case .restart(rolling: true, _): Double(nodes)
      case .outage(mode: .drain, _, _, let every): span / Double(max(every.nanoseconds, 1))
      case .flapping(let target, let up, let down, let together):
        together || target == .gateway
          ? 2 * span / Double(max((up + down).nanoseconds, 1)) : 0
      case .outage, .restart, .capacity, .slow, .latency, .loss, .authFailure, .offline,
        .background, .handover, .logout:
        0
      }
    return 2 + Int(min(steps, Double(Self.mostSteps)))
  }

  /// A million changes of one fault are more than any scenario means.
  private static var mostSteps: Int { 1_000_000 }

  /// Moments after its begin at which it moves on by itself.
  func steps(until over: Instant, nodes: Int) -> [Instant] {
    switch kind {
    case .restart(rolling: true, _):
      guard let duration, case .everyone = scope else { return [] }
      return (1..<max(nodes, 2)).map { at + duration * Int64($0) }.filter { $0 < over }
    case .outage(mode: .drain, _, _, let every):
      return moments(every: [every], until: over)
    case .flapping(let target, let up, let down, let together):
      return together || target == .gateway ? moments(every: [down, up], until: over) : []
    case .outage, .restart, .capacity, .slow, .latency, .loss, .authFailure, .offline, .background,
      .handover, .logout:
      return []
    }
  }

  private func moments(every pauses: [Interval], until over: Instant) -> [Instant] {
    var moments: [Instant] = []
    var next = at
    while true {
      next = next + pauses[moments.count % pauses.count]
      if next >= over || moments.count >= Self.mostSteps { return moments }
      moments.append(next)
    }
  }
}
