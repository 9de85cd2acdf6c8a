import Primitives

/// A setting of a session machine that a scenario may change.
package struct SessionParameter: Sendable {
  package let name: String
  package let kind: Kind
  /// The effect of the setting: one or more sentences.
  package let meaning: String
  /// The value in the system's default profile.
  package let standard: ParameterValue

  package enum Kind: Sendable {
    /// At least so long.
    case duration(least: Interval)
    case flag
  }
}

/// The value that a scenario gives a setting.
package enum ParameterValue: Hashable, Sendable {
  case duration(Interval)
  case flag(Bool)
}

/// A setting, and where it stands in the configuration of its machine.
struct Setting<Configuration>: Sendable {
  let name: String
  let kind: SessionParameter.Kind
  let meaning: String
  let value: @Sendable (Configuration) -> ParameterValue
  let apply: @Sendable (ParameterValue, inout Configuration) -> Void

  static func duration(
    _ name: String, _ path: WritableKeyPath<Configuration, Interval> & Sendable,
    least: Interval = .zero, _ meaning: String
  ) -> Setting {
    Setting(
      name: name, kind: .duration(least: least), meaning: meaning,
      value: { .duration($0[keyPath: path]) },
      apply: { value, configuration in
        if case .duration(let span) = value { configuration[keyPath: path] = span }
      })
  }

  static func flag(
    _ name: String, _ path: WritableKeyPath<Configuration, Bool> & Sendable, _ meaning: String
  ) -> Setting {
    Setting(
      name: name, kind: .flag, meaning: meaning, value: { .flag($0[keyPath: path]) },
      apply: { value, configuration in
        if case .flag(let isOn) = value { configuration[keyPath: path] = isOn }
      })
  }

  func parameter(of configuration: Configuration) -> SessionParameter {
    SessionParameter(
      name: name, kind: kind, meaning: meaning, standard: value(configuration))
  }
}
