import Measurements
import Simulator

/// How much of the storm had to be, and whether it outlives its cause.
let stormMetrics: [MetricDeclaration] = boundMetrics + metastableMetrics + timeMetrics

private let boundMetrics: [MetricDeclaration] = [
  .number(
    "lower_bound_s", .seconds,
    """
    A time after clear before which no behaviour of the clients could have 99 % of the affected \
    back. n = the affected that were away at clear and whose socket does not live on, less 1 % of \
    the affected. The largest, over admission, handshake, auth, ready and api, of the time until \
    what the stage can serve from clear on, with the faults and nodes then in force, reaches n \
    less those that had passed it or were in service there at clear; of admission the tokens that \
    were saved up count too. Or the same for those alone that had no attempt under way at clear, \
    with a set-up's round trips at the least latency on top, where that is more. Undefined below \
    100 affected, where hardly more were away at clear than before (at most 1.5 away_before + 1 % \
    of the affected), and where the rates never suffice.
    """
  ) { $0.lowerBound?.seconds },
  .one(
    "limited_by", .word,
    """
    What takes most of lower_bound_s: a stage (admission, handshake, auth, ready or api), \
    network, the round trips of the set-up, or name, the caches of resolvers that keep an old address. Undefined with lower_bound_s, and where that is 0.
    """,
    words: SetUpStage.allCases.map(\.name) + ["network", "name"]
  ) { MetricValue($0.lowerBound?.limitedBy) },
  .number(
    "storm_efficiency", .share,
    """
    lower_bound_s over recover.p99: how much of the recovery was unavoidable. 0 where more than 1 \
    % never come back. A little over 1 where service times happened to be short. Undefined where \
    either is 0 or not there.
    """
  ) { $0.stormEfficiency }.better(.more).toldByMedian,
]

private let metastableMetrics: [MetricDeclaration] = [
  .one(
    "metastable", .truth,
    """
    Whether the storm outlives its cause. False where at the end fewer than max(1, 1 % of \
    affected) affected clients still try. Otherwise the last five minutes (`metastable.window`) \
    before the last arrival decide. True where (a) fewer clients came back in them by a set-up than half of what was \
    possible, which is the least of the clients waiting at their begin and what the narrowest stage \
    can let through; and (b) the clients' own load is why: some station was at \
    least half utilised and at least half of that busy time went to attempts that never became \
    ready, or the attempts that failed at the gateway (turned away, dropped by a full backlog, \
    given up while they waited) are at least half of all failures and outnumber the successes. \
    Where no attempt has arrived for as long by the end of the run, and for five minutes at least, it is false; \
    undefined where (a) and (b) hold before, as the next wave may drown too. \
    Undefined without a clear, where those minutes reach back before clear, where an incident is in \
    force in them, and where the storm becomes less by itself (the finding `draining`): the clients offer less \
    than every stage can do, and the queues, or the clients that wait, become a twentieth less in them; or \
    they come back by set-ups at a steady pace, which leaves nobody after twenty times the run. Who waits for \
    nothing but a long timer, or is practically never in time however few try (less than one lone attempt of 1,000), is no storm.
    """,
    source: "Bronson et al., Metastable Failures in Distributed Systems, HotOS 2021"
  ) { MetricValue($0.metastability.isMetastable) }.better(.less),
  .one(
    "metastable_cause", .word,
    """
    What keeps the storm alive: lockstep (of at least 1,000 arrivals in those minutes more than \
    half came in the busiest tenth of their 100 ms bins, and every stage could serve them all if \
    they came evenly), else overload (the stations work for \
    nothing), else rejection (the gateway turns away more than it lets in). Undefined where \
    metastable is not true.
    """,
    words: StormCause.allCases.map(\.rawValue)
  ) { MetricValue($0.metastability.cause?.rawValue) },
  .number(
    "storm_after_clear_s", .seconds,
    """
    The total length of the minutes after clear in which (a) and (b) of `metastable` held: storms \
    that end late are seen by it. Minutes are counted from clear, rounded up to the second; those \
    with an incident in force do not count. Undefined without a clear.
    """
  ) { $0.metastability.stormSeconds }.better(.less),
]

private let timeMetrics: [MetricDeclaration] = [
  .number(
    "clear_s", .seconds,
    """
    Clear: the latest end of an incident, which is a fault that takes the service away or cuts it \
    down (outage, restart, capacity, slow, authFailure, flapping of the gateway, offline, loss of \
    100 %). Without incidents the latest end of the other faults, 0 without faults. \
    `recovery.from` names other faults. Undefined where one of them does not end within the run.
    """
  ) { $0.run.clearSeconds },
  .number("end_s", .seconds, "When the run ended, in virtual time.") { $0.run.course.end.seconds },
]

extension SummaryFacts {
  /// 0 where more than 1 % never come back; nil where no client had to wait.
  fileprivate var stormEfficiency: Double? {
    guard let lowerBound, lowerBound.seconds > 0, let recover else { return nil }
    guard let p99 = recover.p99 else { return 0 }
    return p99 > 0 ? lowerBound.seconds / p99 : nil
  }
}

extension RunResult {
  /// The time of clear in seconds. After a momentary fault, clear is just after its moment: that
  /// nanosecond is not shown.
  fileprivate var clearSeconds: Double? {
    course.clear.map { Double($0.nanoseconds / 1_000 * 1_000) / 1e9 }
  }
}
