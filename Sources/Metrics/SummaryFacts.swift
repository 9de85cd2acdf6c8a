import GatewayModel
import Measurements
import Primitives
import Simulator

/// The facts that several metrics are read off: a run with its distributions worked out once.
package struct SummaryFacts: Sendable {
  package let plan: SimulationPlan
  package let run: RunResult
  /// nil where the run has no clear, or ended before it.
  package let recover: DistributionSummary?
  /// The same over those who were away at clear, and to the begin of the connection that a client has
  /// at the end.
  let recoverAway: DistributionSummary?
  let recoverLast: DistributionSummary?
  let downtime: DistributionSummary
  let detect: DistributionSummary
  let interruption: DistributionSummary
  package let spread: [SpreadSummary]
  /// By the names of the stations.
  package let stations: [String: StationStatistics]
  package let waits: [String: DistributionSummary]
  let arrivals: ArrivalSeries
  package let rates: StageRates
  package let book: StormBook
  let lowerBound: LowerBound?
  package let metastability: Metastability
  let crowding: Crowding?
  /// The narrowest stage that a set-up passes.
  package let bottleneck: GatewayStage?
  package let systems: SystemFacts

  package init(_ input: RunInput, _ run: RunResult) {
    plan = input.plan
    self.run = run
    let isClear = run.course.clear.map { $0 <= run.course.end } ?? false
    recover = isClear ? run.recoverySummary : nil
    recoverAway = isClear ? run.recoverySummaryOfAway(recover) : nil
    recoverLast = isClear ? run.lastRecoverySummary(recover) : nil
    downtime = DistributionSummary(values: run.recovery.downtimes)
    detect = run.load.detect.summary
    interruption = run.interruptions.summary
    spread = run.load.spread.map(SpreadSummary.init)
    stations = Dictionary(
      uniqueKeysWithValues: run.gateway.stations.map { ($0.role.name, $0.statistics) })
    waits = stations.mapValues(\.wait.summary)
    arrivals = ArrivalSeries(run)
    rates = StageRates(
      input.plan, from: run.course.clear ?? .start,
      isAnyoneInside: run.course.atClear?.isAnyoneInside ?? false)
    book = StormBook(input, run, rates)
    lowerBound = LowerBound(
      input.plan, passed: input.cohorts.map(\.setUpStages), run, rates)
    metastability = Metastability(input, run, book)
    bottleneck = input.plan.gateway.bottleneck(of: input.setUpStages)
    crowding = Crowding(arrivals.all.seconds, in: run.storm(until: recover?.p99))
    systems = SystemFacts(input, run)
  }

  /// All arrivals, second by second.
  package var arrivalsPerSecond: [UInt32] { arrivals.all.seconds.counts }

  func perClient(_ count: Int) -> Double? {
    run.course.clients > 0 ? Double(count) / Double(run.course.clients) : nil
  }

  func station(_ name: String) -> StationStatistics? { stations[name] }
}

package enum Interruptions {
  /// The number a client from which on their sum is no measure of a single one.
  package static let many = 2.5
}

extension RunResult {
  /// Interruptions over the clients that were affected, those included that later wanted no connection.
  package var interruptionsEach: Double {
    Double(load.interruption.count + recovery.openInterruptions.count)
      / Double(max(1, recovery.affected + recovery.excused))
  }

  package var isInterruptedOften: Bool { interruptionsEach >= Interruptions.many }

  /// Time to recover over all affected clients; those that have never been back rank last.
  var recoverySummary: DistributionSummary {
    DistributionSummary(
      values: recovery.recoveries, infinite: max(0, recovery.affected - recovery.recoveries.count))
  }

  /// Over those who were away at clear: mostly all of the affected. nil without faults.
  fileprivate func recoverySummaryOfAway(_ all: DistributionSummary?) -> DistributionSummary? {
    if course.atClear == nil { return nil }
    if recovery.affectedAway == recovery.affected { return all }
    return DistributionSummary(
      values: recovery.recoveriesOfAway,
      infinite: max(0, recovery.affectedAway - recovery.recoveriesOfAway.count))
  }

  /// To the begin of the connection that a client has at the end: mostly its first one after clear.
  fileprivate func lastRecoverySummary(_ all: DistributionSummary?) -> DistributionSummary? {
    if recovery.lastRecoveries == recovery.recoveries { return all }
    return DistributionSummary(
      values: recovery.lastRecoveries,
      infinite: max(0, recovery.affected - recovery.lastRecoveries.count))
  }
}

extension RunResult {
  /// The seconds from the first incident's begin to clear and `recovery` seconds after it; to the end
  /// where that is nil.
  fileprivate func storm(until recovery: Double?) -> Range<Int> {
    let begin = Int(course.incidentBegin?.seconds ?? 0)
    var last = Int(course.end.seconds)
    if let clear = course.clear, let recovery { last = min(last, Int(clear.seconds + recovery)) }
    return begin..<max(begin, last + 1)
  }
}

/// Arrivals before clear, from clear on, and all of them, in bins aligned at 0.
struct ArrivalSeries: Sendable {
  let all: Widths
  let before: Widths
  /// nil where the run has no clear.
  let after: Widths?

  struct Widths: Sendable {
    let tenths: TimeSeries
    let seconds: TimeSeries

    init(_ tenths: TimeSeries) {
      self.tenths = tenths
      seconds = tenths.coarsened(by: 10)
    }
  }

  init(_ run: RunResult) {
    before = Widths(run.load.arrivalsBeforeClear)
    after = run.course.clear.map { _ in Widths(run.load.arrivalsAfterClear) }
    all = Widths(run.load.arrivalsBeforeClear + run.load.arrivalsAfterClear)
  }
}

/// When the arrivals of one attempt number came, counted from each client's drop. Times in seconds.
package struct SpreadSummary: Sendable {
  package let count: Int
  /// At `ranks`; empty without arrivals.
  let percentiles: [Double]
  /// Over how many seconds an even stream would be as crowded; nil below 100 arrivals.
  let effectiveSeconds: Double?
  /// Most arrivals within any 100 ms.
  let mostAtOnce: Int

  static let ranks = [0.05, 0.25, 0.5, 0.75, 0.95]
  static let rankNames = ["p5", "p25", "p50", "p75", "p95"]

  init(_ result: SpreadResult) {
    let classes = result.times.classes
    count = classes.count
    percentiles = classes.nearestRanks(Self.ranks).map { Double($0) / 1e6 }
    effectiveSeconds = result.effectiveSeconds
    mostAtOnce = result.mostAtOnce
  }
}
