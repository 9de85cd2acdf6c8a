/// What kind of finding it is. The raw value stands in results and does not change.
///
/// Those of a session system stand with its findings.
package struct FindingCode: Hashable, Sendable {
  package let rawValue: String

  init(_ rawValue: String) { self.rawValue = rawValue }

  /// All codes, in the order in which a verdict tells them: how it began, what became of the clients,
  /// what set the pace, what only some session systems have, and what is told only on demand.
  package static let all: [FindingCode] = ofEveryRun + ofSystems + onDemand

  /// In the order of the systems' names.
  private static let ofSystems: [FindingCode] =
    SessionSystem.all.sorted { $0.name.rawValue < $1.name.rawValue }.flatMap(\.findings.codes)

  private static let ofEveryRun: [FindingCode] = [
    .interrupted, .nobodyAffected, .backBeforeClear, .restCameBack, .knock, .eagerReconnects,
    .herd, .backlogOverflow, .turnedAway, .endlessFault, .metastableLockstep, .metastableOverload,
    .metastableRejection, .setUpExceedsTimeout, .inError, .gaveUp, .stuck, .othersCameBack,
    .nobodyElseCameBack, .faultStillInForce, .unfinishedButProgressing,
    .unfinishedWithoutProgress, .nobodyWaited, .firstConnections, .recoveredQuickly,
    .gatewayPaces, .sharedPace, .retriesCollide, .formulaPaces, .detectionPaces,
    .faultDuringRecovery, .recoveredSlowly, .stormOutlivedCause, .inertIncident, .relapses,
    .justAsked, .weatherGoesOn,
  ]

  private static let onDemand: [FindingCode] = [.attemptsMade, .callsMade, .missingFigure]
}

extension FindingCode {
  package static let interrupted = FindingCode("interrupted")
  package static let nobodyAffected = FindingCode("nobody-affected")
  package static let backBeforeClear = FindingCode("back-before-clear")
  package static let restCameBack = FindingCode("rest-came-back")

  // The load.
  package static let knock = FindingCode("knock")
  package static let eagerReconnects = FindingCode("eager-reconnects")
  package static let herd = FindingCode("herd")
  package static let backlogOverflow = FindingCode("backlog-overflow")
  package static let turnedAway = FindingCode("turned-away")

  // What became of the clients.
  package static let endlessFault = FindingCode("endless-fault")
  package static let metastableLockstep = FindingCode("metastable-lockstep")
  package static let metastableOverload = FindingCode("metastable-overload")
  package static let metastableRejection = FindingCode("metastable-rejection")
  package static let setUpExceedsTimeout = FindingCode("set-up-exceeds-timeout")
  package static let inError = FindingCode("in-error")
  package static let gaveUp = FindingCode("gave-up")
  package static let stuck = FindingCode("stuck")
  package static let othersCameBack = FindingCode("others-came-back")
  package static let nobodyElseCameBack = FindingCode("nobody-else-came-back")
  package static let faultStillInForce = FindingCode("fault-still-in-force")
  package static let unfinishedButProgressing = FindingCode("unfinished-but-progressing")
  package static let unfinishedWithoutProgress = FindingCode("unfinished-without-progress")

  // What set the pace of the recovery.
  package static let nobodyWaited = FindingCode("nobody-waited")
  package static let firstConnections = FindingCode("first-connections")
  package static let recoveredQuickly = FindingCode("recovered-quickly")
  package static let gatewayPaces = FindingCode("gateway-paces")
  package static let sharedPace = FindingCode("shared-pace")
  package static let retriesCollide = FindingCode("retries-collide")
  package static let formulaPaces = FindingCode("formula-paces")
  package static let detectionPaces = FindingCode("detection-paces")
  package static let faultDuringRecovery = FindingCode("fault-during-recovery")
  package static let recoveredSlowly = FindingCode("recovered-slowly")
  package static let stormOutlivedCause = FindingCode("storm-outlived-cause")
  package static let inertIncident = FindingCode("inert-incident")
  package static let relapses = FindingCode("relapses")
  package static let justAsked = FindingCode("just-asked")
  package static let weatherGoesOn = FindingCode("weather-goes-on")

  // On demand.
  package static let attemptsMade = FindingCode("attempts-made")
  package static let callsMade = FindingCode("calls-made")
  package static let missingFigure = FindingCode("missing-figure")
}
