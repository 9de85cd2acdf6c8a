import Primitives

/// An app and its notification extension on one device: two processes that share a database, and
/// tell each other through published phases whose it is.
///
/// ```
/// app        send -> network -> database write -> done; one operation at a time, the rest queues
/// extension  push -> (WAITING) -> ACTIVE: fetch -> database write -> notification, COMPLETED
/// ```
/// No network operation of the app begins outside ACTIVE, none of the database from SUSPENDING until
/// ACTIVE. A database operation that begins while the other process has one in flight is an overlap:
/// in `app` with `revoke` there is none. Source: simplex-chat/simplexmq
/// `rfcs/done/2022-06-13-db-sync.md`, simplex-chat `apps/ios/SimpleX NSE/NotificationService.swift`.
@frozen
public struct AppExtensionPair: SessionStateMachine {
  public typealias Configuration = AppExtensionConfiguration
  public typealias Stimulus = AppExtensionStimulus
  /// There is no socket: messages are fetched by calls.
  public typealias Message = NoCode
  public typealias Call = AppExtensionCall
  public typealias Timer = AppExtensionTimer
  public typealias Milestone = AppExtensionMilestone
  public typealias CallsOut = OneOfEachCall

  /// When the scene last became active.
  @usableFromInline var sceneActiveAt = Instant.start
  /// The push that began the extension's run.
  @usableFromInline var pushedAt = Instant.start
  @usableFromInline var outbox = AppExtensionOutbox()
  @usableFromInline var memory: Memory = []
  public internal(set) var lifecycle = AppExtensionLifecycle()

  /// The facts that the two processes remember beside their phases.
  @usableFromInline struct Memory: OptionSet, BitwiseCopyable, Sendable {
    @usableFromInline let rawValue: UInt16
    @usableFromInline init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The first four: calls that are out.
    static let appNetwork = Memory(rawValue: 1)
    static let appWrite = Memory(rawValue: 2)
    static let fetch = Memory(rawValue: 4)
    static let notifierWrite = Memory(rawValue: 8)
    /// The network part of an operation is done, its write is yet to begin.
    static let writeDue = Memory(rawValue: 16)
    /// No database operation of the app begins before it is ACTIVE again.
    static let blocked = Memory(rawValue: 32)
    /// The app has read the extension's phase and not published its own.
    static let window = Memory(rawValue: 64)
    /// It read ACTIVE.
    static let sawActive = Memory(rawValue: 128)
    /// The extension's run has ended for the app's sake; the notification is not shown yet.
    static let owesNotification = Memory(rawValue: 256)
  }

  public init() {}

  public var app: AppPhase { lifecycle.app }
  public var notifier: ExtensionPhase { lifecycle.notifier }
  /// True if a database operation of the app is in flight.
  public var appWrites: Bool { memory.contains(.appWrite) }
  /// True if a database operation of the extension is in flight.
  public var notifierWrites: Bool { memory.contains(.notifierWrite) }

  public mutating func handle(
    _ event: Event<AppExtensionPair>, under configuration: borrowing AppExtensionConfiguration,
    in turn: inout Turn<AppExtensionPair>
  ) {
    let before = lifecycle
    var fired: AppExtensionTimer?
    switch event {
    case .stimulus(let stimulus, _): take(stimulus, configuration, &turn)
    case .answered(let call, let outcome): answered(call, outcome, configuration, &turn)
    case .fired(let timer):
      fired = timer
      self.fired(timer, configuration, &turn)
    case .opened, .received, .closed: turn.emit(.reached(.unhandled))
    }
    drain(configuration, &turn)
    adjustTimers(since: before, fired: fired, configuration, &turn)
    goOn(&turn)
  }

  public var standing: Standing {
    switch lifecycle.app {
    case .active: .content
    case .activating: .waiting
    case .pausing, .paused, .suspending, .suspended: .idle
    case .killed: .needsPerson
    }
  }

  @inlinable public var connectionTimers: TimerSet<AppExtensionTimer> { TimerSet(bits: 0) }
  @inlinable public var keepaliveTimers: TimerSet<AppExtensionTimer> { TimerSet(bits: 0) }

  /// Returns true if a timer is the app's. A frozen app does not get it.
  public static func belongsToApp(_ timer: AppExtensionTimer) -> Bool {
    switch timer {
    case .background, .activation, .preferences: true
    case .notifier, .notifierWait: false
    }
  }

  /// Returns true if a call is the app's. A frozen app does not get the answer.
  public static func belongsToApp(_ call: AppExtensionCall) -> Bool {
    switch call {
    case .appNetwork, .appWrite: true
    case .fetch, .notifierWrite: false
    }
  }

  // MARK: Events

  private mutating func take(
    _ stimulus: AppExtensionStimulus, _ configuration: borrowing AppExtensionConfiguration,
    _ turn: inout Turn<AppExtensionPair>
  ) {
    switch stimulus {
    case .launch: launch(configuration, &turn)
    case .sceneBackground: sceneBackground(configuration, &turn)
    case .sceneActive: sceneActive(configuration, &turn)
    case .backgroundTimeNotice: step(.backgroundTimeNotice, configuration, &turn)
    case .freeze: freeze(&turn)
    case .push: pushed(configuration, &turn)
    case .send: send(&turn)
    }
  }

  private mutating func answered(
    _ call: AppExtensionCall, _ outcome: Outcome,
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    switch call {
    case .appNetwork: answeredNetwork(&turn)
    case .appWrite: answeredWrite(&turn)
    case .fetch: answeredFetch(outcome, configuration, &turn)
    case .notifierWrite: answeredNotifierWrite(configuration, &turn)
    }
  }

  private mutating func fired(
    _ timer: AppExtensionTimer, _ configuration: borrowing AppExtensionConfiguration,
    _ turn: inout Turn<AppExtensionPair>
  ) {
    switch timer {
    case .background: step(.backgroundTimerFire, configuration, &turn)
    case .activation: forceActivation(configuration, &turn)
    case .notifier: notifierEnds(configuration, &turn)
    case .notifierWait: step(.extensionWaitFire, configuration, &turn)
    case .preferences: publishActivation(configuration, &turn)
    }
  }

  // MARK: The lifecycle

  /// Steps the lifecycle and does what the phases it entered ask for.
  /// - Parameter isStored: the extension has stored its messages.
  mutating func step(
    _ event: AppExtensionEvent, isStored: Bool = false,
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    var surroundings = AppExtensionLifecycle.Surroundings()
    surroundings.isDatabaseFree = !appWrites
    if configuration.profile == .spec && memory.contains(.window) {
      // `app` looks again.
      surroundings.didSeeActiveExtension = memory.contains(.sawActive)
    }
    let step = lifecycle.handle(event, under: configuration.profile, in: surroundings)
    guard step.isAccepted else { return turn.emit(.reached(.unhandled)) }
    entered(step, isStored, &turn)
  }

  mutating func entered(
    _ step: AppExtensionLifecycle.Step, _ isStored: Bool, _ turn: inout Turn<AppExtensionPair>
  ) {
    if let entry = step.entered.first { entered(entry, isStored, &turn) }
    if let entry = step.entered.second { entered(entry, isStored, &turn) }
    if let entry = step.entered.third { entered(entry, isStored, &turn) }
  }

  private mutating func entered(
    _ entry: AppExtensionLifecycle.Entry, _ isStored: Bool, _ turn: inout Turn<AppExtensionPair>
  ) {
    turn.emit(.reached(AppExtensionMilestone(entering: entry)))
    switch entry {
    case .app(.active):
      memory.remove(.blocked)
      turn.emit(.reached(.activated, after: turn.now - sceneActiveAt))
    case .app(.suspending), .app(.activating): memory.insert(.blocked)
    case .app: break
    case .notifier(.active):
      memory.insert(.fetch)
      turn.emit(.call(.fetch))
    case .notifier(.completed): runEnded(isStored: isStored, &turn)
    case .notifier: break
    }
  }

  /// Publishes that the app's operations have come to their end, as soon as they have.
  private mutating func drain(
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    let isNetworkFree = !memory.contains(.appNetwork)
    if app == .pausing && isNetworkFree { step(.networkDrained, configuration, &turn) }
    if appWrites { return }
    switch app {
    case .suspending:
      guard configuration.profile == .spec || isNetworkFree else { return }
      step(.databaseDrained, configuration, &turn)
    case .suspended: if notifier == .waiting { step(.databaseDrained, configuration, &turn) }
    case .active, .pausing, .paused, .activating, .killed: break
    }
  }

  /// Arms and disarms what the phases before and after the event say.
  private func adjustTimers(
    since before: AppExtensionLifecycle, fired: AppExtensionTimer?,
    _ configuration: borrowing AppExtensionConfiguration, _ turn: inout Turn<AppExtensionPair>
  ) {
    func adjust(_ timer: AppExtensionTimer, was: Bool, is isArmed: Bool, after: Interval) {
      // The one that fired no longer runs.
      let wasArmed = was && timer != fired
      if isArmed && !wasArmed { turn.emit(.arm(timer, after: after)) }
      if wasArmed && !isArmed { turn.emit(.disarm(timer)) }
    }
    let profile = configuration.profile
    adjust(
      .background, was: before.isBackgroundArmed(under: profile),
      is: lifecycle.isBackgroundArmed(under: profile), after: configuration.backgroundLimit)
    adjust(
      .activation, was: before.isActivationArmed, is: lifecycle.isActivationArmed,
      after: configuration.activationWait)
    adjust(
      .notifierWait, was: before.isWaitArmed(under: profile),
      is: lifecycle.isWaitArmed(under: profile), after: configuration.extensionWait)
    if memory.contains(.owesNotification) && before.isExtensionArmed {
      // The extension, another process, has its say next.
      turn.emit(.arm(.notifier, after: .zero))
    } else {
      adjust(
        .notifier, was: before.isExtensionArmed, is: lifecycle.isExtensionArmed,
        after: configuration.extensionTime)
    }
  }
}

extension AppExtensionMilestone {
  /// The milestone of entering a phase: first those of the app, then those of the extension. IDLE
  /// has none, because no event enters it.
  init(entering entry: AppExtensionLifecycle.Entry) {
    switch entry {
    case .app(let phase): self = AppExtensionMilestone(rawValue: phase.rawValue)!
    case .notifier(let phase):
      self = AppExtensionMilestone(
        rawValue: AppExtensionMilestone.killed.rawValue + phase.rawValue)!
    }
  }
}
