import Faults
import Primitives
import Simulator

extension Scenario {
  /// An outage that shuts the door for everybody, while other faults cut the connections of some: most
  /// clients do not notice it.
  func keepsConnections(_ number: Int) -> Warning? {
    guard faults[number].scope == .everyone, faults[number].shutsOnlyTheDoor,
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

  /// Flapping to the end of the run, and a promise that nobody is away then.
  func neverQuiet(_ number: Int) -> Warning? {
    guard case .flapping = faults[number].kind, let promise = slo.first(where: \.isAboutTheEnd)
    else { return nil }
    let timeline = FaultTimeline(faults, nodes: gateway.nodes, end: .start + duration)
    if let over = timeline.end(of: number), over < .start + duration { return nil }
    return Warning(
      "flapping-to-the-end",
      "\(name(number)) goes on to the end of the run: clients that are down then are still trying, "
        + "which breaks the promise '\(promise.text)'; give the fault a `for`")
  }
}

extension ServiceLevel {
  /// Whether it is broken by clients that are away when the run ends.
  fileprivate var isAboutTheEnd: Bool {
    let name = metric.split(separator: ".").last ?? ""
    switch name {
    case "recovered_share": return comparison == .equal && value == .number(1)
    case "still_trying", "still_trying_share": return comparison == .equal && value == .number(0)
    default: return false
    }
  }
}
