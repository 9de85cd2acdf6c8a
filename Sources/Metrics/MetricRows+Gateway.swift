import GatewayModel
import Measurements
import Primitives

/// What the gateway made of it.
let gatewayRows: [MetricRow] = [
  .number("wasted_work_share", .share) { $0.wastedShare },
  .number("goodput_share", .share) { $0.wastedShare.map { 1 - $0 } },
  .count("queue_peak") { $0.stations.values.map(\.queuePeak).max() ?? 0 },
  .count("shed") { $0.run.shed },
  .count("accept_overflow") { $0.run.acceptOverflow },
]

let stationRows: [MetricRow] = StationRole.allCases.map(\.name).flatMap { name in
  let path = "stations.\(name)"
  let counts: [MetricRow] = [
    .count("\(path).arrivals") { $0.stations[name]?.arrivals },
    .count("\(path).served") { $0.stations[name]?.served },
    .count("\(path).abandoned") { $0.stations[name]?.abandoned },
  ]
  let averages: [MetricRow] = [
    .number("\(path).utilisation", .share) { $0.stations[name]?.utilisation(until: $0.run.end) },
    .number("\(path).queue_mean", .ratio) { $0.stations[name]?.queueMean(until: $0.run.end) },
    .count("\(path).queue_peak") { $0.stations[name]?.queuePeak },
  ]
  return counts + MetricRow.distribution("\(path).wait") { $0.waits[name] } + averages
}

extension SummaryFacts {
  /// nil where no attempt that is over has cost any work.
  fileprivate var wastedShare: Double? {
    let total = run.usefulWork + run.wastedWork
    guard total > .zero else { return nil }
    return Double(run.wastedWork.nanoseconds) / Double(total.nanoseconds)
  }
}
