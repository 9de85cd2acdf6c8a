import Faults
import Measurements
import NetworkModel
import Primitives
import Simulator
import VirtualTime

/// A time after clear before which no behaviour of the clients could have 99 % of the affected back.
struct LowerBound: Sendable {
  let seconds: Double
  /// The largest part of it: a stage of the gateway, `network`, the set-up's round trips, or `name`, the caches of
  /// resolvers.
  let limitedBy: String?

  /// nil where the bound says nothing: below 100 affected, where hardly more were away at clear
  /// than just before the first incident, and where the gateway never lets enough of them in.
  /// - Parameter passed: by cohort, the stages that a set-up of its clients passes.
  init?(
    _ plan: SimulationPlan, passed: [[SetUpStage]], _ run: RunResult, _ rates: StageRates
  ) {
    guard let clear = run.course.clear, clear <= run.course.end, let stand = run.course.atClear,
      run.recovery.affected >= 100
    else { return nil }
    // A client that no longer wanted a connection before being back need not have got one.
    let left = stand.away - run.recovery.affectedAway
    let slack = run.recovery.affected / 100 + left
    let usual = 1.5 * Double(run.course.awayBefore ?? 0) + 0.01 * Double(run.recovery.affected)
    if Double(stand.away) <= usual { return nil }
    let begun = plan.least(stand.waiting, stand.before, slack, stand, rates, clear, .zero)
    let travel = plan.leastSetUp(of: stand, passed)
    // A client without an attempt under way has all the way to go.
    let fresh = plan.least(stand.yetToBegin, stand.beforeAll, slack, stand, rates, clear, travel)
    guard let begun, let fresh else { return nil }
    let longer = fresh.seconds > begun.seconds ? fresh : begun
    let name = stand.nameWait(slack)
    seconds = (max(longer.seconds, name) * 1e9).rounded() / 1e9
    let largest = name > longer.seconds ? "name" : longer.stage?.name ?? "network"
    limitedBy = seconds > 0 ? largest : nil
  }
}

extension StandAtClear {
  /// Seconds until all but `slack` of the clients can know the address of a service that has moved.
  fileprivate func nameWait(_ slack: Int) -> Double {
    nameWaits.count > slack ? nameWaits.sorted(by: >)[slack].seconds : 0
  }
}

/// The least time that a set-up spends on the way: of its first packet to the listener, and after that.
/// The client with the least may be another one each time.
private struct Travel {
  var toListener: Interval
  var fromListener: Interval
  static let zero = Travel(toListener: .zero, fromListener: .zero)

  var seconds: Double { (toListener + fromListener).seconds }
}

extension SimulationPlan {
  /// The least time until all but `slack` of some clients are back, and the stage that takes longest
  /// for it; nil where one never lets enough of them through.
  /// - Parameter before: by the number of the stage, those of them that have to pass it.
  fileprivate func least(
    _ clients: Int, _ before: [Int], _ slack: Int, _ stand: StandAtClear, _ rates: StageRates,
    _ clear: Instant, _ travel: Travel
  ) -> (seconds: Double, stage: SetUpStage?)? {
    if clients <= slack { return (0, nil) }
    var longest = (seconds: 0.0, stage: SetUpStage?.none)
    for stage in SetUpStage.allCases {
      let needed = Double(before[stage.index] - slack)
      let wait = wait(at: stage, for: needed, stand, rates, clear, travel: travel)
      guard let wait else { return nil }
      if wait > longest.seconds { longest = (wait, stage) }
    }
    let isOfTheStage = longest.seconds >= travel.seconds
    return (longest.seconds + travel.seconds, isOfTheStage ? longest.stage : nil)
  }

  /// Seconds until a stage has let `needed` clients through, from when it can begin; nil where it
  /// never does.
  fileprivate func wait(
    at stage: SetUpStage, for needed: Double, _ stand: StandAtClear, _ rates: StageRates,
    _ clear: Instant, travel: Travel
  ) -> Double? {
    if needed <= 0 { return 0 }
    let begin = clear + travel.toListener
    guard stage == .admission else {
      guard let early = headStart(at: stage, rates.changes(after: begin)) else { return 0 }
      return rates.seconds(of: stage, toPass: needed - early, from: begin)
    }
    // Tokens come in while the first packets are on their way, until the bucket is full.
    var tokens = stand.tokens
    if let most = gateway.admission.atOnce {
      let full = gateway.admission.scope == .node ? most * Double(gateway.nodes) : most
      tokens = min(full, tokens + rates.capacity(of: stage, from: clear, to: begin))
    }
    return rates.seconds(of: stage, toPass: needed - tokens, from: begin)
  }

  /// How many services may end sooner than the greatest rate of a station says; nil where any number may.
  ///
  /// The length of a service that others slow down is fixed when it begins. The first of those that begin together
  /// are as short as alone, and those that began before a fault changed the speed end at the old one.
  private func headStart(at stage: SetUpStage, _ changes: Int) -> Double? {
    guard let (station, copies) = gateway.station(of: stage), station.slowdown > 0 else { return 0 }
    return station.servers.map { Double($0 * copies * (1 + changes)) }
  }

  /// The least of the cohorts whose clients wait, at the least latency that each can draw.
  fileprivate func leastSetUp(of stand: StandAtClear, _ passed: [[SetUpStage]]) -> Travel {
    // A fault can make the way shorter as well.
    let factor = faults.reduce(1.0) { $0 * min(1, $1.effects.latencyTimes) }
    let travels = cohorts.indices.filter { stand.hasWaiting[$0] }.map { index in
      let network = cohorts[index].network
      let oneWay = Interval(seconds: network.latency.leastPossible.seconds * factor)
      let oneWays = network.setup.oneWays(past: passed[index])
      if oneWays == 0 { return Travel.zero }
      return Travel(toListener: oneWay, fromListener: oneWay * Int64(oneWays - 1))
    }
    return Travel(
      toListener: travels.map(\.toListener).min() ?? .zero,
      fromListener: travels.map(\.fromListener).min() ?? .zero)
  }
}

extension SetupRoundTrips {
  /// One-way delays until a client is connected that passes these stages: to the listener and back, the
  /// set-up's round trips on top, and those of its last call. Without any, it only makes a call.
  fileprivate func oneWays(past stages: [SetUpStage]) -> Int {
    if stages.isEmpty { return 2 * calls }
    if stages.contains(.station(.api)) { return 2 * (1 + connection + calls) }
    return 2 * (stages.contains(.station(.ready)) ? 1 + connection : max(1, connection))
  }
}
