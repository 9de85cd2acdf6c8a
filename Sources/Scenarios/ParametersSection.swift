import Primitives
import Systems

extension Field {
  /// Settings of a session machine, over those the fleet has.
  func parameters(
    of system: SessionSystem, over base: [String: ParameterValue]
  ) -> [String: ParameterValue]? {
    let names = system.parameters.map(\.name).joined(separator: ", ")
    guard let reader = mapping("a mapping of \(names)") else { return nil }
    var values = base
    for parameter in system.parameters {
      if let value = reader.read(ParameterKeys.key(parameter)) { values[parameter.name] = value }
    }
    reader.finish()
    return values
  }

  /// `on` or `off`, also written as `true` or `false`.
  fileprivate func onOrOff() -> Bool? {
    guard let text = text("on or off") else { return nil }
    switch text {
    case "on", "true": return true
    case "off", "false": return false
    default:
      problem("found \(node.found); allowed: on, off")
      return nil
    }
  }
}

/// The keys of `parameters`: the settings of a session machine.
enum ParameterKeys {
  static func key(_ parameter: SessionParameter) -> Key<ParameterValue> {
    Key(
      parameter.name, form(parameter.kind), standard: parameter.standard.text,
      example: parameter.standard.text, parameter.meaning)
  }

  private static func form(_ kind: SessionParameter.Kind) -> Form<ParameterValue> {
    switch kind {
    case .duration(let least):
      let range = least...Interval.hours(744)
      return Form(.duration(range)) { $0.duration(range).map { .duration($0) } }
    case .flag: return Form(.onOff) { $0.onOrOff().map { .flag($0) } }
    }
  }
}
