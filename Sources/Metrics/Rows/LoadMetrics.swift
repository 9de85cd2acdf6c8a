import GatewayModel
import Measurements
import Primitives
import Sessions
import Simulator

/// How much the clients asked of the gateway.
let loadMetrics: [MetricDeclaration] = attemptMetrics + callMetrics + [idleKills]

private let idleKills = MetricDeclaration.count(
  "idle_kills",
  """
  Connections that the box of `network.idle` forgot because nothing had passed for too long. In results only \
  where a cohort has one.
  """,
  { $0.run.load.idleKills }, ofPart: { $0.part.idleKills }
).only(where: { $0.hasIdleBoxes }).better(.less)

private let attemptMetrics: [MetricDeclaration] = [
  .count(
    "attempts", "Connection attempts begun by clients.",
    { $0.run.load.attempts }, ofPart: { $0.part.attempts }
  ).better(.less),
  .number(
    "attempts_per_client", .ratio, "Attempts over the number of clients.",
    { $0.perClient($0.run.load.attempts) }, ofPart: { $0.perClient($0.part.attempts) }
  ).better(.less),
  .number(
    "attempts_per_client_hour", .ratio,
    "Attempts over the number of clients and the hours of the run: what a client costs its phone."
  ) { facts in
    let hours = facts.run.course.end.seconds / 3_600
    return hours > 0 ? facts.perClient(facts.run.load.attempts).map { $0 / hours } : nil
  }.better(.less),
  .number(
    "attempts_per_client_before_clear", .ratio,
    "Attempts begun before clear over the number of clients; all attempts where nothing clears."
  ) { $0.perClient($0.run.load.attemptsBeforeClear) }.better(.less),
  .count(
    "arrivals",
    """
    Attempts whose first packet reached the gateway's listener, whatever that answered: refused, turned \
    away, or dropped by a full backlog. One that is lost on the way or in a blackhole is an \
    attempt and no arrival.
    """
  ) { $0.run.load.arrivals }.better(.less),
  .count(
    "syn_repeats",
    """
    First packets that came to the listener again: a full backlog had dropped the one before, that was \
    still on its way when the system sent this one, or the attempt had tried another of several \
    addresses. They are not in `arrivals`.
    """
  ) { $0.run.load.synRepeats }.better(.less),
  .group(
    "attempt_failures", .count,
    """
    Attempts that failed, by reason: refused (nobody listens), timeout (the application or the \
    operating system gave up), reset, shed (turned away by admission), auth (authentication \
    failed), offline (the device has no network), conflict (an optimistic client's write met a row \
    that had changed); with `network.dns` also dns (the name had no address, or nobody answered); with \
    a `queue`, `discipline` or `deadline` also dropped (by a station of the gateway).
    """,
    CloseReason.allCases.filter { $0 != .normal }.map { reason in
      .count(reason.name) { facts in
        facts.run.load.failures.reduce(0) { $1.reason == reason ? $0 + $1.count : $0 }
      }.only { $0.knows(reason) }
    }
  ).better(.less),
]

extension SimulationPlan {
  /// Returns true if attempts may fail for a reason that only some scenarios know.
  fileprivate func knows(_ reason: CloseReason) -> Bool {
    switch reason {
    case .dns: hasNames
    case .dropped: StationRole.allCases.contains { !gateway[$0].queue.isPlain }
    case .refused, .timeout, .reset, .shed, .auth, .offline, .normal, .conflict: true
    }
  }
}

private let callMetrics: [MetricDeclaration] = [
  .count(
    "calls",
    """
    Requests that clients began beside their sockets and that the gateway's api station answers. \
    Of optimistic clients: conditional writes sent; their reads are `attempts`.
    """
  ) { $0.run.load.calls }.better(.less),
  .count(
    "call_failures",
    """
    Of these, those that failed: refused, no network, or no answer within the system's time limit. \
    A call that the client itself gave up is not among them.
    """
  ) { $0.run.load.callFailures }.better(.less),
  .count("peak_calls_1s", "Most calls begun in one second.") {
    Int($0.run.load.perSecond.calls.peak?.value ?? 0)
  }.better(.less).toldByMedian,
  .number(
    "peak_calls_1s_at_s", .seconds, "When that second begins. Undefined without calls."
  ) { $0.run.load.perSecond.calls.peak?.at.seconds },
]
