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
      guard let field = reader.take(parameter.name) else { continue }
      switch parameter.kind {
      case .duration(let least):
        if let span = field.duration(least ... .hours(744)) {
          values[parameter.name] = .duration(span)
        }
      case .flag: if let isOn = field.onOrOff() { values[parameter.name] = .flag(isOn) }
      }
    }
    reader.finish()
    return values
  }

  /// `on` or `off`, also written as `true` or `false`.
  private func onOrOff() -> Bool? {
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
