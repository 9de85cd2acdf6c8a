import Primitives
import Sessions

extension StoatClient: SimulatedSession {
  public var system: SystemName { .stoat }
  public static func fresh(under configuration: StoatConfiguration) -> StoatClient { StoatClient() }

  public var authenticated: StoatMessage? { .authenticated }
  public var ready: StoatMessage? { .ready }
  public var serverError: StoatMessage? { .error }
  public var loggedOut: StoatMessage? { .logout }
  public static var hasPushes: Bool { false }
  /// Each call is made once for a connection.
  public var repeatsCalls: Bool { false }

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

  public func stimulus(for happening: Happening) -> DirectedStimulus<StoatClient>? {
    switch happening {
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

  public var display: Int { Int(state.banner.rawValue) }

  public static var displayNames: [SystemWord] {
    ["none", "connecting", "disconnected", "reconnecting", "device_offline"]
      .map { SystemWord(.stoat, $0) }
  }

  public static var milestoneNames: [SystemWord] {
    StoatMilestone.allCases.map { SystemWord(.stoat, "\($0)") }
  }
}
