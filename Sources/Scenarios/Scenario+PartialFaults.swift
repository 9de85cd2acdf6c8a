import Faults
import GatewayModel
import Metrics
import Primitives
import Simulator
import Systems
import Words

extension Scenario {
  /// A warning on an outage that shuts the gateway for all clients, while other faults cut the
  /// connections of some: most clients do not notice it.
  func keepsConnections(_ number: Int) -> Warning? {
    guard faults[number].scope == .everyone, faults[number].shutsOutNewConnections,
      clients.start == .connected,
      clients.mix.allSatisfy(isAtRest),
      !faults.indices.contains(where: {
        faults[$0].scope == .everyone && mayCutBefore(theEndOf: number, $0)
      })
    else { return nil }
    return Warning(
      "outage-keeps-connections",
      "\(name(number)) closes no open connection, so that only clients which another fault cuts off "
        + "meet it; write drop: true if everybody is meant to")
  }

  /// A warning on flapping to the end of the run, with a promise that no client is away then.
  func neverQuiet(_ number: Int) -> Warning? {
    // A moment without network at the end is no client that still tries.
    guard case .flapping(let target, _, let down, together: false) = faults[number].kind,
      target != .gateway, down >= .seconds(1),
      let promise = slo.first(where: { $0.isAboutTheEnd && concerns($0, faults[number].scope) })
    else { return nil }
    if let over = timeline.end(of: number), over < .start + duration { return nil }
    return Warning(
      "flapping-to-the-end",
      "\(name(number)) goes on to the end of the run: clients that are down then are still trying, "
        + "which breaks the promise '\(promise.text)'; let it end before the run does")
  }

  /// Returns true if clients that a fault concerns count for a promise. A promise on another cohort
  /// is not about them.
  private func concerns(_ promise: ServiceLevel, _ scope: FaultScope) -> Bool {
    guard case .cohort(let name) = scope, let part = PartPath(promise.metric),
      part.group == "cohorts"
    else { return true }
    return part.part == name
  }

  /// A fault with an end that the run does not reach, such as a rolling restart that drains for hours.
  func outlastsTheRun(_ number: Int) -> Warning? {
    let fault = faults[number]
    guard fault.duration != nil, timeline.counted.contains(number),
      let over = fault.end(nodes: gateway.nodes), over >= .start + duration
    else { return nil }
    return Warning(
      "fault-outlasts-run",
      "\(name(number)) is over only at \(HumanText.moment((over - .start).seconds)), and the run ends at "
        + "\(HumanText.moment(duration.seconds)): there is no recovery to measure; long enough is \(Self.enough(for: over))"
    )
  }

  /// Paths or devices that come and go so often that their clients alone may keep the gateway busy.
  func loadOfFlapping(_ number: Int) -> Warning? {
    let fault = faults[number]
    guard case .flapping(let target, let up, let down, together: false) = fault.kind,
      target != .gateway, down >= .seconds(10), let narrowest = bottleneck
    else { return nil }
    let clients = Double(self.clients.count) * share(of: fault.scope)
    let perSecond = clients / (up + down).seconds
    guard perSecond >= 0.5 * narrowest.perSecond, clients >= 100 else { return nil }
    return Warning(
      "load-of-flapping",
      "\(name(number)): \(HumanText.count(Int(clients))) clients lose their network every "
        + "\(durationText(up + down)), so up to \(HumanText.number(perSecond)) a second connect again; "
        + "\(narrowest.name) takes \(HumanText.number(narrowest.perSecond)), before any incident")
  }

  /// The part of the clients that a fault concerns at most.
  private func share(of scope: FaultScope) -> Double {
    switch scope {
    case .everyone, .node: 1
    case .share(let share): share
    case .cohort(let name): clients.mix.first { $0.name == name }?.share ?? 1
    }
  }
}

extension ServiceLevel {
  /// True if it is broken by clients that are away when the run ends.
  fileprivate var isAboutTheEnd: Bool {
    let name = metric.split(separator: ".").last ?? ""
    switch name {
    case "recovered_share": return comparison == .equal && value == .number(1)
    case "still_trying", "still_trying_share": return comparison == .equal && value == .number(0)
    default: return false
    }
  }
}
