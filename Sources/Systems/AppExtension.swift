import Primitives
import Sessions
import Simulator

extension SessionSystem {
  static let appExtension = SessionSystem(
    machine, profile: .app,
    about: SystemAbout(
      """
      An app and its notification extension over one database, which must not write at the same time. It \
      has no backoff.
      """,
      profiles: [
        "app": "What ships: the extension runs only while the app is suspended.",
        "spec": "The published sequence: the extension may run as soon as the app is paused.",
      ]),
    behaviourKeys: [.app, .sends, .database, .push],
    behaviour: sending,
    foreignFaults: [
      "handover": "it has no socket that could die",
      "logout": "its machine knows no user",
    ],
    metrics: appExtensionMetrics,
    traits: SystemTraits(bytesPerClient: 310, recordBytes: 104, livesByCalls: true),
    words: RunWords(
      pace: PaceWords(waiting: "the wait for the extension"), hasOtherAims: true,
      // Without a connection to have, an app counts that is active.
      up: "active apps", isDown: "is not active", areDown: "are not active"),
    figures: ownFigures, findings: .appExtension)
}

private let machine = SessionMachine<AppExtensionProfile, AppExtensionConfiguration>(
  simulated: SimulatedSystem(AppExtensionPair.self),
  configured: AnyConfiguration.appExtension,
  waiting: .ownRules { AppExtensionConfiguration(profile: $0) },
  settings: [
    .duration(
      "backgroundTime", \.backgroundTime,
      """
      How long the app has after its scene went to the background. Profile spec: then it suspends; \
      profile app: a second later it is suspended by force.
      """),
    .duration(
      "activationWait", \.activationWait,
      "How long the app waits for the extension before it forces it to complete."),
    .duration(
      "extensionTime", \.extensionTime,
      "How long the operating system lets the extension run, from the push on."),
    .duration(
      "extensionWait", \.extensionWait,
      "Profile app: how long a push waits for the app to be suspended."),
    .duration(
      "preferenceDelay", \.preferenceDelay,
      "From reading the extension's phase to publishing that the app is activating."),
    .flag(
      "revoke", \.revoke,
      "Profile app: whether a forced activation takes the database from the extension."),
  ],
  replay: { AppExtensionReplay($0.profile) },
  diagram: { AppExtensionLifecycle.mermaid(under: $0) })

/// Writes for a minute, then puts the phone away; answers come while it is away.
private var sending: Behaviour {
  var behaviour = Behaviour()
  behaviour.app = Alternation(
    on: .exponential(mean: .minutes(1)), off: .exponential(mean: .minutes(2)))
  behaviour.actions = .exponential(mean: .seconds(10))
  behaviour.pushes = PushPlan(every: .exponential(mean: .minutes(1)), storms: [])
  return behaviour
}

private let ownFigures = SystemFigures(
  headlines: [
    ("notification p99", "appExtension.notification_delay.p99"),
    ("activation wait p99", "appExtension.activation_wait.p99"),
    ("overlaps", "appExtension.overlaps"), ("kills", "appExtension.kills"),
  ],
  percentiles: [
    ("notification", "appExtension.notification_delay"),
    ("activation wait", "appExtension.activation_wait"),
  ],
  distributions: [
    .milestone("notification_delay", AppExtensionPair.self, .notified),
    .milestone("activation_wait", AppExtensionPair.self, .activated),
    .milestone("operation_time", AppExtensionPair.self, .appOperation),
  ],
  lines: [
    FigureLine(
      "extension",
      [
        """
        notifications \(metric: "appExtension.notifications") \
        (late \(metric: "appExtension.notifications_late"))
        """
      ],
      ["merged \(metric: "appExtension.pushes_merged")"],
      ["shown by the app \(metric: "appExtension.shown_by_app")"]),
    FigureLine(
      "",
      ["overlaps \(metric: "appExtension.overlaps")"],
      ["kills \(metric: "appExtension.kills")"],
      ["forced activations \(metric: "appExtension.forced_activations")"],
      ["deferred \(metric: "appExtension.operations_deferred")"]),
  ])
