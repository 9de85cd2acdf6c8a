import Faults
import Primitives
import Scenarios

/// When the cause is gone, by the words of the definition and from the scenario alone.
struct ClearOracle {
  private let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// nil where a fault that counts has no end within the run.
  var clear: Instant? {
    let happening = scenario.faults.indices.filter { scenario.faults[$0].at < runEnd }
    var counted = happening.filter { isIncident(scenario.faults[$0].kind) }
    // Where only the weather was bad, all of it counts.
    if counted.isEmpty { counted = happening }
    if let named = scenario.recoveryFrom { counted = happening.filter(named.contains) }
    var latest = Instant.start
    for number in counted {
      guard let end = end(of: scenario.faults[number]), end < runEnd else { return nil }
      latest = max(latest, end)
    }
    return latest
  }

  /// The first moment at which no fault at all is in force any more; nil where there is none.
  var calm: Instant? {
    var latest = Instant.start
    for fault in scenario.faults {
      guard let end = end(of: fault) else { return nil }
      latest = max(latest, end)
    }
    return latest
  }

  private var runEnd: Instant { .start + scenario.duration }

  /// Takes the service away or cuts it down.
  private func isIncident(_ kind: FaultKind) -> Bool {
    switch kind {
    case .outage, .restart, .authFailure, .offline, .dns, .move, .address: true
    case .capacity(let to, _): to < 1
    case .slow(let times, _): times > 1
    // A fade never is one.
    case .loss(let law, _): law == .share(1)
    case .flapping(of: let target, _, _, _): target == .gateway
    case .latency, .background, .handover, .logout: false
    }
  }

  private func end(of fault: Fault) -> Instant? {
    switch fault.kind {
    // What happens at a moment is over just after it.
    case .handover, .logout, .move: return fault.at + .nanoseconds(1)
    case .restart(rolling: true, _, let pause, let drain):
      return fault.duration.map { fault.at + rolled($0, pause, drain) }
    default: return fault.duration.map { fault.at + $0 }
    }
  }

  /// How long a rolling restart takes: nodes x down, pauses between them, and the drains. Clients go in
  /// equal parts to the nodes that are left.
  private func rolled(_ down: Interval, _ pause: Interval, _ drain: NodeDrain?) -> Interval {
    let nodes = scenario.gateway.nodes
    var length = down * Int64(nodes) + pause * Int64(nodes - 1)
    guard let drain else { return length }
    if let within = drain.within { return length + within * Int64(nodes) }
    var held = [Double](repeating: Double(scenario.clients.count) / Double(nodes), count: nodes)
    for node in 0..<nodes {
      let most = min(Double(scenario.clients.count), held[node] + 4 * held[node].squareRoot())
      let batches = max(1, (most.rounded(.up) / Double(drain.batch)).rounded(.up))
      length = length + drain.every * Int64(batches)
      let each = held[node] / Double(max(1, nodes - 1))
      for other in 0..<nodes where other != node { held[other] += each }
      held[node] = 0
    }
    return length
  }
}
