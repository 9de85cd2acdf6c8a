import Primitives
import Sessions

extension SystemName {
  public static let primer = SystemName(rawValue: "primer")
}

extension AnyConfiguration {
  public static func primer(_ own: PrimerConfiguration) -> AnyConfiguration {
    AnyConfiguration(SessionPrimer.self, own)
  }
}

extension Fleet {
  /// - Parameter cohorts: by cohort of the plan.
  public static func primer(_ cohorts: [PrimerConfiguration]) -> Fleet {
    Fleet(cohorts.map { .primer($0) })
  }
}

extension SessionPrimer: SimulatedSession {
  public static var system: SystemName { .primer }
  public static var firstDigestNumber: UInt16 { 128 }
  public static func fresh(under configuration: PrimerConfiguration) -> SessionPrimer {
    SessionPrimer()
  }
  /// Its socket may live on when only its request failed.
  public static var setUpStages: SetUpStages { [] }

  public var pushRoute: PushRoute<PrimerMessage> { .socket(.change, named: true) }
  public func listens(to entity: UInt16) -> Bool { isListening(to: Int(entity)) }
  public var listensToAnything: Bool { listenerCount > 0 }
  public static var servesReads: Bool { true }
  public mutating func read(
    _ entity: UInt16, under configuration: borrowing PrimerConfiguration
  ) -> (first: PrimerMilestone, second: PrimerMilestone?)? {
    isStarting ? nil : serve(entity, under: configuration)
  }

  public func stimulus(for environmentEvent: EnvironmentEvent) -> DirectedStimulus<SessionPrimer>? {
    switch environmentEvent {
    case .start: DirectedStimulus(.start, 1)
    case .launch(let user), .logout(let user): DirectedStimulus(.start, user)
    case .action(let entity): isStarting ? nil : DirectedStimulus(.read, entity)
    case .listenerAdded(let entity): DirectedStimulus(.addListener, entity)
    case .listenerRemoved(let entity):
      isListening(to: Int(entity)) ? DirectedStimulus(.removeListener, entity) : nil
    case .deviceOnline, .deviceOffline, .background, .foreground, .backgroundTimeNotice, .freeze,
      .screenEntered, .screenLeft, .push:
      nil
    }
  }

  /// The app waits for start() before it shows anything.
  private var isStarting: Bool { state == .created || state == .initializing }

  public static var hasEntities: Bool { true }

  public static func effect(of milestone: PrimerMilestone) -> CopyEffect? {
    switch milestone {
    case .initializing: .sessionBegan
    case .resolved: .sessionResolved
    case .primedAfter, .refreshed: .fetched
    case .readLock: .readLock
    case .readLatest: .readLatest
    case .readFallback: .readFallback
    case .readLockOfFallback: .lockHeldFallback
    case .created, .primed, .elapsed, .errored, .primedLate, .fallbackSession, .changed,
      .socketLost, .socketGaveUp, .unhandled:
      nil
    }
  }

  public static func longestPeriod(_ configuration: PrimerConfiguration) -> Interval {
    configuration.waitFor
  }

  public var stateNumber: Int { Int(state.rawValue) }

  public static var stateNames: [SystemWord] {
    PrimerState.allCases.map { SystemWord(.primer, $0.name.lowercased()) }
  }

  public static var milestoneNames: [SystemWord] {
    [
      "created", "initializing", "primed", "elapsed", "errored", "resolved", "primedLate",
      "primedAfter", "readLock", "readLatest", "readFallback", "readLockOfFallback",
      "fallbackSession", "changed", "refreshed", "socketLost", "socketGaveUp", "unhandled",
    ].map { SystemWord(.primer, $0) }
  }

  public static func isTimed(_ milestone: PrimerMilestone) -> Bool {
    milestone == .resolved || milestone == .primedAfter
  }
}
