import Primitives
import Sessions

extension OptimisticClient: SimulatedSession {
  public var system: SystemName { .optimistic }
  public static func fresh(under configuration: OptimisticConfiguration) -> OptimisticClient {
    OptimisticClient()
  }

  public var authenticated: OptimisticMessage? { .accepted }
  public var ready: OptimisticMessage? { .version }
  public static var hasPushes: Bool { false }
  /// One write for each read.
  public var repeatsCalls: Bool { false }
  public var contends: Bool { true }

  public func stimulus(for happening: Happening) -> DirectedStimulus<OptimisticClient>? {
    switch happening {
    case .start: DirectedStimulus(.start)
    case .deviceOnline, .deviceOffline, .background, .foreground, .backgroundTimeNotice, .freeze,
      .logout, .screenEntered, .screenLeft, .action, .listenerAdded, .listenerRemoved, .launch,
      .push:
      nil
    }
  }

  public static func longestPeriod(_ configuration: OptimisticConfiguration) -> Interval {
    configuration.requestTimeout
  }

  public var display: Int { Int(state.rawValue) }

  public static var displayNames: [SystemWord] {
    OptimisticState.allCases.map { SystemWord(.optimistic, $0.name.lowercased()) }
  }

  public static var milestoneNames: [SystemWord] {
    OptimisticMilestone.allCases.map { SystemWord(.optimistic, "\($0)") }
  }
}
