import Measurements
import Sessions

/// How much the clients asked of the gateway, and how bunched it came.
let loadRows: [MetricRow] =
  [
    .count("attempts") { $0.run.attempts },
    .number("attempts_per_client", .ratio) { $0.perClient($0.run.attempts) },
    .number("attempts_per_client_before_clear", .ratio) {
      $0.perClient($0.run.attemptsBeforeClear)
    },
    .count("arrivals") { $0.run.arrivals },
  ] + failureRows + callRows
  + peakRows("peak_arrivals_100ms") { $0.tenths }
  + peakRows("peak_arrivals_1s") { $0.seconds }
  + [
    .number("peak_to_mean_1s", .ratio) { $0.arrivals.after?.seconds.peakToMean },
    .number("dispersion_1s", .ratio) { $0.arrivals.after?.seconds.dispersion },
  ]

private let callRows: [MetricRow] = [
  .count("calls") { $0.run.calls },
  .count("call_failures") { $0.run.callFailures },
  .count("peak_calls_1s") { Int($0.run.perSecond.calls.peak?.value ?? 0) },
  .number("peak_calls_1s_at_s", .seconds) { $0.run.perSecond.calls.peak?.at.seconds },
]

private let failureRows: [MetricRow] = CloseReason.allCases.filter { $0 != .normal }.map { reason in
  .count("attempt_failures.\(reason)") { facts in
    facts.run.failures.reduce(0) { $1.reason == reason ? $0 + $1.count : $0 }
  }
}

/// The largest bin and when it begins: of the whole run, before clear and from clear on.
private func peakRows(
  _ name: String, _ width: @escaping @Sendable (ArrivalSeries.Widths) -> TimeSeries
) -> [MetricRow] {
  let parts: [(suffix: String, series: @Sendable (ArrivalSeries) -> ArrivalSeries.Widths?)] = [
    ("", { $0.all }), ("_before_clear", { $0.before }), ("_after_clear", { $0.after }),
  ]
  return parts.flatMap { suffix, series in
    [
      MetricRow.count(name + suffix) { facts in
        series(facts.arrivals).map { Int(width($0).peak?.value ?? 0) }
      },
      MetricRow.number("\(name)\(suffix)_at_s", .seconds) { facts in
        series(facts.arrivals).flatMap { width($0).peak?.at.seconds }
      },
    ]
  }
}

/// Attempt numbers whose spread is reported.
private let spreadAttempts = 1...12

let spreadRows: [MetricRow] =
  spreadAttempts.flatMap { attempt in
    let path = "spread.\(attempt)"
    return [MetricRow.count("\(path).count") { $0.spread(attempt)?.count ?? 0 }]
      + SpreadSummary.rankNames.enumerated().map { index, name in
        MetricRow.number("\(path).\(name)", .seconds) { facts in
          guard let spread = facts.spread(attempt), spread.count > 0 else { return nil }
          return spread.percentiles[index]
        }
      } + [MetricRow.number("\(path).cv", .ratio) { $0.spread(attempt)?.variation }]
  } + [.number("same_instant_share", .share) { $0.run.sameInstantShare }]

extension SummaryFacts {
  fileprivate func perClient(_ count: Int) -> Double? {
    run.clients > 0 ? Double(count) / Double(run.clients) : nil
  }

  fileprivate func spread(_ attempt: Int) -> SpreadSummary? {
    attempt <= spread.count ? spread[attempt - 1] : nil
  }
}
