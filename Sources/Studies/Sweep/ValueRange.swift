import Scenarios
import Words

/// The values of `from..to/step`, both ends included; any other text as it is.
///
/// - Throws: where it looks like a range and is none, or its steps do not end at `to`.
func expandedRange(_ text: String) throws(QuantityError) -> [String] {
  guard let (from, rest) = parted(text, at: ".."),
    !text.contains(where: { "\"'()[]{}".contains($0) })
  else { return [text] }
  guard let range = ValueRange(from: from, rest) else {
    throw QuantityError("'\(text)' is no range: write from..to/step, such as 10s..60s/10s")
  }
  return try range.values(of: text)
}

private struct ValueRange {
  /// First, last and step as whole numbers of `decimals` places.
  private var numbers: [Int128]
  private var decimals = 0
  private var unit = ""
  /// Returns the text of one of the numbers; nil: with its decimals and unit.
  private var name: (@Sendable (Int64) -> String)?

  /// - Parameter rest: `to/step`. The unit may hold a `/` itself (`500/s`): the step begins with a
  ///   digit.
  init?(from: String, _ rest: String) {
    let slash = rest.indices.first { index in
      rest[index] == "/" && rest[index...].dropFirst().first?.isNumber == true
    }
    guard let slash else { return nil }
    let texts = [from, String(rest[..<slash]), String(rest[rest.index(after: slash)...])]
      .map(trimmedBlanks)
    var parts = texts.compactMap { Quantity($0) }
    guard parts.count == 3 else { return nil }
    // A bare 0 has any unit.
    if parts[0].digits == 0, parts[0].unit.isEmpty { parts[0].unit = parts[1].unit }
    if parts.allSatisfy({ $0.unit == parts[2].unit }) {
      let most = parts.map(\.decimals).max() ?? 0
      decimals = most
      unit = parts[2].unit
      numbers = parts.map { part in
        let zeros = (part.decimals..<most).reduce(Int128(1)) { power, _ in power * 10 }
        return Int128(part.digits) * zeros * (part.isNegative ? -1 : 1)
      }
    } else if let spans = try? texts.map({ try parseDuration($0).nanoseconds }) {
      numbers = spans.map { Int128($0) }
      name = { durationText(.nanoseconds($0)) }
    } else if let counts = try? texts.map(parseCount) {
      numbers = counts.map { Int128($0) }
      name = { "\($0)" }
    } else {
      return nil
    }
  }

  func values(of text: String) throws(QuantityError) -> [String] {
    let (first, last, step) = (numbers[0], numbers[1], numbers[2])
    guard step > 0 else { throw QuantityError("the step of '\(text)' must be above 0") }
    guard first <= last else {
      throw QuantityError("'\(text)' goes down: write the smaller end first")
    }
    guard (last - first) % step == 0 else {
      let near = self.text(last - (last - first) % step)
      throw QuantityError("the steps of '\(text)' do not end there, but at \(near)")
    }
    guard (last - first) / step < Int128(SweepGrid.limit) else {
      throw QuantityError("'\(text)' has more values than the \(SweepGrid.limit) cells allowed")
    }
    return (0...(last - first) / step).map { self.text(first + $0 * step) }
  }

  private func text(_ number: Int128) -> String {
    if let name { return name(Int64(number)) }
    let digits = "\(number.magnitude)"
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    var fraction = padded.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    let point = fraction.isEmpty ? "" : "."
    return (number < 0 ? "-" : "") + padded.dropLast(decimals) + point + fraction + unit
  }
}

/// Returns the text before and behind the first `mark`.
private func parted(_ text: String, at mark: String) -> (String, String)? {
  var index = text.startIndex
  while index < text.endIndex {
    if text[index...].hasPrefix(mark) {
      return (String(text[..<index]), String(text[index...].dropFirst(mark.count)))
    }
    index = text.index(after: index)
  }
  return nil
}
