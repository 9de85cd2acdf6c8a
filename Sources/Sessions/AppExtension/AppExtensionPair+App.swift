import Primitives

/// The app's half: the scene, and what the user sends.
extension AppExtensionPair {
  // MARK: The scene

  mutating func launch(
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    switch app {
    // A fresh machine is ACTIVE: its process has only to say so.
    case .active: turn.emit(.reached(.active))
    case .killed: sceneActive(configuration, &turn)
    case .pausing, .paused, .suspending, .suspended, .activating:
      turn.emit(.reached(.unhandled))
    }
  }

  mutating func sceneBackground(
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    if memory.contains(.window) {
      memory.subtract([.window, .sawActive])
      return turn.emit(.disarm(.preferences))
    }
    let wasActive = app == .active
    step(.sceneBackground, configuration, &turn)
    if wasActive && isQueueing { turn.emit(.reached(.operationDeferred)) }
  }

  /// Reads the extension's phase; acts on it now, or after the time that takes.
  mutating func sceneActive(
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    guard app.isAway, !memory.contains(.window) else {
      return turn.emit(.reached(.unhandled))
    }
    sceneActiveAt = turn.now
    guard configuration.preferenceDelay > .zero else {
      return step(.sceneActive, configuration, &turn)
    }
    memory.insert(.window)
    if notifier == .active { memory.insert(.sawActive) }
    turn.emit(.arm(.preferences, after: configuration.preferenceDelay))
  }

  mutating func publishActivation(
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    step(.sceneActive, configuration, &turn)
    memory.subtract([.window, .sawActive])
  }

  /// The app has waited long enough for the extension.
  mutating func forceActivation(
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    turn.emit(.reached(.activationForced))
    if configuration.mayRevoke {
      abortRun(&turn)
      turn.emit(.reached(.databaseRevoked))
    } else if memory.contains(.fetch) {
      // Nothing comes of it; a database operation in flight goes on.
      abortRun(&turn)
    }
    step(.activationTimerFire, configuration, &turn)
  }

  /// The operating system stops the process. With the database in use it ends it: 0xdead10cc.
  /// Otherwise the driver holds back the app's timers and answers until it goes on.
  mutating func freeze(_ turn: inout Turn<AppExtensionPair>) {
    guard app != .killed else { return turn.emit(.reached(.unhandled)) }
    guard appWrites else { return }
    turn.emit(.forget(.appWrite))
    if memory.contains(.window) { turn.emit(.disarm(.preferences)) }
    memory.subtract([.appWrite, .blocked, .window, .sawActive])
    outbox = AppExtensionOutbox()
    entered(lifecycle.kill(), false, &turn)
  }

  // MARK: Operations of the user

  /// True if an operation of the user has begun and is not done.
  private var isOperating: Bool {
    !memory.isDisjoint(with: [.appNetwork, .appWrite, .writeDue])
  }

  /// True if an operation waits for its network part to begin.
  private var isQueueing: Bool { outbox.count > (isOperating ? 1 : 0) }

  mutating func send(_ turn: inout Turn<AppExtensionPair>) {
    guard app != .killed, outbox.append(at: turn.now) else {
      return turn.emit(.reached(.unhandled))
    }
    if app != .active { turn.emit(.reached(.operationDeferred)) }
  }

  /// Begins what is due and nothing blocks.
  mutating func goOn(_ turn: inout Turn<AppExtensionPair>) {
    guard app == .active else { return }
    if memory.contains(.writeDue) {
      memory.remove(.writeDue)
      beginWrite(&turn)
    } else if !isOperating && isQueueing {
      memory.insert(.appNetwork)
      turn.emit(.call(.appNetwork))
    }
  }

  mutating func answeredNetwork(_ turn: inout Turn<AppExtensionPair>) {
    memory.remove(.appNetwork)
    if memory.contains(.blocked) {
      memory.insert(.writeDue)
      turn.emit(.reached(.operationDeferred))
    } else {
      beginWrite(&turn)
    }
  }

  private mutating func beginWrite(_ turn: inout Turn<AppExtensionPair>) {
    memory.insert(.appWrite)
    if notifierWrites { turn.emit(.reached(.overlap)) }
    turn.emit(.call(.appWrite))
  }

  mutating func answeredWrite(_ turn: inout Turn<AppExtensionPair>) {
    memory.remove(.appWrite)
    let sentAt = outbox.removeFirst()
    turn.emit(.reached(.appOperation, after: turn.now - sentAt))
  }
}
