import Primitives

extension FaultTimeline {
  /// The numbers of the faults whose end is waited for: those that the plan names, otherwise the
  /// incidents, otherwise (where only the weather was bad) all faults. Only what begins before the
  /// run's end happens at all.
  public var counted: [Int] {
    let happening = faults.indices.filter { faults[$0].at < end }
    if let named = recoveryFrom { return happening.filter(named.contains) }
    let incidents = happening.filter { faults[$0].kind.isIncident }
    return incidents.isEmpty ? Array(happening) : incidents
  }

  /// The begin of the first incident, or of the first fault that the plan names; nil where only the
  /// weather was bad, and without faults.
  public var incidentBegin: Instant? {
    if recoveryFrom == nil, !counted.contains(where: { faults[$0].kind.isIncident }) { return nil }
    return counted.map { faults[$0].at }.min()
  }

  /// The moment at which the cause is gone: the latest end of a counted fault. What happens at a
  /// moment is over just after it. The start without faults.
  ///
  /// nil where such a fault has no end before the run's: then nothing is measured after clear.
  public var clear: Instant? {
    var latest = Instant.start
    for number in counted {
      guard let over = faults[number].over(nodes: nodes), over < end else { return nil }
      latest = max(latest, over)
    }
    return latest
  }

  /// Whether an incident is in force at any moment of [from, to).
  public func isIncidentInForce(from: Instant, to: Instant) -> Bool {
    faults.contains { fault in
      fault.kind.isIncident && fault.at < to && fault.end(nodes: nodes).map { $0 > from } ?? true
    }
  }
}

extension FaultKind {
  /// Whether it takes the service away or cuts it down. The rest is weather: it goes on around an
  /// incident and does not say when that is over.
  public var isIncident: Bool {
    switch self {
    case .outage, .restart, .authFailure, .offline: true
    case .capacity(let to, _): to < 1
    case .slow(let times, _): times > 1
    case .loss(let rate): rate == 1
    case .flapping(let target, _, _, _): target == .gateway
    case .latency, .background, .handover, .logout: false
    }
  }
}

extension Fault {
  /// The first moment at which it is in force no longer; nil where it has no end.
  fileprivate func over(nodes: Int) -> Instant? {
    kind.isMomentary ? at + .nanoseconds(1) : end(nodes: nodes)
  }

  /// Nodes that are down at `moment` because of this fault; empty where it is not in force.
  public func downNodes(at moment: Instant, nodes: Int) -> [Int] {
    guard moment >= at, end(nodes: nodes).map({ moment < $0 }) ?? true else { return [] }
    switch kind {
    case .outage: break
    case .restart(rolling: true, _):
      guard case .everyone = scope, let duration else { break }
      return [Int((moment - at).nanoseconds / duration.nanoseconds)]
    case .restart(rolling: false, _): break
    case .flapping(of: .gateway, let up, let down, _):
      let position = (moment - at).nanoseconds % (up + down).nanoseconds
      if position >= down.nanoseconds { return [] }
    case .capacity, .slow, .latency, .loss, .authFailure, .flapping, .offline, .background,
      .handover, .logout:
      return []
    }
    if case .node(let node) = scope { return [node] }
    if case .restart = kind { return Array(0..<nodes) }
    return []
  }
}
