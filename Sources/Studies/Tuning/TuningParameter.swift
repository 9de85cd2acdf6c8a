import Primitives
import Scenarios
import Words

/// A parameter of a formula family, and what it may be.
package struct TuningParameter: Hashable, Sendable {
  /// The name behind the `$` in the family.
  package let name: String
  package let values: Values
  /// The possible values, as they were typed: `5s..120s`.
  package let text: String

  package enum Values: Hashable, Sendable {
    case range(TuningRange)
    /// Pieces of a formula, at least two.
    case choice([String])
  }

  /// The piece of formula at a place in [0, 1] of what it may be.
  func piece(at place: Double) -> String {
    switch values {
    case .range(let range): range.text(at: place)
    case .choice(let pieces): pieces[min(pieces.count - 1, Int(place * Double(pieces.count)))]
    }
  }

  var isChoice: Bool {
    if case .choice = values { true } else { false }
  }

  /// The places whose pieces lie at the edge: both ends of a range, every choice.
  var corners: [Double] {
    switch values {
    case .range: [0, 1]
    case .choice(let pieces):
      pieces.indices.map { (Double($0) + 0.5) / Double(pieces.count) }
    }
  }
}

/// The numbers from one to another, as durations or bare.
package struct TuningRange: Hashable, Sendable {
  /// Seconds where `isDuration`.
  package let low: Double
  package let high: Double
  package let isDuration: Bool
  package let scale: Scale
  fileprivate let lowText: String
  fileprivate let highText: String

  package enum Scale: String, Hashable, Sendable, CaseIterable {
    /// Equal steps are equal factors.
    case log
    case linear
    /// Linear, whole numbers only.
    case whole
  }

  /// High over low beyond which a range is searched by factors unless it says otherwise.
  static let logFrom = 4.0

  /// The number at a place in [0, 1] with three significant digits, or the end that it would round
  /// beyond.
  func text(at place: Double) -> String {
    let number: Double
    switch scale {
    case .linear: number = low + (high - low) * place
    case .log: number = low * portableExp(place * portableLog(high / low))
    case .whole: return numberText((low + (high - low) * place).rounded())
    }
    let rounded = threeDigits(number)
    if rounded <= low { return lowText }
    if rounded >= high { return highText }
    guard isDuration else { return numberText(rounded) }
    if rounded >= 1 { return numberText(rounded) + "s" }
    if rounded >= 0.001 { return numberText(threeDigits(rounded * 1e3)) + "ms" }
    return numberText(threeDigits(rounded * 1e6)) + "us"
  }
}

/// The nearest number with three significant digits.
func threeDigits(_ number: Double) -> Double {
  guard number != 0, number.isFinite else { return number }
  var power = 0
  var scaled = abs(number)
  while scaled >= 999.5 {
    power += 1
    scaled = abs(number) / tenTo(power)
  }
  while scaled < 99.95 {
    power -= 1
    scaled = abs(number) * tenTo(-power)
  }
  let digits = scaled.rounded()
  let magnitude = power >= 0 ? digits * tenTo(power) : digits / tenTo(-power)
  return number < 0 ? -magnitude : magnitude
}

private func tenTo(_ power: Int) -> Double { (0..<power).reduce(1) { product, _ in product * 10 } }

/// Parses `cap=5s..120s`, `factor=1.2..3:linear`, `n=3..12:whole` or `jitter=0.5|1|uniform(0, 1)`.
package func parseTuningParameter(_ text: String) throws(QuantityError) -> TuningParameter {
  let form = "write name=low..high, such as cap=5s..120s, or name=a|b|c"
  guard let equals = text.firstIndex(of: "=") else {
    throw QuantityError("'\(text)' has no '=': \(form)")
  }
  let name = trimmedBlanks(String(text[..<equals]))
  guard let first = name.first, isParameterLetter(first), !first.isNumber,
    name.allSatisfy(isParameterLetter)
  else {
    throw QuantityError("'\(name)' is no name of a parameter: letters, digits and '_'; \(form)")
  }
  let rest = trimmedBlanks(String(text[text.index(after: equals)...]))
  do {
    return TuningParameter(name: name, values: try parseValues(rest, form: form), text: rest)
  } catch {
    throw QuantityError("\(name): \(error.message)")
  }
}

private func parseValues(
  _ text: String, form: String
) throws(QuantityError) -> TuningParameter.Values {
  if text.contains("|") {
    let pieces = text.split(separator: "|", omittingEmptySubsequences: false)
      .map { trimmedBlanks(String($0)) }
    guard !pieces.contains("") else {
      throw QuantityError("'\(text)' has an empty choice: \(form)")
    }
    guard Set(pieces).count == pieces.count else {
      throw QuantityError("'\(text)' has the same choice twice")
    }
    return .choice(pieces)
  }
  guard text.contains("..") else { throw QuantityError("'\(text)' is no range: \(form)") }
  return .range(try parseRange(text))
}

func isParameterLetter(_ character: Character) -> Bool {
  character.isASCII && (character.isLetter || character.isNumber || character == "_")
}

private func parseRange(_ text: String) throws(QuantityError) -> TuningRange {
  let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
  let dots = halves[0].firstRange(of: "..")!
  let lowText = trimmedBlanks(String(halves[0][..<dots.lowerBound]))
  let highText = trimmedBlanks(String(halves[0][dots.upperBound...]))
  let low = try bound(lowText, of: text)
  let high = try bound(highText, of: text)
  // A bare 0 is a duration as well.
  guard low.isDuration == high.isDuration || low.value == 0 || high.value == 0 else {
    throw QuantityError("'\(text)' has one end with a unit and one without")
  }
  guard low.value < high.value else {
    let what = low.value == high.value ? "one value: write it into the formula" : "upside down"
    throw QuantityError("'\(text)' is \(what)")
  }
  let scale = try halves.count > 1 ? scale(String(halves[1]), of: text) : nil
  let isLog = low.value > 0 && high.value / low.value > TuningRange.logFrom
  let range = TuningRange(
    low: low.value, high: high.value, isDuration: low.isDuration || high.isDuration,
    scale: scale ?? (isLog ? .log : .linear), lowText: lowText, highText: highText)
  if range.scale == .log, range.low <= 0 {
    throw QuantityError("'\(text)': equal factors need a low end above 0")
  }
  if range.scale == .whole {
    guard !range.isDuration, [range.low, range.high].allSatisfy({ $0 == $0.rounded() }) else {
      throw QuantityError("'\(text)': the ends of whole numbers are whole numbers")
    }
  }
  return range
}

private func scale(_ text: String, of range: String) throws(QuantityError) -> TuningRange.Scale {
  guard let scale = TuningRange.Scale(rawValue: trimmedBlanks(text)) else {
    let all = TuningRange.Scale.allCases.map(\.rawValue).joined(separator: ", ")
    throw QuantityError("'\(range)': '\(trimmedBlanks(text))' is no scale; there are \(all)")
  }
  return scale
}

private func bound(
  _ text: String, of range: String
) throws(QuantityError) -> (value: Double, isDuration: Bool) {
  guard let quantity = Quantity(text) else {
    throw QuantityError(
      "'\(range)': '\(text)' is neither a duration (250ms) nor a plain number (0.5)")
  }
  if quantity.unit.isEmpty { return (quantity.value, false) }
  return (try parseDuration(text).seconds, true)
}
