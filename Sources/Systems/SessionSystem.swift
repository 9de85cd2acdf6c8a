import Primitives
import Sessions
import Simulator

/// What a scenario may say about the clients of one session system.
package struct SessionSystem: Sendable {
  package let name: SystemName
  package let profiles: [String]
  package let defaultProfile: String
  /// Whether clients wait by a formula that a scenario may choose.
  package let hasBackoff: Bool
  package let parameters: [SessionParameter]
  package let behaviourKeys: [BehaviourKey]
  /// What clients do where the scenario does not say.
  package let behaviour: Behaviour
  /// Kinds of faults that mean nothing to it, with the reason.
  package let foreignFaults: [String: String]
  /// Whether clients can have been connected for long when a run begins.
  package var canStartConnected = true

  static let all: [SessionSystem] = [.stoat, .chatSocket, .primer, .appExtension, .optimistic]

  package static func named(_ name: String) -> SessionSystem? {
    all.first { $0.name.rawValue == name }
  }
}

/// The session systems by name.
package enum SessionNames {
  package static let all = SystemName.allCases.map(\.rawValue)
}

/// A setting of a session machine that a scenario may change.
package struct SessionParameter: Sendable {
  package let name: String
  package let kind: Kind

  package enum Kind: Sendable {
    /// At least so long.
    case duration(least: Interval)
    case flag
  }
}

/// What a scenario says about a setting.
package enum ParameterValue: Hashable, Sendable {
  case duration(Interval)
  case flag(Bool)
}

/// The streams of behaviour by their names in scenario files.
package enum BehaviourKey: String, Sendable, CaseIterable {
  case app, screens, listeners, firstScreen, reads, sends, launches, entities, database, push
}

/// Builds configurations of one machine from a scenario's settings.
package struct ConfigurationBuilder<Configuration: Sendable> {
  private let settings: [Setting]

  struct Setting {
    let parameter: SessionParameter
    let apply: (ParameterValue, inout Configuration) -> Void

    static func duration(
      _ name: String, _ path: WritableKeyPath<Configuration, Interval>, least: Interval = .zero
    ) -> Setting {
      let parameter = SessionParameter(name: name, kind: .duration(least: least))
      return Setting(parameter: parameter) { value, configuration in
        if case .duration(let span) = value { configuration[keyPath: path] = span }
      }
    }

    static func flag(_ name: String, _ path: WritableKeyPath<Configuration, Bool>) -> Setting {
      Setting(parameter: SessionParameter(name: name, kind: .flag)) { value, configuration in
        if case .flag(let isOn) = value { configuration[keyPath: path] = isOn }
      }
    }
  }

  init(_ settings: [Setting]) { self.settings = settings }

  var parameters: [SessionParameter] { settings.map(\.parameter) }

  /// The standard configuration with what the scenario says.
  package func configuration(
    _ standard: Configuration, _ values: [String: ParameterValue]
  ) -> Configuration {
    var configuration = standard
    for setting in settings {
      if let value = values[setting.parameter.name] { setting.apply(value, &configuration) }
    }
    return configuration
  }
}
