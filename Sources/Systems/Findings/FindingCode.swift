/// What kind of finding it is. The raw value stands in results and does not change.
///
/// In the order in which a verdict tells them: how it began, what became of the clients, what set the
/// pace, what only some session systems have, and what is told only on demand.
package enum FindingCode: String, Sendable, CaseIterable {
  case interrupted
  case nobodyAffected = "nobody-affected"
  case backBeforeClear = "back-before-clear"
  case restCameBack = "rest-came-back"

  // The load.
  case knock
  case eagerReconnects = "eager-reconnects"
  case herd
  case backlogOverflow = "backlog-overflow"
  case turnedAway = "turned-away"

  // What became of the clients.
  case endlessFault = "endless-fault"
  case metastableLockstep = "metastable-lockstep"
  case metastableOverload = "metastable-overload"
  case metastableRejection = "metastable-rejection"
  case setUpExceedsTimeout = "set-up-exceeds-timeout"
  case inError = "in-error"
  case gaveUp = "gave-up"
  case stuck
  case othersCameBack = "others-came-back"
  case nobodyElseCameBack = "nobody-else-came-back"
  case faultStillInForce = "fault-still-in-force"
  case unfinishedButProgressing = "unfinished-but-progressing"
  case unfinishedWithoutProgress = "unfinished-without-progress"

  // What set the pace of the recovery.
  case nobodyWaited = "nobody-waited"
  case firstConnections = "first-connections"
  case recoveredQuickly = "recovered-quickly"
  case gatewayPaces = "gateway-paces"
  case sharedPace = "shared-pace"
  case retriesCollide = "retries-collide"
  case formulaPaces = "formula-paces"
  case detectionPaces = "detection-paces"
  case faultDuringRecovery = "fault-during-recovery"
  case recoveredSlowly = "recovered-slowly"
  case stormOutlivedCause = "storm-outlived-cause"
  case inertIncident = "inert-incident"
  case relapses
  case justAsked = "just-asked"
  case weatherGoesOn = "weather-goes-on"

  // Session systems.
  case keptApart = "kept-apart"
  case overlappingWrites = "overlapping-writes"
  case killedApps = "killed-apps"
  case forcedActivations = "forced-activations"
  case lateNotifications = "late-notifications"
  case activationWaits = "activation-waits"
  case operationTimes = "operation-times"
  case pushesReceived = "pushes-received"
  case deadSockets = "dead-sockets"
  case lateMessages = "late-messages"
  case leakedSockets = "leaked-sockets"
  case lingeringSockets = "lingering-sockets"
  case fallbacksShown = "fallbacks-shown"
  case staleReads = "stale-reads"
  case responseTimes = "response-times"
  case allWritten = "all-written"
  case conflicts

  // On demand.
  case attemptsMade = "attempts-made"
  case callsMade = "calls-made"
  case missingFigure = "missing-figure"
}
