import Faults
import Measurements
import NetworkModel
import Primitives
import Simulator
import VirtualTime

/// A time after clear before which no behaviour of the clients could have 99 % of the affected back.
struct LowerBound: Sendable {
  let seconds: Double
  /// What takes that long: a stage of the gateway, or `network` where none of them limits.
  let limitedBy: String?

  /// nil where it says nothing: below 100 affected, where hardly more were away at clear than just
  /// before the first incident, and where the gateway never lets enough of them in.
  /// - Parameter passed: by cohort, the stages that a set-up of its clients passes.
  init?(
    _ plan: SimulationPlan, passed: [[SetUpStage]], _ run: RunResult, _ rates: StageRates
  ) {
    guard let clear = run.clear, clear <= run.end, let stand = run.atClear, run.affected >= 100
    else { return nil }
    let slack = run.affected / 100
    let usual = 1.5 * Double(run.awayBefore ?? 0) + 0.01 * Double(run.affected)
    if Double(stand.away) <= usual { return nil }
    // Nobody may be past the door: then the first of them has all the way to go.
    let travel = stand.isAnyoneInside ? .zero : plan.leastSetUp(of: stand.hasWaiting, passed)
    var longest = (seconds: 0.0, stage: SetUpStage?.none)
    for stage in SetUpStage.allCases {
      let needed = Double(stand.before[Int(stage.rawValue)] - slack)
      let wait = plan.wait(at: stage, for: needed, stand, rates, clear, travel: travel)
      guard let wait else { return nil }
      if wait > longest.seconds { longest = (wait, stage) }
    }
    let sum = stand.waiting > slack ? longest.seconds + travel.whole.seconds : 0
    seconds = (sum * 1e9).rounded() / 1e9
    limitedBy = seconds > 0 ? longest.stage?.name ?? "network" : nil
  }
}

/// The least time that a set-up spends on the way: of its first packet to the door, and in all.
private struct Travel {
  var toTheDoor: Interval
  var whole: Interval
  static let zero = Travel(toTheDoor: .zero, whole: .zero)
}

extension SimulationPlan {
  /// Seconds until a stage has let `needed` clients through, from when it can begin; nil where it
  /// never does.
  fileprivate func wait(
    at stage: SetUpStage, for needed: Double, _ stand: StandAtClear, _ rates: StageRates,
    _ clear: Instant, travel: Travel
  ) -> Double? {
    if needed <= 0 { return 0 }
    let begin = clear + travel.toTheDoor
    guard stage == .admission else {
      return rates.seconds(of: stage, toPass: needed, from: begin)
    }
    // Tokens come in while the first packets are on their way, until the bucket is full.
    var tokens = stand.tokens
    if case .tokenBucket(_, let burst, let scope) = gateway.admission {
      let full = scope == .node ? burst * Double(gateway.nodes) : burst
      tokens = min(full, tokens + rates.capacity(of: stage, from: clear, to: begin))
    }
    return rates.seconds(of: stage, toPass: needed - tokens, from: begin)
  }

  /// The least of the cohorts whose clients wait, at the least latency that each can draw.
  fileprivate func leastSetUp(of hasWaiting: [Bool], _ passed: [[SetUpStage]]) -> Travel {
    // A fault can make the way shorter as well.
    let factor = faults.reduce(1.0) { least, fault in
      if case .latency(let times, _) = fault.kind { return least * min(1, times) }
      return least
    }
    let travels = cohorts.indices.filter { hasWaiting[$0] }.map { index in
      let network = cohorts[index].network
      let oneWay = Interval(seconds: network.leastLatency.seconds * factor)
      let oneWays = network.setup.oneWays(past: passed[index])
      return Travel(toTheDoor: oneWay, whole: oneWay * Int64(oneWays))
    }
    return travels.min { $0.whole < $1.whole } ?? .zero
  }
}

extension SetupRoundTrips {
  /// One-way delays until a client is connected that passes these stages: to the door and back, the
  /// set-up's round trips on top, and those of its last call.
  fileprivate func oneWays(past stages: [SetUpStage]) -> Int {
    if stages.contains(.api) { return 2 * (1 + connection + calls) }
    return 2 * (stages.contains(.ready) ? 1 + connection : max(1, connection))
  }
}

extension NetworkDescription {
  /// The least one-way latency that can be drawn; 0 where that is next to nothing.
  fileprivate var leastLatency: Interval {
    switch latency.distribution {
    case .constant(let value): value
    case .uniform(let low, _): low
    case .exponential, .lognormal, .foldedNormal: .zero
    }
  }
}
