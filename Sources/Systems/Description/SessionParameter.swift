import Primitives

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

/// A setting, and where it stands in the configuration of its machine.
struct Setting<Configuration>: Sendable {
  let parameter: SessionParameter
  let apply: @Sendable (ParameterValue, inout Configuration) -> Void

  static func duration(
    _ name: String, _ path: WritableKeyPath<Configuration, Interval> & Sendable,
    least: Interval = .zero
  ) -> Setting {
    let parameter = SessionParameter(name: name, kind: .duration(least: least))
    return Setting(parameter: parameter) { value, configuration in
      if case .duration(let span) = value { configuration[keyPath: path] = span }
    }
  }

  static func flag(
    _ name: String, _ path: WritableKeyPath<Configuration, Bool> & Sendable
  ) -> Setting {
    Setting(parameter: SessionParameter(name: name, kind: .flag)) { value, configuration in
      if case .flag(let isOn) = value { configuration[keyPath: path] = isOn }
    }
  }
}
