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
    .count("syn_repeats") { $0.run.synRepeats },
  ] + failureRows + callRows
  + peakRows("peak_arrivals_100ms") { $0.tenths }
  + peakRows("peak_arrivals_1s") { $0.seconds }
  + [
    .number("crowding_1s.p50", .ratio) { $0.crowding?.p50 },
    .number("crowding_1s.p95", .ratio) { $0.crowding?.p95 },
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

/// The attempts whose spread is reported: by their number since a drop, and the first after clear.
private let spreadNames = (1...12).map(String.init) + ["clear"]

let spreadRows: [MetricRow] =
  spreadNames.enumerated().flatMap { place, name in
    let path = "spread.\(name)"
    return [MetricRow.count("\(path).count") { $0.spread(place)?.count ?? 0 }]
      + SpreadSummary.rankNames.enumerated().map { index, name in
        MetricRow.number("\(path).\(name)", .seconds) { facts in
          guard let spread = facts.spread(place), spread.count > 0 else { return nil }
          return spread.percentiles[index]
        }
      } + [MetricRow.number("\(path).effective_s", .seconds) { $0.spread(place)?.effectiveSeconds }]
  } + [
    .number("spread_needed_s", .seconds) { $0.spreadNeeded },
    .number("same_instant_share", .share) { $0.sameInstantShare?.share },
  ]

extension SummaryFacts {
  fileprivate func perClient(_ count: Int) -> Double? {
    run.clients > 0 ? Double(count) / Double(run.clients) : nil
  }

  fileprivate func spread(_ place: Int) -> SpreadSummary? {
    place < spread.count ? spread[place] : nil
  }

  /// nil where nothing limits, or nothing says who was away at clear.
  fileprivate var spreadNeeded: Double? {
    guard let away = run.atClear?.away, let stage = bottleneck else { return nil }
    return Double(away) / stage.perSecond
  }

}

extension SummaryFacts {
  /// Over those with at least max(100, 1 % of clients) arrivals, and which of them it is.
  package var sameInstantShare: (place: Int, share: Double)? {
    let least = max(100, (run.clients + 99) / 100)
    let shares = spread.enumerated().filter { $0.element.count >= least }
      .map { (place: $0.offset, share: Double($0.element.mostAtOnce) / Double($0.element.count)) }
    return shares.reduce(nil) { best, next in
      best.map { $0.share >= next.share } == true ? best : next
    }
  }
}
