import Primitives
import Sessions

extension SystemName {
  public static let appExtension = SystemName(rawValue: "appExtension")
}

extension AnyConfiguration {
  public static func appExtension(_ own: AppExtensionConfiguration) -> AnyConfiguration {
    AnyConfiguration(AppExtensionPair.self, own)
  }
}

extension Fleet {
  /// - Parameter cohorts: by cohort of the plan.
  public static func appExtension(_ cohorts: [AppExtensionConfiguration]) -> Fleet {
    Fleet(cohorts.map { .appExtension($0) })
  }
}

extension AppExtensionPair: SimulatedSession {
  public static var system: SystemName { .appExtension }
  public static var firstDigestNumber: UInt16 { 192 }
  public static func fresh(under configuration: AppExtensionConfiguration) -> AppExtensionPair {
    AppExtensionPair()
  }
  /// An app with its extension has no connection.
  public static var setUpStages: SetUpStages { [] }

  public func venue(of call: AppExtensionCall) -> CallVenue {
    switch call {
    case .appNetwork, .fetch: .gateway
    case .appWrite, .notifierWrite: .device
    }
  }

  public var pushRoute: PushRoute<NoCode> { .notification }

  public func stimulus(for environmentEvent: EnvironmentEvent) -> DirectedStimulus<
    AppExtensionPair
  >? {
    switch environmentEvent {
    case .start: DirectedStimulus(.launch)
    case .background: DirectedStimulus(.sceneBackground)
    case .foreground: DirectedStimulus(.sceneActive)
    case .backgroundTimeNotice: DirectedStimulus(.backgroundTimeNotice)
    case .freeze: DirectedStimulus(.freeze)
    case .push: DirectedStimulus(.push)
    case .action: DirectedStimulus(.send)
    case .deviceOnline, .deviceOffline, .logout, .screenEntered, .screenLeft, .listenerAdded,
      .listenerRemoved, .launch:
      nil
    }
  }

  /// The time that iOS gives an app that has gone to the background.
  public var backgroundAllowance: ClosedRange<Interval>? { .seconds(15) ... .seconds(20) }

  /// The extension is a process of its own: it runs while the app is frozen.
  public func isFrozen(timer: AppExtensionTimer) -> Bool { Self.belongsToApp(timer) }
  public func isFrozen(call: AppExtensionCall) -> Bool { Self.belongsToApp(call) }

  public static func longestPeriod(_ configuration: AppExtensionConfiguration) -> Interval {
    configuration.backgroundTime
  }

  public var stateNumber: Int { Int(app.rawValue) }

  public static var stateNames: [SystemWord] {
    AppPhase.allCases.map { SystemWord(.appExtension, $0.name.lowercased()) }
  }

  public static var milestoneNames: [SystemWord] {
    [
      "active", "pausing", "paused", "suspending", "suspended", "activating", "killed",
      "extensionWaiting", "extensionActive", "extensionCompleted", "notified", "notifiedByApp",
      "notifiedLate", "pushMerged", "activated", "activationForced", "databaseRevoked", "overlap",
      "appOperation", "operationDeferred", "unhandled",
    ].map { SystemWord(.appExtension, $0) }
  }

  public static func isTimed(_ milestone: AppExtensionMilestone) -> Bool {
    milestone == .notified || milestone == .activated || milestone == .appOperation
  }
}
