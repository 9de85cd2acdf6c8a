import Measurements

/// How bunched the attempts came to the gateway's listener.
let arrivalMetrics: [MetricDeclaration] =
  peaks("peak_arrivals_100ms", "100 ms") { $0.tenths }
  + peaks("peak_arrivals_1s", "1 s") { $0.seconds }
  + [crowding]
  + spreads

/// The largest bin and the time at which it begins: of the whole run, before clear and from clear
/// on.
private func peaks(
  _ name: String, _ width: String,
  _ bins: @escaping @Sendable (ArrivalSeries.Widths) -> TimeSeries
) -> [MetricDeclaration] {
  peaks(name, width, "the run") { bins($0.all) }
    + peaks("\(name)_before_clear", width, "the time before clear") { bins($0.before) }
    + peaks(
      "\(name)_after_clear", width, "the time from clear on",
      undefined: " Undefined without a clear."
    ) { $0.after.map(bins) }
}

private func peaks(
  _ name: String, _ width: String, _ time: String, undefined: String = "",
  _ bins: @escaping @Sendable (ArrivalSeries) -> TimeSeries?
) -> [MetricDeclaration] {
  [
    .count(
      name,
      "Most arrivals in one bin of \(width) in \(time); bins are aligned at time 0.\(undefined)"
    ) { bins($0.arrivals).map { Int($0.peak?.value ?? 0) } }.better(.less).toldByMedian,
    .number(
      "\(name)_at_s", .seconds,
      "When that bin begins, the first of several. Undefined without arrivals.\(undefined)"
    ) { bins($0.arrivals)?.peak?.at.seconds },
  ]
}

private let crowding: MetricDeclaration = .group(
  "crowding_1s", .ratio,
  """
  How many more arrivals come in an arrival's own second than on average in the 31 seconds around \
  it, (x - 1) / mean: 1 for an even or a Poisson stream, 31 where all arrive in the same second. \
  Over the arrivals from the first incident's begin to clear + recover.p99, to the end where that \
  is never; seconds outside do not count for the averages. It does not grow with the fleet. \
  Undefined without arrivals.
  """,
  [
    .number("p50", .ratio) { $0.crowding?.p50 }.toldByMedian,
    .number("p95", .ratio) { $0.crowding?.p95 }.toldByMedian,
  ]
).better(.less)

private let spreads: [MetricDeclaration] = [
  .group(
    "spread", MetricDefinition.distribution,
    """
    For the n-th attempt since a client's drop, n = 1 to 12 and not reset by the policy, of drops \
    between the first incident's begin and clear: when it came to the listener, in seconds since the \
    drop. Without incidents: of all drops. Kept to two digits. Percentiles are undefined where no \
    such attempt arrived.
    """,
    spreadNames.enumerated().flatMap { place, name in spreadFigures(place, name) }),
  // Its figures stand above, with those of the other spreads.
  .group(
    "spread.clear", MetricDefinition.distribution,
    """
    When each client that was away at clear first came to the listener after it, in seconds since \
    clear.
    """,
    []),
  .number(
    "spread_needed_s", .seconds,
    """
    away_at_clear over the rate of the narrowest stage: over how many seconds the gateway would \
    need the arrivals to be spread. Undefined where nothing limits, and without faults.
    """
  ) { $0.spreadNeeded },
  .number(
    "same_instant_share", .share,
    """
    Largest share of one spread's arrivals within any 100 ms (to 10 ms), over those with at least \
    max(100, 1 % of clients) arrivals. Undefined where there is none.
    """
  ) { $0.sameInstantShare?.share }.better(.less),
]

/// The attempts whose spread is reported: by their number since a drop, and the first after clear.
private let spreadNames = (1...12).map(String.init) + ["clear"]

private func spreadFigures(_ place: Int, _ name: String) -> [MetricFigure<SummaryFacts>] {
  var figures = [
    MetricFigure<SummaryFacts>.count("\(name).count") { $0.spread(place)?.count ?? 0 }
  ]
  for (index, rank) in SpreadSummary.rankNames.enumerated() {
    figures.append(
      .number("\(name).\(rank)", .seconds) { facts in
        guard let spread = facts.spread(place), spread.count > 0 else { return nil }
        return spread.percentiles[index]
      }.toldByMedian)
  }
  figures.append(
    .number("\(name).effective_s", .seconds) { $0.spread(place)?.effectiveSeconds })
  return figures
}

extension SummaryFacts {
  fileprivate func spread(_ place: Int) -> SpreadSummary? {
    place < spread.count ? spread[place] : nil
  }

  /// nil where nothing limits, or nothing says who was away at clear.
  fileprivate var spreadNeeded: Double? {
    guard let away = run.course.atClear?.away, let stage = bottleneck else { return nil }
    return Double(away) / stage.perSecond
  }

  /// Over those with at least max(100, 1 % of clients) arrivals, and which of them it is.
  package var sameInstantShare: (place: Int, share: Double)? { sameInstantShare(from: 0) }

  /// `sameInstantShare` without the first attempts.
  package var sameInstantShareOfRetries: (place: Int, share: Double)? { sameInstantShare(from: 1) }

  private func sameInstantShare(from first: Int) -> (place: Int, share: Double)? {
    let least = max(100, (run.course.clients + 99) / 100)
    let shares = spread.enumerated().dropFirst(first).filter { $0.element.count >= least }
      .map { (place: $0.offset, share: Double($0.element.mostAtOnce) / Double($0.element.count)) }
    return shares.reduce(nil) { best, next in
      best.map { $0.share >= next.share } == true ? best : next
    }
  }
}
