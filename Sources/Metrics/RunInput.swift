import Simulator

/// What was run, as far as its metrics look at it. With a `RunResult` it is all that they are read off.
package struct RunInput: Sendable {
  package let plan: SimulationPlan
  /// By cohort, what its clients share.
  package let configurations: [MixedConfiguration]

  package init(_ plan: SimulationPlan, _ configurations: [MixedConfiguration]) {
    self.plan = plan
    self.configurations = configurations
  }

  /// By cohort, the session system of its clients.
  package var systems: [SystemName] { configurations.map(\.system) }
}

extension MixedConfiguration {
  fileprivate var system: SystemName {
    switch self {
    case .stoat: .stoat
    case .chatSocket: .chatSocket
    case .primer: .primer
    case .appExtension: .appExtension
    case .optimistic: .optimistic
    }
  }
}
