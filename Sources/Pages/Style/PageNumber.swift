import Systems
import Words

/// Numbers as a page shows them: the unit never parts from its number.
enum PageNumber {
  static func count(_ number: Double) -> String {
    HumanText.count(Int(clamped: number.rounded()))
  }
  static func count(_ number: Int) -> String { HumanText.count(number) }
  static func duration(_ seconds: Double) -> String { unbroken(HumanText.duration(seconds)) }
  static func moment(_ seconds: Double) -> String { unbroken(HumanText.moment(seconds)) }
  /// The duration that a key has: without needless decimals, from two minutes on in minutes where these are whole.
  static func setting(_ seconds: Double) -> String {
    let minutes = seconds / 60
    guard minutes >= 2, minutes < 600, minutes == minutes.rounded() else { return moment(seconds) }
    return "\(count(minutes))\u{a0}min"
  }

  /// The same on an axis: from two minutes on in minutes, from two hours on in hours, to the nearest tenth.
  static func settingTick(_ seconds: Double) -> String {
    func tenths(_ number: Double) -> String { numberText((number * 10).rounded() / 10) }
    return switch seconds {
    case ..<120: moment(seconds)
    case ..<7_200: tenths(seconds / 60) + "\u{a0}min"
    case _: tenths(seconds / 3_600) + "\u{a0}h"
    }
  }

  /// A moment at a tick of an axis. All ticks of an axis are in one unit: seconds, or where the axis is
  /// long, minutes and hours.
  static func tick(_ seconds: Double, of ticks: [Double]) -> String {
    guard let last = ticks.last, last >= 600 else {
      return seconds == ticks.first && seconds > 0 || seconds == ticks.last
        ? moment(seconds) : number(seconds)
    }
    if seconds == 0 { return "0" }
    return seconds < 3_600 ? "\(number(seconds / 60))\u{a0}min" : moment(seconds)
  }

  static func share(_ share: Double) -> String { unbroken(HumanText.share(share)) }
  /// As many decimals as there are, two at most: `50 %`, `99.99 %`.
  static func percentile(_ share: Double) -> String {
    let hundredths = (share * 10_000).rounded() / 100
    return numberText(hundredths) + "\u{a0}%"
  }

  static func number(_ number: Double) -> String { HumanText.number(number) }
  static func times(_ ratio: Double) -> String { "\(HumanText.number(ratio))\u{a0}×" }
  static func rate(_ perSecond: Double) -> String { "\(HumanText.number(perSecond))/s" }

  /// For a table of numbers: to the nearest millionth, without separators.
  static func plain(_ number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    return abs(rounded) < 1e15 ? numberText(rounded) : "\(rounded)"
  }

  /// A count in a narrow place: `20k`.
  static func short(_ number: Double) -> String {
    switch abs(number) {
    case 1e6...: "\(HumanText.number(number / 1e6))M"
    case 1e4...: "\(HumanText.number(number / 1e3))k"
    case _: count(number)
    }
  }
}
