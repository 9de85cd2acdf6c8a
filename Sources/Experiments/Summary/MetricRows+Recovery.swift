import Measurements
import Simulator

/// How long clients were away, and what became of them.
let recoveryRows: [MetricRow] =
  [.count("affected") { $0.run.affected }]
  + MetricRow.distribution(
    "recover", infinite: { $0.run.affected - $0.run.recoveries.count }, { $0.recover })
  + MetricRow.distribution("downtime") { $0.downtime }
  + [.count("downtime_censored") { $0.run.downtimeCensored }]
  + MetricRow.distribution("detect") { $0.detect }
  + [MetricRow("completion", .seconds) { $0.run.contention.completion }]

let outcomeRows: [MetricRow] = [
  .count("recovered") { $0.run.outcomes.recovered },
  .count("idle") { $0.run.outcomes.idle },
  .count("gave_up") { $0.run.outcomes.gaveUp },
  .count("in_error") { $0.run.outcomes.inError },
  .count("stuck") { $0.run.outcomes.stuck },
  .count("still_trying") { $0.run.outcomes.stillTrying },
]

let stormRows: [MetricRow] = [
  .number("lower_bound_s", .seconds) { $0.lowerBound },
  .number("storm_efficiency", .share) { $0.stormEfficiency },
  MetricRow("metastable", .truth) { MetricValue($0.isMetastable) },
  .number("clear_s", .seconds) { $0.run.clear?.seconds },
  .number("end_s", .seconds) { $0.run.end.seconds },
]

extension ContentionFigures {
  fileprivate var completion: MetricValue {
    if clients == 0 { return .undefined }
    return successes == clients ? .number(lastSuccess.seconds) : .never
  }
}

extension SummaryFacts {
  /// nil where either side is 0 or not there. A run can beat the bound, which is made of medians and
  /// means, or hold clients that were back before clear: then it is 1.
  fileprivate var stormEfficiency: Double? {
    guard lowerBound > 0, let p99 = recover?.p99, p99 > 0 else { return nil }
    return min(1, lowerBound / p99)
  }
}
