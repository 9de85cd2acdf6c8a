import Primitives

/// The stimuli that the user and the operating system give the app and its extension.
public enum AppExtensionStimulus: UInt8, Code {
  /// The app's process starts; a killed app starts again.
  case launch
  case sceneBackground
  case sceneActive
  /// The operating system says that the app's time in the background ends now.
  case backgroundTimeNotice
  /// The operating system stops the app's process now.
  case freeze
  /// A push notification reaches the device.
  case push
  /// The user sends something.
  case send
}

/// Requests, and local database operations: those the device answers after their duration.
public enum AppExtensionCall: UInt8, Code {
  /// App: the network part of what the user sends.
  case appNetwork
  /// App: the database part of it.
  case appWrite
  /// Extension: gets the messages.
  case fetch
  /// Extension: stores them.
  case notifierWrite
}

/// Timers of the app and its extension.
public enum AppExtensionTimer: UInt8, Code {
  /// The app's time in the background.
  case background
  /// How long the app waits for the extension.
  case activation
  /// The extension's time limit. Armed for at once where its run ended for the app's sake: then it
  /// shows its best attempt.
  case notifier
  /// How long the extension waits for the app.
  case notifierWait
  /// From reading the extension's phase to acting on it.
  case preferences
}

/// The milestones that are measured. The first seven are the app's phases, then three of the
/// extension's.
public enum AppExtensionMilestone: UInt8, Code {
  case active, pausing, paused, suspending, suspended, activating, killed
  case extensionWaiting, extensionActive, extensionCompleted
  /// The extension showed the notification; after: since the push that began it.
  case notified
  /// A push met an active app, which shows it at once.
  case notifiedByApp
  /// Beside `notified`: the messages were not stored, this was the best attempt.
  case notifiedLate
  /// A push came while the extension was waiting or active.
  case pushMerged
  /// Beside `active`; after: since the scene became active.
  case activated
  case activationForced, databaseRevoked
  /// A database operation began while the other process had one in flight.
  case overlap
  /// The user's operation is stored; after: since `send`.
  case appOperation
  /// An operation met a block and waits for the app to be active.
  case operationDeferred
  /// The machine had no exit for the event.
  case unhandled
}
