import Sessions
import Words

extension FindingCode {
  package static let keptApart = FindingCode(
    "kept-apart", "App and extension never overlapped, none was killed and no activation forced.")
  package static let overlappingWrites = FindingCode(
    "overlapping-writes", "Both wrote the database at once.")
  package static let killedApps = FindingCode(
    "killed-apps", "The system killed apps with a database operation in flight.")
  package static let forcedActivations = FindingCode(
    "forced-activations", "The extension was not done in time.")
  package static let lateNotifications = FindingCode(
    "late-notifications",
    """
    Notifications were shown; counts if any came without the message or took more than 5 s at \
    p99.
    """)
  package static let activationWaits = FindingCode(
    "activation-waits", "Apps were activated; on demand.")
  package static let operationTimes = FindingCode(
    "operation-times", "Operations were made; on demand.")
  package static let pushesReceived = FindingCode(
    "pushes-received", "Pushes were made; on demand.")
}

extension SystemFindings {
  static let appExtension = SystemFindings(
    codes: [
      .keptApart, .overlappingWrites, .killedApps, .forcedActivations, .lateNotifications,
      .activationWaits, .operationTimes, .pushesReceived,
    ],
    exclusions: [
      FindingExclusion([.keptApart], [.overlappingWrites, .killedApps, .forcedActivations])
    ]
  ) { $0.appExtensionFindings }
}

extension SystemEvidence {
  /// The findings on conflicts between app and extension, and on the causes of late notifications.
  var appExtensionFindings: [Finding] {
    [
      keptApart, overlaps, kills, forcedActivations, lateNotifications, slowActivations,
      slowOperations, pushes,
    ].compactMap { $0 }
  }

  private var keptApart: Finding? {
    let paths = ["overlaps", "kills", "forced_activations"].map { "appExtension.\($0)" }
    guard isOnly, !isBad, run.course.clear != nil,
      paths.allSatisfy({ count($0) == 0 })
    else { return nil }
    return Finding(
      .keptApart, .filler,
      figures(
        "appExtension.overlaps", "appExtension.kills", "appExtension.forced_activations"),
      "App and extension kept out of each other's way.")
  }

  private var overlaps: Finding? {
    let overlaps = count("appExtension.overlaps")
    guard overlaps > 0 else { return nil }
    let profiles = cohorts.profiles
    var reasons: [String] = []
    if profiles.contains("spec") {
      reasons.append("the extension may write while the app still does (profile spec)")
    }
    if profiles != ["spec"], count("appExtension.forced_activations") > 0 {
      reasons.append(
        "an activation did not wait and the extension's write went on (revoke off)")
    }
    let why = reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", or ")
    return Finding(
      .overlappingWrites, .notable,
      figures("appExtension.overlaps", "appExtension.forced_activations"),
      explains: ["appExtension.overlaps", "appExtension.milestones.overlap"],
      "\(counted(overlaps, "time")) both processes wrote the database at once\(why).")
  }

  private var kills: Finding? {
    let kills = count("appExtension.kills")
    guard kills > 0 else { return nil }
    return Finding(
      .killedApps, .notable,
      figures("appExtension.kills"),
      explains: [
        "appExtension.kills", "appExtension.milestones.killed", "appExtension.state_seconds.killed",
        "in_error",
      ],
      "\(counted(kills, "app")) \(kills == 1 ? "was" : "were") killed by the system (0xdead10cc): "
        + "frozen with a database operation in flight.")
  }

  private var forcedActivations: Finding? {
    let forced = count("appExtension.forced_activations")
    guard forced > 0 else { return nil }
    let limit = cohorts.seconds(
      "activationWait", standard: AppExtensionConfiguration().activationWait)
    let within = limit.map { " within \(setting($0))" } ?? " in time"
    let revoked = count("appExtension.revocations")
    var taken = ""
    if revoked > 0 {
      taken = ", and lost the database" + (revoked < forced ? " \(counted(revoked, "time"))" : "")
    }
    return Finding(
      .forcedActivations, .notable,
      figures("appExtension.forced_activations", "appExtension.revocations"),
      explains: [
        "appExtension.forced_activations", "appExtension.revocations",
        "appExtension.activation_wait", "appExtension.milestones.activationForced",
        "appExtension.milestones.databaseRevoked", "recover", "downtime",
      ],
      "\(counted(forced, "activation")) \(forced == 1 ? "was" : "were") forced: the extension was "
        + "not done\(within)\(taken).")
  }

  private var lateNotifications: Finding? {
    let shown = count("appExtension.notifications")
    let late = count("appExtension.notifications_late")
    guard shown > 0, let p99 = number("appExtension.notification_delay.p99") else { return nil }
    let isSlow = p99 > 5
    let bare =
      "\(HumanText.count(late)) of \(counted(shown, "notification")) came without the message"
    let slow =
      "1 % of \(late > 0 ? "all" : "the notifications") took \(time(p99)) or more"
    let what = [late > 0 ? bare : nil, isSlow || late == 0 ? slow : nil].compactMap { $0 }
    return Finding(
      .lateNotifications, late > 0 || isSlow ? .notable : .onDemand,
      figures(
        "appExtension.notifications", "appExtension.notifications_late",
        "appExtension.notification_delay.p99"),
      explains: [
        "appExtension.notification", "appExtension.milestones.notified",
        "appExtension.milestones.extension",
      ],
      "\(what.joined(separator: ", and ")): \(whyNotificationsAreLate).")
  }

  private var whyNotificationsAreLate: String {
    var reasons: [String] = []
    let waited = count("appExtension.milestones.extensionWaiting")
    if waited > 0 {
      reasons.append("\(counted(waited, "push", "pushes")) waited for the app to suspend")
    }
    if run.load.callFailures > 0 {
      let all = isOnly ? "" : " of the fleet"
      reasons.append("\(counted(run.load.callFailures, "request"))\(all) failed")
    }
    let forced = count("appExtension.forced_activations")
    if forced > 0 { reasons.append("\(counted(forced, "run")) of the extension had to end early") }
    return reasons.isEmpty
      ? "the answers of the network took that long" : reasons.joined(separator: ", ")
  }

  private var slowActivations: Finding? {
    guard let p99 = number("appExtension.activation_wait.p99"),
      let last = number("appExtension.activation_wait.max")
    else { return nil }
    return Finding(
      .activationWaits, .onDemand,
      figures("appExtension.activation_wait.p99", "appExtension.activation_wait.max"),
      explains: [
        "appExtension.activation_wait", "appExtension.state_seconds.activating",
        "appExtension.milestones.activ", "recover",
        "downtime",
      ],
      "99 % of the activations waited \(time(p99)) or less for the extension, the "
        + "longest \(time(last)).")
  }

  private var slowOperations: Finding? {
    guard let p99 = number("appExtension.operation_time.p99"),
      let last = number("appExtension.operation_time.max")
    else { return nil }
    let deferred = count("appExtension.operations_deferred")
    return Finding(
      .operationTimes, .onDemand,
      figures(
        "appExtension.operation_time.p99", "appExtension.operation_time.max",
        "appExtension.operations_deferred"),
      explains: [
        "appExtension.operation", "appExtension.milestones.operationDeferred",
        "appExtension.milestones.appOperation",
      ],
      "99 % of the operations took \(time(p99)) or less, the longest \(time(last)): "
        + "\(HumanText.count(deferred)) had to wait for the app to be active again.")
  }

  private var pushes: Finding? {
    let made = count("appExtension.pushes")
    guard made > 0 else { return nil }
    return Finding(
      .pushesReceived, .onDemand,
      figures("appExtension.pushes", "appExtension.shown_by_app", "appExtension.pushes_merged"),
      explains: [
        "appExtension.push", "appExtension.shown_by_app", "appExtension.milestones",
        "appExtension.state_seconds",
      ],
      "Of \(counted(made, "push", "pushes")) \(HumanText.count(count("appExtension.shown_by_app"))) "
        + "met an active app, and \(HumanText.count(count("appExtension.pushes_merged"))) an "
        + "extension that was busy.")
  }
}
