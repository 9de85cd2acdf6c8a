import Measurements
import Metrics
import Sessions
import Simulator

/// The metrics that only the clients of the system appExtension have.
let appExtensionMetrics: [MetricDeclaration] =
  waitingMetrics + databaseMetrics + notificationMetrics + stateMetrics

private let waitingMetrics: [MetricDeclaration] = [
  .distribution(
    "appExtension.notification_delay",
    """
    From a push's arrival on the device to the notification that the extension shows. \
    \(withoutSuchClients)
    """
  ) { $0.systems.time(AppExtensionPair.self, .notified) }.better(.less),
  .distribution(
    "appExtension.activation_wait",
    "From the scene's becoming active to the app's being active. \(withoutSuchClients)"
  ) { $0.systems.time(AppExtensionPair.self, .activated) }.better(.less),
  .distribution(
    "appExtension.operation_time",
    """
    From the user's sending to the end of the operation, network and database. \
    \(withoutSuchClients)
    """
  ) { $0.systems.time(AppExtensionPair.self, .appOperation) }.better(.less),
]

private let databaseMetrics: [MetricDeclaration] = [
  .reached(
    "appExtension.overlaps", AppExtensionPair.self, .overlap,
    """
    Database operations begun while the other process had one in flight: two writers at once. \
    \(withoutSuchClients)
    """
  ).better(.less),
  .reached(
    "appExtension.kills", AppExtensionPair.self, .killed,
    """
    Apps that the system froze with a database operation in flight, and so killed (0xdead10cc). \
    \(withoutSuchClients)
    """,
    source: "Apple Technical Note TN2151"
  ).better(.less),
  .reached(
    "appExtension.forced_activations", AppExtensionPair.self, .activationForced,
    "Activations that did not wait for the extension any longer. \(withoutSuchClients)"
  ).better(.less),
  .reached(
    "appExtension.revocations", AppExtensionPair.self, .databaseRevoked,
    "Forced activations that took the database from the extension. \(withoutSuchClients)"
  ).better(.less),
]

private let notificationMetrics: [MetricDeclaration] = [
  .count(
    "appExtension.pushes", "Pushes that the backend made. \(withoutSuchClients)"
  ) { $0.systems.pushes(.appExtension)?.made },
  .reached(
    "appExtension.notifications", AppExtensionPair.self, .notified,
    "Notifications shown by the extension. \(withoutSuchClients)"),
  .reached(
    "appExtension.notifications_late", AppExtensionPair.self, .notifiedLate,
    "Of these, those shown without the message, as the best attempt. \(withoutSuchClients)"
  ).better(.less),
  .reached(
    "appExtension.shown_by_app", AppExtensionPair.self, .notifiedByApp,
    "Pushes that met an active app. \(withoutSuchClients)"),
  .reached(
    "appExtension.pushes_merged", AppExtensionPair.self, .pushMerged,
    "Pushes that came while the extension waited or worked. \(withoutSuchClients)"),
  .reached(
    "appExtension.operations_deferred", AppExtensionPair.self, .operationDeferred,
    "Operations that had to wait for the app to be active again. \(withoutSuchClients)"
  ).better(.less),
]

private let stateMetrics: [MetricDeclaration] = [
  .states(
    .appExtension, AppExtensionPair.stateNames,
    "active, pausing, paused, suspending, suspended, activating, killed: of the app"),
  .milestones(
    .appExtension, AppExtensionPair.milestoneNames,
    "the first seven are the app's phases, counted when entered"),
]
