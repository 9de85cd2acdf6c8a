import Primitives
import Sessions

extension SystemName {
  public static let stoat = SystemName(rawValue: "stoat")
}

extension AnyConfiguration {
  public static func stoat(_ own: StoatConfiguration) -> AnyConfiguration {
    AnyConfiguration(StoatClient.self, own)
  }
}

extension Fleet {
  /// - Parameter cohorts: by cohort of the plan.
  public static func stoat(_ cohorts: [StoatConfiguration]) -> Fleet {
    Fleet(cohorts.map { .stoat($0) })
  }
}

extension StoatClient: SimulatedSession {
  public static var system: SystemName { .stoat }
  public static var firstDigestNumber: UInt16 { 0 }
  public static func fresh(under configuration: StoatConfiguration) -> StoatClient { StoatClient() }
  public static func formula(of configuration: StoatConfiguration) -> String? {
    configuration.backoff.name
  }
  public static func policy(of configuration: borrowing StoatConfiguration) -> ResolvedPolicy? {
    configuration.backoff
  }

  public var authenticated: StoatMessage? { .authenticated }
  public var ready: StoatMessage? { .ready }
  public var serverError: StoatMessage? { .error }
  public var loggedOut: StoatMessage? { .logout }
  public static var hasPushes: Bool { false }
  /// Each call is made once for a connection.
  public var repeatsCalls: Bool { false }
  /// The calls that ask who the user is, and why a session ended, are made without a connection.
  public func isOfAttempt(_ call: StoatCall) -> Bool { call == .unreads }

  public func answer(to message: StoatMessage) -> PeerAnswer<StoatMessage> {
    switch message {
    case .ping: .reply(.pong)
    case .closeFrame: .close
    case .authenticated, .ready, .pong, .error, .logout: .nothing
    }
  }

  public func outcome(of call: StoatCall) -> Outcome {
    switch call {
    case .login, .hello, .unreads: .ok
    case .flags: .loggedOut
    }
  }

  public func stimulus(for environmentEvent: EnvironmentEvent) -> DirectedStimulus<StoatClient>? {
    switch environmentEvent {
    case .start: DirectedStimulus(.storedSession)
    case .deviceOnline: DirectedStimulus(.deviceOnline)
    case .deviceOffline: DirectedStimulus(.deviceOffline)
    case .background, .foreground, .backgroundTimeNotice, .freeze, .logout, .screenEntered,
      .screenLeft, .action, .listenerAdded, .listenerRemoved, .launch, .push:
      nil
    }
  }

  public static func longestPeriod(_ configuration: StoatConfiguration) -> Interval {
    configuration.heartbeat
  }

  public var stateNumber: Int { Int(state.rawValue) }

  public static var stateNames: [SystemWord] {
    StoatState.allCases.map { SystemWord(.stoat, $0.name.lowercased()) }
  }

  public static var milestoneNames: [SystemWord] {
    [
      "ready", "loggingIn", "onboarding", "error", "dispose", "connecting", "connected",
      "disconnected", "reconnecting", "offline", "cacheInvalidated", "gaveUp", "unhandled",
      "loginFailed", "blockedByShield", "saysLoggedOut", "saysDisabled", "saysSuspended",
      "saysBanned", "loggedOutElsewhere",
    ].map { SystemWord(.stoat, $0) }
  }
}
