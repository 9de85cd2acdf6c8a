import GatewayModel
import Measurements
import Primitives
import Simulator

/// What several metrics are read off: a run with its distributions worked out once.
struct SummaryFacts: Sendable {
  let run: RunResult
  /// nil where the run has no clear, or ended before it.
  let recover: DistributionSummary?
  let downtime: DistributionSummary
  let detect: DistributionSummary
  let spread: [SpreadSummary]
  /// By the names of the stations.
  let stations: [String: StationStatistics]
  let waits: [String: DistributionSummary]
  let arrivals: ArrivalSeries
  /// Seconds; see `leastRecoverySeconds`.
  let lowerBound: Double
  let isMetastable: Bool?
  let systems: SystemFacts

  init(_ experiment: Experiment, _ run: RunResult) {
    self.run = run
    recover = run.clear.flatMap { $0 <= run.end ? run.recoverySummary : nil }
    downtime = DistributionSummary(values: run.downtimes)
    detect = run.detect.summary
    spread = run.spread.map(SpreadSummary.init)
    stations = Dictionary(uniqueKeysWithValues: run.stations.map { ($0.role.name, $0.statistics) })
    waits = stations.mapValues(\.wait.summary)
    arrivals = ArrivalSeries(run)
    lowerBound = leastRecoverySeconds(experiment.plan, affected: run.affected)
    systems = SystemFacts(experiment, run)
    isMetastable = run.isMetastable(
      window: experiment.plan.metastableWindow, capacity: experiment.plan.gateway.bottleneck)
  }

  func station(_ name: String) -> StationStatistics? { stations[name] }
}

extension RunResult {
  /// Time to recover over all affected clients; those that are not connected at the end rank last.
  var recoverySummary: DistributionSummary {
    DistributionSummary(values: recoveries, infinite: max(0, affected - recoveries.count))
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
    before = Widths(run.arrivalsBeforeClear)
    after = run.clear.map { _ in Widths(run.arrivalsAfterClear) }
    all = Widths(run.arrivalsBeforeClear + run.arrivalsAfterClear)
  }
}

/// When the arrivals of one attempt number came, counted from each client's drop. Times in seconds.
struct SpreadSummary: Sendable {
  let count: Int
  /// At `ranks`; empty without arrivals.
  let percentiles: [Double]
  /// Standard deviation over mean; nil without arrivals or with a mean of 0.
  let variation: Double?

  static let ranks = [0.05, 0.25, 0.5, 0.75, 0.95]
  static let rankNames = ["p5", "p25", "p50", "p75", "p95"]

  init(_ recorder: DurationRecorder) {
    let classes = recorder.classes
    count = classes.count
    percentiles = classes.nearestRanks(Self.ranks).map { Double($0) / 1e6 }
    if let mean = classes.meanSeconds, mean > 0, let deviation = classes.deviationSeconds {
      variation = deviation / mean
    } else {
      variation = nil
    }
  }
}
