import Measurements
import Simulator

/// How long clients were away.
let recoveryMetrics: [MetricDeclaration] = affectedMetrics + timesToRecover + timesAway

private let affectedMetrics: [MetricDeclaration] = [
  .count(
    "affected",
    """
    Clients that want a connection at clear and lacked one at some moment from the first \
    incident's begin to clear. Where only the weather was bad: at some moment of the run; without \
    faults also those that want one later. Who stops wanting one before being back is not among \
    them.
    """,
    { $0.run.recovery.affected }, ofPart: { $0.part.recovery.affected }),
  .count(
    "away_before",
    """
    Clients that wanted a connection and had none just before the first incident. Undefined \
    without incidents.
    """
  ) { $0.run.course.awayBefore },
  .count(
    "away_at_clear",
    """
    Clients that wanted a connection and had none just before clear. Those that stop wanting one \
    before they are back count here, and are not among the affected. Undefined without faults, and \
    without a clear.
    """,
    { $0.run.course.atClear?.away }, ofPart: { $0.part.awayAtClear }),
]

private let timesToRecover: [MetricDeclaration] = [
  .distribution(
    "recover",
    """
    Time to recover. Per affected client: from clear to the first moment at which it is connected, \
    0 where it is so at clear. A connection at clear that later ends because of a silence from \
    before clear counts as none. Without faults: from the moment at which the client first wanted \
    a connection. A client that never is connected counts as infinite and ranks last. Percentiles \
    are nearest-rank over all affected; `count` and `mean` are over the finite ones. Undefined \
    without a clear.
    """,
    MetricTimes(
      { $0.recover }, infinite: { $0.run.recovery.affected - $0.run.recovery.recoveries.count }),
    ofPart: MetricTimes(
      { $0.recover }, infinite: { $0.part.recovery.affected - $0.part.recovery.recoveries.count })
  ).better(.less),
  .distribution(
    "recover_away",
    "Time to recover of those affected clients that had no connection at clear.",
    MetricTimes(
      { $0.recoverAway },
      infinite: { $0.run.recovery.affectedAway - $0.run.recovery.recoveriesOfAway.count }),
    ofPart: MetricTimes(
      { $0.recoverAway },
      infinite: { $0.part.recovery.affectedAway - $0.part.recovery.recoveriesOfAway.count })
  ).better(.less),
  .distribution(
    "recover_last",
    """
    Per affected client: from clear to the begin of the connection that it has at the end, 0 where \
    that began before clear. A client that is not connected at the end counts as infinite.
    """,
    MetricTimes(
      { $0.recoverLast },
      infinite: { $0.run.recovery.affected - $0.run.recovery.lastRecoveries.count })
  ).better(.less),
  .count(
    "relapsed",
    """
    Affected clients that lost a connection again after they were back, other than by their user's \
    doing. Undefined without a clear.
    """,
    { $0.recover == nil ? nil : $0.run.recovery.relapsed }, ofPart: { $0.part.recovery.relapsed }
  ).better(.less),
]

private let timesAway: [MetricDeclaration] = [
  .distribution(
    "downtime",
    """
    Per affected client that ever had a connection: the total time it wanted one and had none \
    after that, up to the end of the run. It is the sum of the client's interruptions: `interruption` is a \
    single one. A silent connection (a path that is down) counts as none, also where it lives on.
    """,
    MetricTimes { $0.downtime }, ofPart: MetricTimes { $0.downtime }
  ).better(.less),
  .count(
    "downtime_censored", "How many of those times were still growing when the run ended."
  ) { $0.run.recovery.downtimeCensored }.better(.less),
  .distribution(
    "interruption",
    """
    A single interruption of an affected client: from the moment at which it loses a connection that it \
    wants until it has one again, wants none any more, or the run ends. A silent connection (a path that \
    is down) counts as none, also where it lives on. `downtime` is the sum for each client; it also has the \
    time before the first incident, and that in which the client waits for a connection it has just asked \
    for. A client that no longer wants a connection before it is back counts here until then, and not in \
    `affected` and `downtime`. Undefined where none was lost.
    """,
    MetricTimes { $0.interruption }
  ).better(.less),
  .number(
    "interruptions_per_client", .ratio,
    """
    Interruptions over the number of clients that were affected, those included that later wanted no \
    connection. Undefined without an affected client.
    """
  ) { $0.run.recovery.affected > 0 ? $0.run.interruptionsEach : nil }.better(.less),
  .count(
    "interruption_censored", "How many of the interruptions were still growing when the run ended."
  ) { $0.run.recovery.openInterruptions.count }.better(.less),
  .distribution(
    "detect",
    "From the begin of a fault to the moment a client itself knows that its connection is gone."
  ) { $0.detect }.better(.less),
  .one(
    "completion", .seconds,
    """
    From time 0 to the moment at which the last optimistic client hears that its write succeeded; \
    never where one of them has not by the end. Undefined for a fleet without such clients.
    """,
    source: "Brooker, Exponential Backoff and Jitter, AWS Architecture Blog, 2015"
  ) { $0.run.sessions.contention.completion }.better(.less).toldByMedian,
]

extension ContentionFigures {
  fileprivate var completion: MetricValue {
    if clients == 0 { return .undefined }
    return successes == clients ? .number(lastSuccess.seconds) : .never
  }
}
