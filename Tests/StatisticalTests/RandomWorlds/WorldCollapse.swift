import Experiments
import GatewayModel
import Measurements
import Primitives
import Simulator

/// Whether a fleet is down for good at the end of a run, judged by what an operator sees in the last
/// five minutes: the cause is gone, many wait and knock, hardly any of them get in, and what the
/// gateway does is for nothing, or it does nothing but turn them away.
///
/// Written without a look at how `metastable` is worked out, and stricter: it is silent about storms
/// that are half as bad.
struct CollapseCriterion {
  let hasCollapsed: Bool
  /// What it was judged by, for whoever disagrees.
  let evidence: String

  init(_ world: WorldRun) {
    let run = world.run
    let length = 300
    let end = Int(run.end.seconds)
    let calm = ClearOracle(world.scenario).calm
    guard world.hasClear, let calm, calm.seconds <= Double(end - length) else {
      (hasCollapsed, evidence) = (false, "the cause is not gone for five minutes")
      return
    }
    let window = end - length..<end
    let waiting = run.perSecond.waitingClients.counts
    let least = window.map { Int(waiting.at($0 - 1)) }.min() ?? 0
    let back = run.perSecond.completed.counts.sum(window)
    let succeeded = run.perSecond.succeeded.counts.sum(window)
    let arrivals = (run.arrivalsBeforeClear + run.arrivalsAfterClear).coarsened(by: 10)
      .counts.sum(window)
    let possible = min(Double(waiting.at(end - length - 1)), Self.capacity(world) * Double(length))
    let work = run.work.reduce(into: (booked: Int64(0), wasted: Int64(0))) { sum, role in
      sum.booked += role.booked.microseconds.sum(window)
      sum.wasted += role.wasted.microseconds.sum(window)
    }
    let isMany = least >= max(10, run.clients / 20)
    let doTheyKnock = arrivals >= least
    let isHopeless = Double(back) < 0.1 * possible
    let isForNothing = 2 * work.wasted > work.booked || 2 * succeeded < arrivals
    hasCollapsed = isMany && doTheyKnock && isHopeless && isForNothing
    evidence =
      "in \(window): at least \(least) waited, \(arrivals) arrived, \(succeeded) succeeded, "
      + "\(back) came back of \(possible) possible, \(work.wasted) of \(work.booked) us wasted"
  }

  /// Connections a second that the unharmed gateway can let through.
  private static func capacity(_ world: WorldRun) -> Double {
    let gateway = world.scenario.gateway
    var rates: [Double] = []
    if case .tokenBucket(let perSecond, _, let scope) = gateway.admission {
      rates.append(scope == .node ? perSecond * Double(gateway.nodes) : perSecond)
    }
    let nodes = Double(gateway.nodes)
    for (station, copies) in [
      (gateway.handshake, nodes), (gateway.auth, 1), (gateway.ready, nodes), (gateway.api, 1),
    ] {
      guard let servers = station.servers else { continue }
      let mean = ServiceTime(station.time).mean
      if mean > 0 { rates.append(Double(servers) * copies / mean) }
    }
    return rates.min() ?? .infinity
  }
}

extension [UInt32] {
  /// 0 beyond the ends.
  func at(_ index: Int) -> UInt32 { indices.contains(index) ? self[index] : 0 }

  func sum(_ range: Range<Int>) -> Int {
    self[Swift.min(range.lowerBound, count)..<Swift.min(range.upperBound, count)]
      .reduce(0) { $0 + Int($1) }
  }
}

extension [Int64] {
  func sum(_ range: Range<Int>) -> Int64 {
    self[Swift.min(range.lowerBound, count)..<Swift.min(range.upperBound, count)].reduce(0, +)
  }
}
