import GatewayModel
import Measurements
import Primitives

/// The metrics of the gateway's work.
let gatewayMetrics: [MetricDeclaration] = [
  .number(
    "wasted_work_share", .share,
    """
    Busy time of all stations spent on attempts that never became ready, over all of it; attempts \
    unfinished at the end are in neither. Undefined where no work was done.
    """
  ) { $0.wastedShare }.better(.less),
  .number("goodput_share", .share, "1 - wasted_work_share. Undefined with it.") {
    $0.wastedShare.map { 1 - $0 }
  }.better(.more),
  .count(
    "queue_peak", "Most requests that ever waited at one moment at the stations of one role."
  ) { $0.stations.values.map(\.queuePeak).max() ?? 0 }.better(.less).toldByMedian,
  .count("shed", "Attempts that admission turned away.") { $0.run.gateway.shed }.better(.less),
  .count(
    "accept_overflow",
    "First packets dropped in silence because the listener's backlog was full."
  ) { $0.run.gateway.acceptOverflow }.better(.less),
  .each(
    "stations", StationRole.allCases.map(\.name), .count,
    """
    What happened at each station of the gateway: handshake and ready (all nodes together), auth \
    and api (shared); with `gateway.egress` also at the links.
    """,
    stationMetrics),
  .number(
    "stations.egress.backlog_peak_s", .seconds,
    "The longest that a link ever had to send what it was given. In results only with `gateway.egress`."
  ) { $0.run.gateway.backlogPeak.seconds }.only(where: { $0.gateway.egress != nil }).better(.less),
]

private func stationMetrics(_ name: String) -> [MetricDeclaration] {
  let all = commonStationMetrics(name)
  if name != StationRole.egress.name { return all }
  return all.map { $0.only(where: { $0.gateway.egress != nil }) }
}

private func commonStationMetrics(_ name: String) -> [MetricDeclaration] {
  [
    .count("arrivals", "Requests that came to the station.") { $0.stations[name]?.arrivals },
    .count("served", "Services finished.") { $0.stations[name]?.served },
    .count("abandoned", "Requests taken back or thrown away while they waited.") {
      $0.stations[name]?.abandoned
    }.better(.less),
    .group(
      "dropped", .count,
      """
      Requests that the station dropped, by cause: full (as many waited as may), late (they had waited longer than \
      the deadline), codel. In results only of stations with a queue of their own kind.
      """,
      DropCause.allCases.map { cause in
        .count(cause.rawValue) { $0.stations[name]?.dropped(cause) }.only {
          $0.gateway.drops(at: name)
        }
      }
    ).better(.less),
    .distribution(
      "wait",
      """
      From a request's coming to the begin of its service. Requests that were never served are not \
      in it.
      """
    ) { $0.waits[name] }.better(.less),
    .number(
      "utilisation", .share,
      """
      Mean busy share of the servers over the whole run. Unlimited servers that slow each other down: the mean of \
      s n / (1 + s n), n the services in progress and s the `slowdown`. Otherwise undefined where they are unlimited.
      """
    ) { $0.stations[name]?.utilisation(until: $0.run.course.end) },
    .number(
      "queue_mean", .ratio, "Mean number of waiting requests over the whole run."
    ) { $0.stations[name]?.queueMean(until: $0.run.course.end) }.better(.less),
    .count(
      "queue_peak", "Most requests that ever waited at one moment, over all nodes."
    ) { $0.stations[name]?.queuePeak }.better(.less).toldByMedian,
  ]
}

extension GatewayDescription {
  /// Returns true if the station of this name may drop requests.
  fileprivate func drops(at name: String) -> Bool {
    StationRole(rawValue: name).map { !self[$0].queue.isPlain } ?? false
  }
}

extension SummaryFacts {
  /// nil where no attempt that is over has cost any work.
  fileprivate var wastedShare: Double? {
    let total = run.gateway.usefulWork + run.gateway.wastedWork
    guard total > .zero else { return nil }
    return Double(run.gateway.wastedWork.nanoseconds) / Double(total.nanoseconds)
  }
}
