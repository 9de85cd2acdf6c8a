import Words

extension HumanText {
  /// A metric's value in its unit; `never` where infinite, `-` where there is none.
  package static func value(_ value: MetricValue, _ unit: MetricUnit) -> String {
    switch value {
    case .count(let count): return Self.count(count)
    case .boolean(let truth): return "\(truth)"
    case .word(let word): return word
    case .never: return "never"
    case .undefined: return "-"
    case .number(let number):
      switch unit {
      case .seconds: return duration(number)
      case .share: return share(number)
      case .count, .ratio, .truth, .word: return Self.number(number)
      }
    }
  }

  /// A metric's value beside a limit that it is compared with: with as many digits as tell them apart.
  package static func value(_ value: MetricValue, _ unit: MetricUnit, besides limit: Double)
    -> String
  {
    let usual = Self.value(value, unit)
    guard case .number(let number) = value, number != limit,
      usual == Self.value(.number(limit), unit)
    else { return usual }
    let scale = unit == .share ? 100.0 : 1
    let sign = unit == .share ? " %" : unit == .seconds ? " s" : ""
    for decimals in 1...9 {
      let text = decimalText(number * scale, decimals)
      if text != decimalText(limit * scale, decimals) { return text + sign }
    }
    return usual
  }
}
