/// The kind of a finding. The raw value stands in results and does not change.
///
/// Codes of a session system stand with its findings.
package struct FindingCode: Hashable, Sendable {
  package let rawValue: String
  /// The conditions under which it holds: one or more sentences, in Markdown.
  package let meaning: String

  init(_ rawValue: String, _ meaning: String) {
    self.rawValue = rawValue
    self.meaning = meaning
  }

  package static func == (one: FindingCode, other: FindingCode) -> Bool {
    one.rawValue == other.rawValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// All codes, in the order in which a verdict tells them, apart from the losses, which come first: the
  /// beginning, the clients' outcome, the pace, the findings that only some session systems have, and those told
  /// only on demand.
  package static let all: [FindingCode] = ofEveryRun + ofSystems + onDemand

  /// In the order of the systems' names.
  private static let ofSystems: [FindingCode] =
    SessionSystem.all.sorted { $0.name.rawValue < $1.name.rawValue }.flatMap(\.findings.codes)

  private static let ofEveryRun: [FindingCode] = [
    .interrupted, .nobodyAffected, .backBeforeClear, .restCameBack, .arrivalBurst, .faultEndBurst,
    .undrainedRestart, .eagerReconnects, .herd, .backlogOverflow, .turnedAway, .idleBox,
    .nameOutage, .deadAddress, .egressBound, .herdOfHints, .limitPastTheTimeout, .pathInTheLimit,
    .endlessFault,
    .metastableLockstep, .metastableOverload,
    .metastableRejection, .setUpExceedsTimeout, .inError, .gaveUp, .stuck, .othersCameBack,
    .nobodyElseCameBack, .faultStillInForce, .unfinishedButProgressing,
    .unfinishedWithoutProgress, .nobodyWaited, .firstConnections, .recoveredQuickly,
    .gatewayPaces, .sharedPace, .retriesCollide, .formulaPaces, .detectionPaces,
    .faultDuringRecovery, .recoveredSlowly, .stormOutlivedCause, .draining, .inertIncident,
    .relapses, .justAsked, .weatherGoesOn,
  ]

  private static let onDemand: [FindingCode] = [.attemptsMade, .callsMade, .missingFigure]
}

extension FindingCode {
  package static let interrupted = FindingCode(
    "interrupted", "The run was broken off; there is no other finding then.")
  package static let nobodyAffected = FindingCode(
    "nobody-affected", "No client counts as affected, and none is lost or waits.")
  package static let backBeforeClear = FindingCode(
    "back-before-clear",
    """
    More than half of the affected had a connection at clear; tells their downtime, and a single \
    interruption where there are at least 2.5 for each of them.
    """)
  package static let restCameBack = FindingCode(
    "rest-came-back", "The same, and the others are all back; tells their time.")

  // The load.
  package static let arrivalBurst = FindingCode(
    "arrival-burst",
    """
    The most arrivals in 1 s exceed the narrowest stage's rate in that second, and its burst; \
    where the faults of that second shut it, its usual rate.
    """)
  package static let faultEndBurst = FindingCode(
    "fault-end-burst",
    """
    The most arrivals in 1 s fall into the 5 s behind the end of a flapping in which each client has \
    a phase of its own, and are at least twice the most of any second before.
    """)
  package static let undrainedRestart = FindingCode(
    "undrained-restart",
    """
    The arrivals of `arrival-burst` follow a rolling restart that drops all connections of a node at once; tells a drain \
    that closes them at half the rate that the other nodes can take.
    """)
  package static let eagerReconnects = FindingCode(
    "eager-reconnects",
    """
    Chat sockets with `reconnectOnClose`, and at least half of the attempts refused or shed.
    """)
  package static let herd = FindingCode(
    "herd",
    """
    `same_instant_share` is at least 50 %, the storm is not metastable by lockstep, and it is no `herd-of-hints`.
    """)
  package static let backlogOverflow = FindingCode(
    "backlog-overflow", "`accept_overflow` is not 0.")
  package static let turnedAway = FindingCode(
    "turned-away",
    """
    After clear more attempts failed at the gateway than succeeded, at least 1 % of the fleet.
    """)

  package static let idleBox = FindingCode(
    "idle-box",
    "`idle_kills` is not 0; tells the heartbeat that would be short enough.")
  package static let nameOutage = FindingCode(
    "name-outage", "Attempts failed for want of an address; tells the least `ttl` of the names.")
  package static let deadAddress = FindingCode(
    "dead-address",
    "Attempts met an address that a fault had killed; tells when they tried another.")
  package static let egressBound = FindingCode(
    "egress-bound",
    """
    The links were behind by 5 s or more at some moment; tells what the payloads of the whole fleet take.
    """)
  package static let herdOfHints = FindingCode(
    "herd-of-hints",
    """
    A `retryAfter` that is always the same, which formulas read, and at least half of the attempts of some number after \
    the first came within 100 ms.
    """)
  package static let limitPastTheTimeout = FindingCode(
    "limit-past-the-timeout",
    """
    More attempts held slots at once than the narrowest station behind admission serves within the clients' limit for \
    it, and attempts timed out.
    """)
  package static let pathInTheLimit = FindingCode(
    "path-in-the-limit",
    """
    `vegas` let its limit fall, after clear, below half of the slots that keep the narrowest station busy while nobody \
    waits.
    """)

  // The clients' outcome.
  package static let endlessFault = FindingCode(
    "endless-fault", "A fault whose end recovery is counted from lasts beyond the run; names it.")
  package static let metastableLockstep = FindingCode(
    "metastable-lockstep", "`metastable`, cause `lockstep`.")
  package static let metastableOverload = FindingCode(
    "metastable-overload", "`metastable`, cause `overload`.")
  package static let metastableRejection = FindingCode(
    "metastable-rejection", "`metastable`, cause `rejection`.")
  package static let setUpExceedsTimeout = FindingCode(
    "set-up-exceeds-timeout",
    """
    Waits, services and round trips of connecting, or of a call, exceed the clients' limit for \
    it at the 99th percentile, and attempts timed out or calls failed; the round trips with the \
    latency that faults add from clear to the end.
    """)
  package static let inError = FindingCode(
    "in-error", "Clients ended in an error that needs a person.")
  package static let gaveUp = FindingCode(
    "gave-up", "The formula of clients stopped.")
  package static let stuck = FindingCode(
    "stuck", "Clients have nothing pending that could reconnect them.")
  package static let othersCameBack = FindingCode(
    "others-came-back", "Clients were lost, nobody waits any more, and others came back.")
  package static let nobodyElseCameBack = FindingCode(
    "nobody-else-came-back", "The same, and nobody came back.")
  package static let faultStillInForce = FindingCode(
    "fault-still-in-force",
    """
    Clients still try at the end, not metastable, and a fault is in force then; names it.
    """)
  package static let unfinishedButProgressing = FindingCode(
    "unfinished-but-progressing",
    """
    Clients still try, no fault is in force, and in the last five minutes after clear clients \
    came back and fewer wait than before.
    """)
  package static let unfinishedWithoutProgress = FindingCode(
    "unfinished-without-progress", "The same, and nobody came back or no fewer wait.")

  // The pace of the recovery.
  package static let nobodyWaited = FindingCode(
    "nobody-waited", "All affected had a connection at clear.")
  package static let firstConnections = FindingCode(
    "first-connections", "The plan has no fault: when the clients have their first connection.")
  package static let recoveredQuickly = FindingCode(
    "recovered-quickly", "`recover.p99` is at most 5 s.")
  package static let gatewayPaces = FindingCode(
    "gateway-paces", "`storm_efficiency` is at least 80 %; names `limited_by`.")
  package static let sharedPace = FindingCode(
    "shared-pace", "`storm_efficiency` is from 50 to 80 %.")
  package static let retriesCollide = FindingCode(
    "retries-collide",
    """
    Slower, some station was at least half used after clear, at least 20 % of that was wasted, \
    and there was a queue; names it.
    """)
  package static let formulaPaces = FindingCode(
    "formula-paces",
    """
    Slower, no stage was half used after clear, less than 10 % of any station's time was wasted, \
    and no storm was left; names what the clients wait for.
    """)
  package static let detectionPaces = FindingCode(
    "detection-paces",
    """
    Slower, fewer attempts failed than half of the clients away at clear, and `detect.p99` is at \
    least half of `recover.p99`.
    """)
  package static let faultDuringRecovery = FindingCode(
    "fault-during-recovery",
    """
    Slower than that, and a fault large enough to be felt was in force for at least half of the \
    time after clear: one at the gateway only where a stage was half used, latency from 10 % or \
    10 ms on, loss from 1 %, a dead address where nothing else is tried for 1 s, a scope from 5 %; names it.
    """)
  package static let recoveredSlowly = FindingCode(
    "recovered-slowly",
    "Slower, and nothing that was measured says why.")
  package static let stormOutlivedCause = FindingCode(
    "storm-outlived-cause", "`storm_after_clear_s` is not 0, and the storm is not metastable.")
  package static let draining = FindingCode(
    "draining",
    """
    `metastable` is undefined, as the queues, or the clients that wait, become less by themselves; tells \
    when none will be left.
    """)
  package static let inertIncident = FindingCode(
    "inert-incident",
    """
    Clear is the end of an incident that began when nobody waited any more and that left nobody \
    away; names it, and the earlier one.
    """)
  package static let relapses = FindingCode(
    "relapses", "Clients lost a connection again after they were back.")
  package static let justAsked = FindingCode(
    "just-asked", "Affected clients have none yet because their users asked just before the end.")
  package static let weatherGoesOn = FindingCode(
    "weather-goes-on",
    "A fault that recovery is not counted from is in force at the end, and nobody waits.")

  // On demand.
  package static let attemptsMade = FindingCode(
    "attempts-made", "Clients made attempts; says how they failed.")
  package static let callsMade = FindingCode(
    "calls-made", "Clients made calls.")
  package static let missingFigure = FindingCode(
    "missing-figure", "A promise is about a metric without a figure; says why.")
}
