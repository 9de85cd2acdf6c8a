import Primitives
import Sessions

extension SystemName {
  public static let optimistic = SystemName(rawValue: "optimistic")
}

extension AnyConfiguration {
  public static func optimistic(_ own: OptimisticConfiguration) -> AnyConfiguration {
    AnyConfiguration(OptimisticClient.self, own)
  }
}

extension Fleet {
  /// - Parameter cohorts: by cohort of the plan.
  public static func optimistic(_ cohorts: [OptimisticConfiguration]) -> Fleet {
    Fleet(cohorts.map { .optimistic($0) })
  }
}

extension OptimisticClient: SimulatedSession {
  public static var system: SystemName { .optimistic }
  public static var firstDigestNumber: UInt16 { 240 }
  public static func fresh(under configuration: OptimisticConfiguration) -> OptimisticClient {
    OptimisticClient()
  }
  public static func formula(of configuration: OptimisticConfiguration) -> String? {
    configuration.backoff.name
  }
  public static func policy(of configuration: borrowing OptimisticConfiguration) -> ResolvedPolicy?
  {
    configuration.backoff
  }

  public var authenticated: OptimisticMessage? { .accepted }
  public var ready: OptimisticMessage? { .version }
  public static var hasPushes: Bool { false }
  /// One write for each read.
  public var repeatsCalls: Bool { false }
  public var contends: Bool { true }

  public func stimulus(for environmentEvent: EnvironmentEvent) -> DirectedStimulus<
    OptimisticClient
  >? {
    switch environmentEvent {
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

  public var stateNumber: Int { Int(state.rawValue) }

  public static var stateNames: [SystemWord] {
    OptimisticState.allCases.map { SystemWord(.optimistic, $0.name.lowercased()) }
  }

  public static var milestoneNames: [SystemWord] {
    [
      "idle", "reading", "writing", "waiting", "done", "gaveUp", "conflict", "noAnswer",
      "unhandled",
    ].map { SystemWord(.optimistic, $0) }
  }
}
