/// The app's phases, as it publishes them to the extension. Each names the exits it may take; any
/// but KILLED may lead to KILLED.
public enum AppPhase: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// Exit: PAUSING (`app`: SUSPENDING).
  case active
  /// No new network operation begins. Exits: PAUSED, SUSPENDING, ACTIVATING.
  case pausing
  /// No network operation is in flight. Exits: SUSPENDING, ACTIVATING.
  case paused
  /// No new database operation begins. Exits: SUSPENDED, ACTIVATING.
  case suspending
  /// The store is closed. Exit: ACTIVATING.
  case suspended
  /// Waits for the extension to complete, if it is active. Exits: ACTIVE, PAUSING (`app`:
  /// SUSPENDING).
  case activating
  /// Ended by the operating system: stopped with a database operation in flight. The app publishes
  /// nothing of the kind. Exit: ACTIVATING.
  case killed

  /// True if only the scene's becoming active leads back to ACTIVE.
  var isAway: Bool {
    switch self {
    case .pausing, .paused, .suspending, .suspended, .killed: true
    case .active, .activating: false
    }
  }

  /// The name in the published description.
  public var name: String {
    switch self {
    case .active: "ACTIVE"
    case .pausing: "PAUSING"
    case .paused: "PAUSED"
    case .suspending: "SUSPENDING"
    case .suspended: "SUSPENDED"
    case .activating: "ACTIVATING"
    case .killed: "KILLED"
    }
  }
}

/// The extension's phases. Each names the exits it may take.
public enum ExtensionPhase: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// No push has come yet. Exits: WAITING, ACTIVE.
  case idle
  /// Waits for the app to leave it the database. Exits: ACTIVE, COMPLETED.
  case waiting
  /// Gets and stores messages. Exit: COMPLETED.
  case active
  /// The notification is shown. Exits: WAITING, ACTIVE.
  case completed

  /// The name in the published description.
  public var name: String {
    switch self {
    case .idle: "IDLE"
    case .waiting: "WAITING"
    case .active: "ACTIVE"
    case .completed: "COMPLETED"
    }
  }
}

/// The published events of the app and its extension.
public enum AppExtensionEvent: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case sceneBackground, sceneActive, backgroundTimeNotice, backgroundTimerFire
  case networkDrained, databaseDrained, activationTimerFire
  case push, messagesDone, extensionTimerFire
  /// `app` only: the extension has waited long enough for the app.
  case extensionWaitFire

  /// The name in the published description.
  public var name: String {
    switch self {
    case .sceneBackground: "SCENE_BACKGROUND"
    case .sceneActive: "SCENE_ACTIVE"
    case .backgroundTimeNotice: "BACKGROUND_TIME_NOTICE"
    case .backgroundTimerFire: "BACKGROUND_TIMER_FIRE"
    case .networkDrained: "NETWORK_DRAINED"
    case .databaseDrained: "DATABASE_DRAINED"
    case .activationTimerFire: "ACTIVATION_TIMER_FIRE"
    case .push: "PUSH"
    case .messagesDone: "MESSAGES_DONE"
    case .extensionTimerFire: "EXTENSION_TIMER_FIRE"
    case .extensionWaitFire: "EXTENSION_WAIT_FIRE"
    }
  }
}
