import Primitives

/// The app and its notification extension as they publish themselves to each other.
///
/// ```
/// app, spec   ACTIVE --SCENE_BACKGROUND--> PAUSING --NETWORK_DRAINED--> PAUSED
///             PAUSING, PAUSED --NOTICE, BACKGROUND_TIMER--> SUSPENDING --DATABASE_DRAINED--> SUSPENDED
/// app, app    ACTIVE --SCENE_BACKGROUND--> SUSPENDING
///             SUSPENDING --DATABASE_DRAINED, NOTICE, BACKGROUND_TIMER--> SUSPENDED
/// both        PAUSING ... SUSPENDED --SCENE_ACTIVE--> ACTIVATING --> ACTIVE, at once unless the
///             extension is ACTIVE: then on MESSAGES_DONE or a timer
/// extension   IDLE, COMPLETED --PUSH--> WAITING (the app is on its way) or ACTIVE (it is gone)
///             WAITING --the app is gone--> ACTIVE --MESSAGES_DONE, timer--> COMPLETED
///             WAITING --SCENE_ACTIVE, timer--> COMPLETED
/// ```
/// Gone is PAUSED, SUSPENDING or SUSPENDED in `spec`, SUSPENDED in `app`.
@frozen
public struct AppExtensionLifecycle: BitwiseCopyable, Hashable, Sendable {
  public private(set) var app = AppPhase.active
  public private(set) var notifier = ExtensionPhase.idle

  public init() {}

  /// The conditions beside the two phases that an event may depend on.
  public struct Surroundings: Sendable {
    /// No database operation of the app is in flight. `app` has the extension wait for that.
    public var isDatabaseFree = true
    /// True if the app saw an active extension before it publishes "activating".
    public var didSeeActiveExtension = true
    public init() {}
  }

  /// A phase that was entered, of one of the two.
  public enum Entry: BitwiseCopyable, Hashable, Sendable {
    case app(AppPhase)
    case notifier(ExtensionPhase)

    /// The phase's published name, `EXTENSION_` before those of the extension.
    public var name: String {
      switch self {
      case .app(let phase): phase.name
      case .notifier(let phase): "EXTENSION_\(phase.name)"
      }
    }
  }

  /// The result of one event.
  public struct Step: BitwiseCopyable, Sendable {
    /// False where the phases have no such exit: nothing changed.
    public var isAccepted = false
    /// The phases entered, in order.
    public var entered: (first: Entry?, second: Entry?, third: Entry?) = (nil, nil, nil)

    mutating func enter(_ entry: Entry) {
      if entered.first == nil {
        entered.first = entry
      } else if entered.second == nil {
        entered.second = entry
      } else {
        entered.third = entry
      }
    }
  }

  // MARK: Timers that run, as the phases tell

  /// Returns true if the app's time in the background is being counted.
  public func isBackgroundArmed(under profile: AppExtensionProfile) -> Bool {
    switch app {
    case .pausing, .paused: true
    case .suspending: profile == .app
    case .active, .suspended, .activating, .killed: false
    }
  }

  /// True if the app waits for the extension.
  public var isActivationArmed: Bool { app == .activating }

  /// True if the extension's time is being counted.
  public var isExtensionArmed: Bool { notifier == .waiting || notifier == .active }

  /// Returns true if the extension's wait for the app has a limit beside the extension's time.
  public func isWaitArmed(under profile: AppExtensionProfile) -> Bool {
    profile == .app && notifier == .waiting
  }

  // MARK: Events

  /// Takes one published event.
  public mutating func handle(
    _ event: AppExtensionEvent, under profile: AppExtensionProfile,
    in surroundings: Surroundings = Surroundings()
  ) -> Step {
    var step = Step()
    switch event {
    case .sceneBackground: sceneBackground(profile, &step)
    case .sceneActive: sceneActive(surroundings, &step)
    case .backgroundTimeNotice: backgroundEnds(profile, surroundings, &step)
    case .backgroundTimerFire: backgroundEnds(profile, surroundings, &step)
    case .networkDrained: networkDrained(&step)
    case .databaseDrained: databaseDrained(&step)
    case .activationTimerFire: if app == .activating { complete(&step) }
    case .push: push(profile, surroundings, &step)
    case .messagesDone: if notifier == .active { complete(&step) }
    case .extensionTimerFire: if isExtensionArmed { complete(&step) }
    case .extensionWaitFire: if profile == .app { waitEnds(&step) }
    }
    return step
  }

  /// The operating system ends the app's process. To the extension that is as good as SUSPENDED.
  public mutating func kill() -> Step {
    var step = Step()
    guard app != .killed else { return step }
    publish(app: .killed, &step)
    letGo(&step)
    return step
  }

  private mutating func sceneBackground(_ profile: AppExtensionProfile, _ step: inout Step) {
    switch app {
    case .active, .activating: publish(app: profile == .spec ? .pausing : .suspending, &step)
    case .pausing, .paused, .suspending, .suspended, .killed: break
    }
  }

  private mutating func sceneActive(_ surroundings: Surroundings, _ step: inout Step) {
    guard app.isAway else { return }
    publish(app: .activating, &step)
    if notifier == .active && surroundings.didSeeActiveExtension { return }
    if notifier == .waiting { publish(notifier: .completed, &step) }
    publish(app: .active, &step)
  }

  private mutating func backgroundEnds(
    _ profile: AppExtensionProfile, _ surroundings: Surroundings, _ step: inout Step
  ) {
    switch app {
    case .pausing, .paused:
      publish(app: .suspending, &step)
      letGo(&step)
    case .suspending:
      guard profile == .app else { return }
      publish(app: .suspended, &step)
      if surroundings.isDatabaseFree { letGo(&step) }
    case .active, .suspended, .activating, .killed: break
    }
  }

  private mutating func networkDrained(_ step: inout Step) {
    guard app == .pausing else { return }
    publish(app: .paused, &step)
    letGo(&step)
  }

  private mutating func databaseDrained(_ step: inout Step) {
    switch app {
    case .suspending:
      publish(app: .suspended, &step)
      letGo(&step)
    // The operation that a suspension by force left behind has ended.
    case .suspended: letGo(&step)
    case .active, .pausing, .paused, .activating, .killed: break
    }
  }

  private mutating func push(
    _ profile: AppExtensionProfile, _ surroundings: Surroundings, _ step: inout Step
  ) {
    guard !isExtensionArmed else { return }
    step.isAccepted = true
    switch app {
    case .active, .activating: break
    case .pausing: publish(notifier: .waiting, &step)
    case .suspending: publish(notifier: profile == .spec ? .active : .waiting, &step)
    case .suspended:
      let isFree = profile == .spec || surroundings.isDatabaseFree
      publish(notifier: isFree ? .active : .waiting, &step)
    case .paused, .killed: publish(notifier: .active, &step)
    }
  }

  private mutating func waitEnds(_ step: inout Step) {
    guard notifier == .waiting else { return }
    publish(notifier: app == .suspended ? .active : .completed, &step)
  }

  // MARK: Phases

  private mutating func publish(app phase: AppPhase, _ step: inout Step) {
    app = phase
    step.isAccepted = true
    step.enter(.app(phase))
  }

  private mutating func publish(notifier phase: ExtensionPhase, _ step: inout Step) {
    notifier = phase
    step.isAccepted = true
    step.enter(.notifier(phase))
  }

  /// The app leaves the database to a waiting extension.
  private mutating func letGo(_ step: inout Step) {
    if notifier == .waiting { publish(notifier: .active, &step) }
  }

  /// The extension's run is over, and with it the app's wait for that.
  private mutating func complete(_ step: inout Step) {
    publish(notifier: .completed, &step)
    if app == .activating { publish(app: .active, &step) }
  }
}
