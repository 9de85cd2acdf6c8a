import Measurements
import Metrics
import Sessions
import Simulator

/// The metrics that only the clients of the system primer have.
let primerMetrics: [MetricDeclaration] =
  sessionMetrics + readMetrics + updateMetrics + stateMetrics

private let sessionMetrics: [MetricDeclaration] = [
  .distribution(
    "primer.priming_time",
    """
    From START to the response, late ones included; sessions that never got one are not in it. \
    \(withoutSuchClients)
    """
  ) { $0.systems.time(SessionPrimer.self, .primedAfter) }.better(.less),
  .distribution(
    "primer.start_time",
    """
    From START to the moment at which start() resolved: at most the threshold. \
    \(withoutSuchClients)
    """
  ) { $0.systems.time(SessionPrimer.self, .resolved) }.better(.less),
  .reached(
    "primer.sessions", SessionPrimer.self, .initializing,
    "Sessions begun. \(withoutSuchClients)"),
  .reached(
    "primer.sessions_elapsed", SessionPrimer.self, .elapsed,
    "Sessions whose response did not come within the threshold. \(withoutSuchClients)"
  ).better(.less),
  .reached(
    "primer.sessions_errored", SessionPrimer.self, .errored,
    "Sessions whose request failed. \(withoutSuchClients)"
  ).better(.less),
  .number(
    "primer.elapsed_share", .share,
    """
    sessions_elapsed over sessions: the chance that a response takes longer than the threshold. \
    \(withoutSuchClients)
    """
  ) { $0.sessionShare(.elapsed) }.better(.less),
  .number(
    "primer.fallback_session_share", .share,
    """
    Sessions that showed a fallback at least once, over sessions. With locking on, that fallback \
    stays for the session. \(withoutSuchClients)
    """
  ) { $0.sessionShare(.fallbackSession) }.better(.less),
]

private let readMetrics: [MetricDeclaration] = [
  .count("primer.reads", "Reads of entities. \(withoutSuchClients)") { $0.reads },
  .group(
    "primer.read_share", .share,
    """
    Reads served by the lock, by the latest copy, by the fallback, over all reads. \
    \(withoutSuchClients)
    """,
    [
      .number("lock", .share) { $0.readShare(.readLock) },
      .number("latest", .share) { $0.readShare(.readLatest) },
      .number("fallback", .share) { $0.readShare(.readFallback) },
    ]),
  .number(
    "primer.fallback_read_share", .share,
    "Reads that returned a fallback, fresh or locked, over all reads. \(withoutSuchClients)"
  ) { facts in
    guard let locked = facts.systems.count(SessionPrimer.self, .readLockOfFallback),
      let fresh = facts.systems.count(SessionPrimer.self, .readFallback)
    else { return nil }
    return facts.systems.share(locked + fresh, of: facts.reads)
  }.better(.less),
  .count(
    "primer.stale_reads",
    """
    Reads that returned a copy which the server had replaced since. Fallbacks are not copies. \
    \(withoutSuchClients)
    """
  ) { $0.staleReads }.better(.less),
  .number("primer.stale_read_share", .share, "stale_reads over reads.") {
    $0.systems.share($0.staleReads, of: $0.reads)
  }.better(.less),
]

private let updateMetrics: [MetricDeclaration] = [
  .count(
    "primer.updates",
    "Changes of entities to which the client was listening. \(withoutSuchClients)"
  ) { $0.systems.pushes(.primer)?.made },
  .count(
    "primer.updates_missed",
    """
    Of these, those that met no live socket. A refresh after the reconnect makes up for them. \
    \(withoutSuchClients)
    """
  ) { $0.systems.pushes(.primer)?.missed }.better(.less),
  .number(
    "primer.updates_missed_share", .share, "updates_missed over updates."
  ) {
    let pushes = $0.systems.pushes(.primer)
    return $0.systems.share(pushes?.missed, of: pushes?.made)
  }.better(.less),
]

private let stateMetrics: [MetricDeclaration] = [
  .states(
    .primer, SessionPrimer.stateNames, "created, initializing, primed, elapsed, errored"),
  .milestones(
    .primer, SessionPrimer.milestoneNames, "the first five are the states, counted when entered"),
]

extension SummaryFacts {
  /// Returns the share of the sessions begun that reached a milestone.
  fileprivate func sessionShare(_ milestone: PrimerMilestone) -> Double? {
    systems.share(
      systems.count(SessionPrimer.self, milestone),
      of: systems.count(SessionPrimer.self, .initializing))
  }

  /// Reads of entities.
  fileprivate var reads: Int? {
    let layers: [PrimerMilestone] = [.readLock, .readLatest, .readFallback]
    let counts = layers.compactMap { systems.count(SessionPrimer.self, $0) }
    return counts.count == layers.count ? counts.reduce(0, +) : nil
  }

  fileprivate func readShare(_ layer: PrimerMilestone) -> Double? {
    systems.share(systems.count(SessionPrimer.self, layer), of: reads)
  }

  fileprivate var staleReads: Int? {
    systems.contain(.primer) ? run.sessions.reads.staleLock + run.sessions.reads.staleLatest : nil
  }
}
