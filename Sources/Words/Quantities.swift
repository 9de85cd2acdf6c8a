import Primitives

/// Why a text is not the quantity that is due: what was found and what is allowed.
package struct QuantityError: Error, Hashable, Sendable, CustomStringConvertible {
  package let message: String
  package init(_ message: String) { self.message = message }
  package var description: String { message }
}

/// The longest duration a scenario can name: 100 years of 365 days.
package let longestDuration = Interval.hours(24 * 36_500)

/// Parses `250ms`, `1.5s`, `2m`, `1h`, `3d`, `10us`, `100ns`; exact to the nanosecond.
///
/// The sign is kept: the caller decides if a negative duration makes sense. A bare `0` is a
/// duration; any other bare number is an error. At most 100 years either way.
package func parseDuration(_ text: String) throws(QuantityError) -> Interval {
  guard let quantity = Quantity(text) else {
    throw QuantityError("'\(text)' is not a duration: \(durationForm)")
  }
  guard !quantity.unit.isEmpty else {
    if quantity.value == 0 { return .zero }
    // From 100 on it may be milliseconds, as many configurations count.
    let hint =
      quantity.value < 100 ? "write \(text)s" : "did you mean \(text)ms, or \(text)s?"
    throw QuantityError("\(text) has no unit: \(hint)")
  }
  guard let unit = durationUnits.first(where: { $0.name == quantity.unit }) else {
    if let meant = durationUnit(meantBy: quantity.unit) {
      throw QuantityError("'\(text)' is not a duration: write \(quantity.text)\(meant)")
    }
    throw QuantityError("'\(text)' is not a duration: \(durationForm)")
  }
  let scaled = Int128(quantity.digits) * Int128(unit.nanoseconds)
  let divisor = Int128(powerOfTen(quantity.decimals))
  guard scaled % divisor == 0 else {
    throw QuantityError("\(text) is finer than a nanosecond")
  }
  guard scaled / divisor <= Int128(longestDuration.nanoseconds) else {
    throw QuantityError("\(text) is out of range: at most 100 years (36500d)")
  }
  let nanoseconds = Int64(scaled / divisor)
  return Interval(nanoseconds: quantity.isNegative ? -nanoseconds : nanoseconds)
}

/// Parses a whole number of things: `10000`, `10k`, `1M`, `2.5k`. The sign is kept.
package func parseCount(_ text: String) throws(QuantityError) -> Int {
  let form = "write a whole number, such as 500, 10k or 1M"
  guard let quantity = Quantity(text), let zeros = countPrefixes[quantity.unit] else {
    if let meant = count(meantBy: text) {
      throw QuantityError("'\(text)' is not a count: write \(meant)")
    }
    throw QuantityError("'\(text)' is not a count: \(form)")
  }
  let scaled = Int128(quantity.digits) * Int128(powerOfTen(zeros))
  let divisor = Int128(powerOfTen(quantity.decimals))
  guard scaled % divisor == 0 else { throw QuantityError("\(text) is not whole: \(form)") }
  guard let count = Int(exactly: scaled / divisor) else {
    throw QuantityError("\(text) is out of range")
  }
  return quantity.isNegative ? -count : count
}

/// Parses `500/s`, `30/m`, `100/h`, `2k/s`, `16/5s` into events a second. The sign is kept.
package func parseRate(_ text: String) throws(QuantityError) -> Double {
  let form = "write a number and /s, /m or /h, such as 500/s, or 16/5s"
  if let slash = text.firstIndex(of: "/"), text[slash...].dropFirst().first.map(isDigit) == true {
    return try rate(text, of: String(text[..<slash]), each: String(text[slash...].dropFirst()))
  }
  guard let quantity = Quantity(text) else {
    throw QuantityError("'\(text)' is not a rate: \(form)")
  }
  if let meant = rateUnit(meantBy: quantity.unit) {
    throw QuantityError("'\(text)' is not a rate: write \(quantity.text)\(meant)")
  }
  let parts = quantity.unit.split(separator: "/", omittingEmptySubsequences: false)
  guard let zeros = countPrefixes[String(parts.first ?? "")], parts.count <= 2 else {
    throw QuantityError("'\(text)' is not a rate: \(form)")
  }
  guard parts.count == 2 else { throw QuantityError("\(text) has no unit: write \(text)/s") }
  let number = quantity.value(shiftedBy: zeros)
  switch parts[1] {
  case "s": return number
  case "m": return number / 60
  case "h": return number / 3600
  default: throw QuantityError("'\(text)' is not a rate: \(form)")
  }
}

/// So many in a time that is no single unit.
private func rate(
  _ text: String, of count: String, each time: String
) throws(QuantityError) -> Double {
  guard let quantity = Quantity(count), let zeros = countPrefixes[quantity.unit],
    let seconds = (try? parseDuration(time))?.seconds, seconds > 0
  else {
    throw QuantityError("'\(text)' is not a rate: write a number and a duration, such as 16/5s")
  }
  return quantity.value(shiftedBy: zeros) / seconds
}

/// The whole number that is meant by `1e6`, `10,000` and `10_000`; nil for any other text.
private func count(meantBy text: String) -> Int? {
  let digits = text.filter { $0 != "," && $0 != "_" }
  if digits != text, digits.allSatisfy(isDigit), digits.first != "0" { return Int(digits) }
  let isScientific = text.allSatisfy { isDigit($0) || ".eE+".contains($0) } && text.first != "0"
  guard isScientific, text.lowercased().contains("e"), let number = Double(text), number >= 0 else {
    return nil
  }
  return Int(exactly: number)
}

/// The unit that is meant by one of another way of writing; nil where none is known.
private func durationUnit(meantBy unit: String) -> String? {
  switch unit.lowercased() {
  case "sec", "secs", "second", "seconds": "s"
  case "min", "mins", "minute", "minutes": "m"
  case "hr", "hrs", "hour", "hours": "h"
  case "day", "days": "d"
  case "msec", "msecs", "millis", "millisecond", "milliseconds": "ms"
  case "usec", "usecs", "micros", "microseconds": "us"
  case _: nil
  }
}

private func rateUnit(meantBy unit: String) -> String? {
  switch unit.lowercased() {
  case "rps", "qps", "cps", "tps", "ps", "/sec", "/second": "/s"
  case "rpm", "/min", "/minute": "/m"
  case "rph", "/hour": "/h"
  case _: nil
  }
}

/// Parses a part of a whole: `45%` or the fraction `0.45`. The result is in [0, 1].
package func parseShare(_ text: String) throws(QuantityError) -> Double {
  try parseShare(text, upTo: 1)
}

/// The same of something that may be more than the whole. The result is in [0, most].
package func parseShare(_ text: String, upTo most: Double) throws(QuantityError) -> Double {
  guard let quantity = Quantity(text), ["", "%"].contains(quantity.unit) else {
    throw QuantityError("'\(text)' is not a share: write a percentage such as 45%, or 0.45")
  }
  let share = quantity.value(shiftedBy: quantity.unit == "%" ? -2 : 0)
  if quantity.unit.isEmpty, share > 1, share <= 100, most == 1 {
    // Somebody who writes 45 means 45%.
    let hint = share < 2 ? "" : "; write \(text)% or less"
    throw QuantityError("\(text) is out of range: 0 to 1, or 0% to 100%" + hint)
  }
  guard share >= 0, share <= most else {
    throw QuantityError("\(text) is out of range: 0% to \(shareText(most))")
  }
  return share
}

/// Parses a plain decimal number such as `0.5`. The sign is kept.
package func parseNumber(_ text: String) throws(QuantityError) -> Double {
  guard let quantity = Quantity(text), quantity.unit.isEmpty else {
    throw QuantityError("'\(text)' is not a number: write it plainly, such as 0.5 or 3")
  }
  return quantity.value
}

package let durationForm = "write a number and one unit, such as 250ms; units: us, ms, s, m, h, d"

/// Longest first.
let durationUnits: [(name: String, nanoseconds: Int64)] = [
  ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
  ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
]

/// Zeros that a prefix stands for.
private let countPrefixes = ["": 0, "k": 3, "M": 6]

/// A decimal number with the text behind it, taken apart without rounding.
package struct Quantity {
  package var isNegative = false
  /// The digits as one whole number: 1.50 has 150 and two decimals.
  package var digits: Int64 = 0
  package var decimals = 0
  /// The text that follows the number at once; empty for a bare number.
  package var unit = ""

  /// nil where the text does not begin with a number, has a leading zero as in 010, blanks within,
  /// or more than 18 digits.
  package init?(_ text: String) {
    var rest = text[...]
    if let sign = rest.first, sign == "-" || sign == "+" {
      isNegative = sign == "-"
      rest = rest.dropFirst()
    }
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    guard !whole.isEmpty, whole.count == 1 || whole.first != "0" else { return nil }
    var fraction = rest.prefix(0)
    if rest.first == "." {
      fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(fraction.count + 1)
    }
    guard whole.count + fraction.count <= 18, let digits = Int64(whole + fraction) else {
      return nil
    }
    guard rest.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "%" || $0 == "/") }) else {
      return nil
    }
    self.digits = digits
    decimals = fraction.count
    unit = String(rest)
  }

  /// The number as it was written, without its unit.
  package var text: String { numberText(value) }

  /// The number without its unit.
  package var value: Double { value(shiftedBy: 0) }

  /// The number times a power of ten, rounded once.
  package func value(shiftedBy zeros: Int) -> Double {
    let magnitude = Double("\(digits)e\(zeros - decimals)") ?? .nan
    return isNegative ? -magnitude : magnitude
  }
}

private func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

/// 10 to the power of 0...18.
private func powerOfTen(_ exponent: Int) -> Int64 {
  (0..<exponent).reduce(1) { power, _ in power * 10 }
}

package func trimmedBlanks(_ text: String) -> String {
  let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
  guard let first = text.firstIndex(where: { !isBlank($0) }),
    let last = text.lastIndex(where: { !isBlank($0) })
  else { return "" }
  return String(text[first...last])
}
