import Primitives

/// The extension's half: from the push to the notification.
extension AppExtensionPair {
  mutating func pushed(
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    if lifecycle.isExtensionArmed { return turn.emit(.reached(.pushMerged)) }
    if app == .active { return turn.emit(.reached(.notifiedByApp)) }
    if memory.contains(.owesNotification) { notify(isLate: true, &turn) }
    pushedAt = turn.now
    step(.push, configuration, &turn)
  }

  mutating func answeredFetch(
    _ outcome: Outcome, _ configuration: borrowing AppExtensionConfiguration,
    _ turn: inout Turn<AppExtensionPair>
  ) {
    memory.remove(.fetch)
    guard outcome == .ok, mayStore(configuration.profile) else {
      return step(.messagesDone, configuration, &turn)
    }
    memory.insert(.notifierWrite)
    if appWrites { turn.emit(.reached(.overlap)) }
    turn.emit(.call(.notifierWrite))
  }

  /// Returns true if a database operation of the extension may begin. Once the app is on its way
  /// back, the extension only finishes what is in flight.
  private func mayStore(_ profile: AppExtensionProfile) -> Bool {
    // One of a run that was ended by force, still in flight.
    if notifierWrites { return false }
    switch app {
    case .active, .activating: return false
    case .pausing, .paused, .suspending: return profile == .spec
    case .suspended, .killed: return profile == .spec || !appWrites
    }
  }

  mutating func answeredNotifierWrite(
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    memory.remove(.notifierWrite)
    // Otherwise it belonged to a run that was ended by force.
    guard notifier == .active, !memory.contains(.fetch) else { return }
    step(.messagesDone, isStored: true, configuration, &turn)
  }

  /// The extension's time is over, or it notices that its run is.
  mutating func notifierEnds(
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    if memory.contains(.owesNotification) { return notify(isLate: true, &turn) }
    abortRun(&turn)
    step(.extensionTimerFire, configuration, &turn)
  }

  /// Stops what the extension's run has in flight.
  mutating func abortRun(_ turn: inout Turn<AppExtensionPair>) {
    guard notifier == .active else { return }
    let call: AppExtensionCall = memory.contains(.fetch) ? .fetch : .notifierWrite
    memory.remove(call == .fetch ? .fetch : .notifierWrite)
    turn.emit(.forget(call))
  }

  /// - Parameter isStored: otherwise the notification is a best attempt: out of time, no answer, or
  ///   the database was not to be had.
  mutating func runEnded(isStored: Bool, _ turn: inout Turn<AppExtensionPair>) {
    if !isStored && app == .active {
      // The app took the database: that goes first, the notification has a turn of its own.
      memory.insert(.owesNotification)
    } else {
      notify(isLate: !isStored, &turn)
    }
  }

  private mutating func notify(isLate: Bool, _ turn: inout Turn<AppExtensionPair>) {
    memory.remove(.owesNotification)
    turn.emit(.reached(.notified, after: turn.now - pushedAt))
    if isLate { turn.emit(.reached(.notifiedLate)) }
  }
}
