/// Numbers as people read them. Never parsed again: files hold the exact values.
package enum HumanText {
  /// A whole number with thousands separators: `10,000`.
  package static func count(_ count: Int) -> String { grouped("\(count)") }

  /// A duration: `0.05 s`, `73.7 s`, from ten minutes on `12 min 3 s`, from an hour on `1 h 5 min`.
  /// - Parameter seconds: at least 0.
  package static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "\(seconds) s" }
    if seconds == 0 { return "0 s" }
    if seconds < 0.00995 { return decimalText(seconds, 3) + " s" }
    if seconds < 9.995 { return decimalText(seconds, 2) + " s" }
    if seconds < 599.95 { return decimalText(seconds, 1) + " s" }
    let whole = Int(seconds.rounded())
    if whole < 3600 { return pair(whole / 60, "min", whole % 60, "s") }
    let minutes = Int((seconds / 60).rounded())
    return pair(minutes / 60, "h", minutes % 60, "min")
  }

  /// A point in virtual time, without needless decimals: `61 s`, `60.6 s`, `12 min`.
  package static func moment(_ seconds: Double) -> String {
    if seconds < 599.95 { return trimmed(decimalText(seconds, 1)) + " s" }
    return duration(seconds)
  }

  /// A fraction as a percentage: `0 %`, `12.3 %`, `100 %`.
  package static func share(_ share: Double) -> String {
    if share == 0 || share == 1 { return share == 0 ? "0 %" : "100 %" }
    if share > 0, share < 0.0005 { return "<0.1 %" }
    if share < 1, share >= 0.9995 { return ">99.9 %" }
    return decimalText(share * 100, 1) + " %"
  }

  /// A plain number with about three digits: `0.25`, `15.6`, `1,204`.
  package static func number(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
    if number == number.rounded() { return grouped(decimalText(number, 0)) }
    if number > 0, number < 0.005 { return "<0.01" }
    if abs(number) < 9.995 { return decimalText(number, 2) }
    return abs(number) < 99.95 ? decimalText(number, 1) : grouped(decimalText(number, 0))
  }

  /// With its sign: `+7.2`, `-12`, `0.0`.
  package static func signed(_ number: Double, decimals: Int) -> String {
    let text = grouped(decimalText(abs(number), decimals))
    if !text.contains(where: { ("1"..."9").contains($0) }) { return text }
    return (number < 0 ? "-" : "+") + text
  }

  private static func pair(_ large: Int, _ unit: String, _ small: Int, _ part: String) -> String {
    small == 0 ? "\(count(large)) \(unit)" : "\(count(large)) \(unit) \(small) \(part)"
  }

  private static func trimmed(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func grouped(_ digits: String) -> String {
    let isNegative = digits.hasPrefix("-")
    var result: [Character] = []
    for (place, digit) in digits.drop(while: { $0 == "-" }).reversed().enumerated() {
      if place > 0, place % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return (isNegative ? "-" : "") + String(result.reversed())
  }
}
