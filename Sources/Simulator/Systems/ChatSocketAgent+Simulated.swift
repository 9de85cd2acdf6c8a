import Primitives
import Sessions

extension SystemName {
  public static let chatSocket = SystemName(rawValue: "chatSocket")
}

extension AnyConfiguration {
  public static func chatSocket(_ own: ChatSocketConfiguration) -> AnyConfiguration {
    AnyConfiguration(ChatSocketAgent.self, own)
  }
}

extension Fleet {
  /// - Parameter cohorts: by cohort of the plan.
  public static func chatSocket(_ cohorts: [ChatSocketConfiguration]) -> Fleet {
    Fleet(cohorts.map { .chatSocket($0) })
  }
}

extension ChatSocketAgent: SimulatedSession {
  public static var system: SystemName { .chatSocket }
  public static var firstDigestNumber: UInt16 { 64 }
  public static func fresh(under configuration: ChatSocketConfiguration) -> ChatSocketAgent {
    ChatSocketAgent()
  }
  /// It is connected when its socket is open.
  public static var setUpStages: SetUpStages { [.admission, .handshake] }

  /// A ping every minute, counted from when the gateway has set the connection up.
  public var serverPing: (message: ChatSocketMessage, every: Interval)? { (.ping, .seconds(60)) }
  public var pushRoute: PushRoute<ChatSocketMessage> { .socket(.event, named: false) }

  public func stimulus(for environmentEvent: EnvironmentEvent) -> DirectedStimulus<ChatSocketAgent>?
  {
    switch environmentEvent {
    case .start, .screenEntered: DirectedStimulus(.ownerEnter)
    case .screenLeft: owners > 0 ? DirectedStimulus(.ownerLeave) : nil
    // The screens of a user who is logged out close.
    case .logout: owners > 0 ? DirectedStimulus(.ownerLeave) : nil
    case .background: DirectedStimulus(.appBackground)
    case .foreground: DirectedStimulus(.appForeground)
    case .deviceOnline, .deviceOffline, .backgroundTimeNotice, .freeze, .action, .listenerAdded,
      .listenerRemoved, .launch, .push:
      nil
    }
  }

  public static func longestPeriod(_ configuration: ChatSocketConfiguration) -> Interval {
    configuration.watchdog
  }

  /// The state; a socket that only lingers is told apart.
  public var stateNumber: Int { isLingering ? 4 : Int(state.rawValue) }

  public static var stateNames: [SystemWord] {
    ["off", "connecting", "open", "closed", "lingering"].map { SystemWord(.chatSocket, $0) }
  }

  public static var milestoneNames: [SystemWord] {
    [
      "off", "connecting", "open", "closed", "restarted", "lingerKept", "lingerExpired", "leaked",
      "unhandled",
    ].map { SystemWord(.chatSocket, $0) }
  }

  public static func isTimed(_ milestone: ChatSocketMilestone) -> Bool { milestone == .restarted }
}
