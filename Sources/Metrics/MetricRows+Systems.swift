import Sessions
import Simulator

// What only the clients of one session system have.

let stoatRows: [MetricRow] =
  StoatClient.displayNames.dropFirst().map { name in
    .number("stoat.banner_seconds.\(name.word)", .seconds) { $0.systems.seconds(.stoat, name.word) }
  }
  + [
    .count("stoat.cache_invalidations") {
      $0.systems.count(.stoat, StoatMilestone.cacheInvalidated)
    }
  ]
  + milestoneRows(.stoat, StoatClient.milestoneNames)

let chatSocketRows: [MetricRow] =
  MetricRow.distribution("chatSocket.silence") {
    $0.systems.time(.chatSocket, ChatSocketMilestone.restarted)
  }
  + [
    count("chatSocket.restarts", .chatSocket, ChatSocketMilestone.restarted),
    count("chatSocket.reconnects_saved", .chatSocket, ChatSocketMilestone.lingerKept),
    count("chatSocket.lingers_expired", .chatSocket, ChatSocketMilestone.lingerExpired),
    count("chatSocket.leaked", .chatSocket, ChatSocketMilestone.leaked),
    .number("chatSocket.on_share", .share) { $0.onShare },
    .number("chatSocket.linger_share", .share) { $0.lingerShare },
    .count("chatSocket.messages") { $0.systems.pushes(.chatSocket)?.made },
    .count("chatSocket.messages_late") { $0.systems.pushes(.chatSocket)?.late },
    .number("chatSocket.messages_late_share", .share) {
      let pushes = $0.systems.pushes(.chatSocket)
      return $0.systems.share(pushes?.late, of: pushes?.made)
    },
    .count("chatSocket.messages_undelivered") { $0.systems.pushes(.chatSocket)?.undelivered },
  ]
  + MetricRow.distribution("chatSocket.message_delay") { $0.systems.pushDelay(.chatSocket) }
  + secondsRows(.chatSocket, ChatSocketAgent.displayNames)
  + milestoneRows(.chatSocket, ChatSocketAgent.milestoneNames)

let primerRows: [MetricRow] =
  MetricRow.distribution("primer.priming_time") {
    $0.systems.time(.primer, PrimerMilestone.primedAfter)
  }
  + MetricRow.distribution("primer.start_time") {
    $0.systems.time(.primer, PrimerMilestone.resolved)
  }
  + [
    count("primer.sessions", .primer, PrimerMilestone.initializing),
    count("primer.sessions_elapsed", .primer, PrimerMilestone.elapsed),
    count("primer.sessions_errored", .primer, PrimerMilestone.errored),
    share("primer.elapsed_share", PrimerMilestone.elapsed, of: .initializing),
    share("primer.fallback_session_share", PrimerMilestone.fallbackSession, of: .initializing),
    .count("primer.reads") { $0.reads },
    .number("primer.read_share.lock", .share) { $0.readShare(.readLock) },
    .number("primer.read_share.latest", .share) { $0.readShare(.readLatest) },
    .number("primer.read_share.fallback", .share) { $0.readShare(.readFallback) },
    .number("primer.fallback_read_share", .share) { facts in
      guard let locked = facts.systems.count(.primer, PrimerMilestone.readLockOfFallback),
        let fresh = facts.systems.count(.primer, PrimerMilestone.readFallback)
      else { return nil }
      return facts.systems.share(locked + fresh, of: facts.reads)
    },
    .count("primer.stale_reads") { $0.systems.reads.map { $0.staleLock + $0.staleLatest } },
    .number("primer.stale_read_share", .share) { facts in
      let stale = facts.systems.reads.map { $0.staleLock + $0.staleLatest }
      return facts.systems.share(stale, of: facts.reads)
    },
    .count("primer.updates") { $0.systems.pushes(.primer)?.made },
    .count("primer.updates_missed") { $0.systems.pushes(.primer)?.missed },
    .number("primer.updates_missed_share", .share) {
      let pushes = $0.systems.pushes(.primer)
      return $0.systems.share(pushes?.missed, of: pushes?.made)
    },
  ]
  + secondsRows(.primer, SessionPrimer.displayNames)
  + milestoneRows(.primer, SessionPrimer.milestoneNames)

let appExtensionRows: [MetricRow] =
  MetricRow.distribution("appExtension.notification_delay") {
    $0.systems.time(.appExtension, AppExtensionMilestone.notified)
  }
  + MetricRow.distribution("appExtension.activation_wait") {
    $0.systems.time(.appExtension, AppExtensionMilestone.activated)
  }
  + MetricRow.distribution("appExtension.operation_time") {
    $0.systems.time(.appExtension, AppExtensionMilestone.appOperation)
  }
  + [
    count("appExtension.overlaps", .appExtension, AppExtensionMilestone.overlap),
    count("appExtension.kills", .appExtension, AppExtensionMilestone.killed),
    count("appExtension.forced_activations", .appExtension, AppExtensionMilestone.activationForced),
    count("appExtension.revocations", .appExtension, AppExtensionMilestone.databaseRevoked),
    .count("appExtension.pushes") { $0.systems.pushes(.appExtension)?.made },
    count("appExtension.notifications", .appExtension, AppExtensionMilestone.notified),
    count("appExtension.notifications_late", .appExtension, AppExtensionMilestone.notifiedLate),
    count("appExtension.shown_by_app", .appExtension, AppExtensionMilestone.notifiedByApp),
    count("appExtension.pushes_merged", .appExtension, AppExtensionMilestone.pushMerged),
    count(
      "appExtension.operations_deferred", .appExtension, AppExtensionMilestone.operationDeferred),
  ]
  + secondsRows(.appExtension, AppExtensionPair.displayNames)
  + milestoneRows(.appExtension, AppExtensionPair.milestoneNames)

let optimisticRows: [MetricRow] =
  [
    .count("optimistic.successes") { $0.contention?.successes },
    count("optimistic.conflicts", .optimistic, OptimisticMilestone.conflict),
    .count("optimistic.row_version") { $0.contention?.rowVersion },
  ]
  + secondsRows(.optimistic, OptimisticClient.displayNames)
  + milestoneRows(.optimistic, OptimisticClient.milestoneNames)

// MARK: Making rows

private func count(
  _ path: String, _ system: SystemName, _ milestone: some Sendable
) -> MetricRow {
  .count(path) { $0.systems.count(system, milestone) }
}

private func share(
  _ path: String, _ part: PrimerMilestone, of whole: PrimerMilestone
) -> MetricRow {
  .number(path, .share) {
    $0.systems.share($0.systems.count(.primer, part), of: $0.systems.count(.primer, whole))
  }
}

private func secondsRows(_ system: SystemName, _ names: [SystemWord]) -> [MetricRow] {
  names.map { name in
    .number("\(system.rawValue).state_seconds.\(name.word)", .seconds) {
      $0.systems.seconds(system, name.word)
    }
  }
}

private func milestoneRows(_ system: SystemName, _ names: [SystemWord]) -> [MetricRow] {
  names.map { name in
    .count("\(system.rawValue).milestones.\(name.word)") { $0.systems.count(system, name.word) }
  }
}

extension SummaryFacts {
  fileprivate var contention: ContentionFigures? {
    run.contention.clients > 0 ? run.contention : nil
  }

  /// Reads of entities.
  fileprivate var reads: Int? {
    let layers: [PrimerMilestone] = [.readLock, .readLatest, .readFallback]
    let counts = layers.compactMap { systems.count(.primer, $0) }
    return counts.count == layers.count ? counts.reduce(0, +) : nil
  }

  fileprivate func readShare(_ layer: PrimerMilestone) -> Double? {
    systems.share(systems.count(.primer, layer), of: reads)
  }

  private var stateSeconds: [String: Double] {
    Dictionary(
      uniqueKeysWithValues: ChatSocketAgent.displayNames.map {
        ($0.word, systems.seconds(.chatSocket, $0.word) ?? 0)
      })
  }

  /// Share of the time in which sockets were on.
  fileprivate var onShare: Double? {
    let seconds = stateSeconds
    let total = total(of: seconds)
    guard systems.seconds(.chatSocket, "off") != nil, total > 0 else { return nil }
    return 1 - (seconds["off"] ?? 0) / total
  }

  /// Share of the time with the socket on in which nobody needed it.
  fileprivate var lingerShare: Double? {
    guard let lingering = systems.seconds(.chatSocket, "lingering") else { return nil }
    let seconds = stateSeconds
    let on = total(of: seconds) - (seconds["off"] ?? 0)
    return on > 0 ? lingering / on : nil
  }

  /// Summed up in the order of the names: a dictionary's own differs from run to run, and with it
  /// the last bit of the sum.
  private func total(of seconds: [String: Double]) -> Double {
    seconds.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
  }
}
