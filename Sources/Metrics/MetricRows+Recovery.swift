import Measurements
import Simulator

/// How long clients were away, and what became of them.
let recoveryRows: [MetricRow] =
  [
    .count("affected") { $0.run.affected },
    .count("away_before") { $0.run.awayBefore },
    .count("away_at_clear") { $0.run.atClear?.away },
  ]
  + MetricRow.distribution(
    "recover", infinite: { $0.run.affected - $0.run.recoveries.count }, { $0.recover })
  + MetricRow.distribution(
    "recover_away", infinite: { $0.run.neverBackOfAway }, { $0.recoverAway })
  + MetricRow.distribution(
    "recover_last", infinite: { $0.run.affected - $0.run.lastRecoveries.count }, { $0.recoverLast })
  + [.count("relapsed") { $0.recover == nil ? nil : $0.run.relapsed }]
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
  .number("lower_bound_s", .seconds) { $0.lowerBound?.seconds },
  MetricRow("limited_by", .word) { MetricValue($0.lowerBound?.limitedBy) },
  .number("storm_efficiency", .share) { $0.stormEfficiency },
  MetricRow("metastable", .truth) { MetricValue($0.metastability.isMetastable) },
  MetricRow("metastable_cause", .word) { MetricValue($0.metastability.cause?.rawValue) },
  .number("storm_after_clear_s", .seconds) { $0.metastability.stormSeconds },
  .number("clear_s", .seconds) { $0.run.clearSeconds },
  .number("end_s", .seconds) { $0.run.end.seconds },
]

extension ContentionFigures {
  fileprivate var completion: MetricValue {
    if clients == 0 { return .undefined }
    return successes == clients ? .number(lastSuccess.seconds) : .never
  }
}

extension SummaryFacts {
  /// 0 where more than 1 % never come back; nil where nobody had to wait.
  fileprivate var stormEfficiency: Double? {
    guard let lowerBound, lowerBound.seconds > 0, let recover else { return nil }
    guard let p99 = recover.p99 else { return 0 }
    return p99 > 0 ? lowerBound.seconds / p99 : nil
  }
}

extension RunResult {
  /// Of what happens at a moment clear is just after it: that nanosecond is not shown.
  fileprivate var clearSeconds: Double? {
    clear.map { Double($0.nanoseconds / 1_000 * 1_000) / 1e9 }
  }

  /// Clients that were away at clear and have never been back.
  fileprivate var neverBackOfAway: Int { affectedAway - recoveriesOfAway.count }
}
