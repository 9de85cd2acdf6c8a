import Findings
import GatewayModel
import Measurements
import Primitives
import Simulator
import Store
import Studies
import Text

/// Whether a fleet is down for good at the end of a run, judged by what an operator sees in the last
/// five minutes: the cause is gone, many wait and try, hardly any of them get in, and what the
/// gateway does is for nothing, or it does nothing but turn them away. A few of them alone would get
/// in: who can never get through is no storm.
///
/// Written without a look at how `metastable` is worked out, and stricter: it is silent about storms
/// that are half as bad.
struct CollapseCriterion {
  let hasCollapsed: Bool
  /// Whether many of those who are down are affected by what the recovery is counted from. Others
  /// were thrown out by the weather after clear, or have never been in: of them `metastable` says
  /// nothing.
  let isOfTheAffected: Bool
  /// What it was judged by, for whoever disagrees.
  let evidence: String

  init(_ world: WorldRun) {
    let run = world.run
    let length = 300
    let end = Int(run.course.end.seconds)
    let calm = ClearOracle(world.scenario).calm
    guard world.hasClear, let calm, calm.seconds <= Double(end - length) else {
      (hasCollapsed, isOfTheAffected, evidence) = (false, false, "the cause is not gone for long")
      return
    }
    let window = end - length..<end
    let waiting = run.load.perSecond.waitingClients.counts
    let least = window.map { Int(waiting.at($0 - 1)) }.min() ?? 0
    let back = run.load.perSecond.completed.counts.sum(window)
    let succeeded = run.load.perSecond.succeeded.counts.sum(window)
    let arrivals = (run.load.arrivalsBeforeClear + run.load.arrivalsAfterClear).coarsened(by: 10)
      .counts.sum(window)
    let possible = min(Double(waiting.at(end - length - 1)), Self.capacity(world) * Double(length))
    let work = run.gateway.work.reduce(into: (booked: Int64(0), wasted: Int64(0))) { sum, role in
      sum.booked += role.booked.microseconds.sum(window)
      sum.wasted += role.wasted.microseconds.sum(window)
    }
    let isMany = least >= max(10, run.course.clients / 20)
    let doTheyTry = arrivals >= least
    let isHopeless = Double(back) < 0.1 * possible
    let isForNothing = 2 * work.wasted > work.booked || 2 * succeeded < arrivals
    isOfTheAffected = run.recovery.affectedTrying >= max(10, run.course.clients / 20)
    hasCollapsed =
      isMany && doTheyTry && isHopeless && isForNothing && Self.doFewGetThrough(world)
    evidence =
      "in \(window): at least \(least) waited, \(arrivals) arrived, \(succeeded) succeeded, "
      + "\(back) came back of \(possible) possible, \(work.wasted) of \(work.booked) us wasted"
  }

  /// Whether fifty clients in the same world are much better off, so that it is the others who keep
  /// them out.
  private static func doFewGetThrough(_ world: WorldRun) -> Bool {
    var scenario = world.scenario
    scenario.clients.count = 50
    guard let few = try? Experiment(scenario).run() else { return false }
    let share = Double(few.recovery.outcomes.stillTrying) / Double(few.course.clients)
    return share < 0.5 * Double(world.run.recovery.outcomes.stillTrying)
      / Double(world.run.course.clients)
  }

  /// Whether the five minutes, or whatever the scenario says, that end at the last arrival lie all
  /// after clear.
  static func isWindowAfterClear(_ world: WorldRun) -> Bool {
    let arrivals = (world.run.load.arrivalsBeforeClear + world.run.load.arrivalsAfterClear).counts
    guard let last = arrivals.lastIndex(where: { $0 > 0 }), let clear = world.run.course.clear
    else {
      return false
    }
    return Double(last / 10 + 1) - world.scenario.metastableWindow.seconds >= clear.seconds
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
