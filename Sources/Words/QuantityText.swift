import Primitives

/// The duration in the largest unit that makes it a whole number: `15m`, `90s`, `500us`, `0s`.
/// `parseDuration` reads it back exactly.
package func durationText(_ interval: Interval) -> String {
  if interval == .zero { return "0s" }
  for unit in durationUnits where interval.nanoseconds % unit.nanoseconds == 0 {
    return "\(interval.nanoseconds / unit.nanoseconds)\(unit.name)"
  }
  return "\(interval.nanoseconds)ns"
}

/// A part of a whole as `45%`, or as a fraction where a percentage would not read back exactly.
package func shareText(_ share: Double) -> String {
  let percent = (share * 1e12).rounded() / 1e10
  let text = numberText(percent) + "%"
  if let same = try? parseShare(text, upTo: max(1, share)), same == share { return text }
  return numberText(share)
}

/// Events a second as `500/s`; a minute or an hour where a second's would not read back exactly.
package func rateText(_ perSecond: Double) -> String {
  for (unit, seconds) in [("s", 1.0), ("m", 60), ("h", 3_600)] {
    let number = perSecond * seconds
    // A product may be off in its last digit.
    for candidate in [number, (number * 1e6).rounded() / 1e6] {
      let text = "\(numberText(candidate))/\(unit)"
      if let same = try? parseRate(text), same == perSecond { return text }
    }
  }
  return numberText(perSecond) + "/s"
}

/// The shortest decimal that reads back as this number, without an exponent: `2`, `0.5`.
package func numberText(_ number: Double) -> String {
  if let whole = Int64(exactly: number) { return "\(whole)" }
  let text = "\(number)"
  guard let mark = text.firstIndex(of: "e"), let power = Int(text[text.index(after: mark)...]),
    power < 0
  else { return text }
  // Only small numbers get here: 1.5e-05 becomes 0.000015.
  let isNegative = text.first == "-"
  let digits = text[..<mark].filter { $0.isNumber }
  let trimmed = digits.hasSuffix("0") && digits.count > 1 ? String(digits.dropLast()) : digits
  let zeros = String(repeating: "0", count: -power - 1)
  return (isNegative ? "-0." : "0.") + zeros + trimmed
}
