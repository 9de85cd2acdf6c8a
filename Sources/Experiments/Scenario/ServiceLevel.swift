/// A promise about a metric: `recover.p99 < 90s`, `gave_up == 0`, `metastable == false`.
public struct ServiceLevel: Hashable, Sendable {
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    case equal = "=="
    case unequal = "!="
  }

  /// The promised value: seconds for a duration, a fraction for a percentage, or a plain number.
  public enum Value: Hashable, Sendable {
    case number(Double)
    case boolean(Bool)
  }

  /// The path of the metric, such as `recover.p99`.
  public var metric: String
  public var comparison: Comparison
  public var value: Value
  /// As it was written.
  public var text: String

  public init(metric: String, comparison: Comparison, value: Value, text: String) {
    self.metric = metric
    self.comparison = comparison
    self.value = value
    self.text = text
  }

  /// Whether a measured number keeps the promise. What was not measured, or is infinite (nil),
  /// never does; nor does a number where a boolean is promised.
  public func isKept(by measured: Double?) -> Bool {
    guard let measured, measured.isFinite, case .number(let limit) = value else { return false }
    switch comparison {
    case .less: return measured < limit
    case .atMost: return measured <= limit
    case .greater: return measured > limit
    case .atLeast: return measured >= limit
    case .equal: return measured == limit
    case .unequal: return measured != limit
    }
  }

  /// Whether a measured boolean keeps the promise; one that was not measured (nil) never does.
  public func isKept(by measured: Bool?) -> Bool {
    guard let measured, case .boolean(let promised) = value else { return false }
    return comparison == .unequal ? measured != promised : measured == promised
  }
}

/// Parses `METRIC OP VALUE`, OP one of `<` `<=` `>` `>=` `==` `!=`; blanks are free.
public func parseServiceLevel(_ text: String) throws(QuantityError) -> ServiceLevel {
  let form = "METRIC OP VALUE, such as recover.p99 < 90s; OP is one of < <= > >= == !="
  let trimmed = trimmedBlanks(text)
  guard let begin = trimmed.firstIndex(where: { "<>=!".contains($0) }) else {
    throw QuantityError("'\(text)' has no comparison: write \(form)")
  }
  let rest = trimmed[begin...]
  let sign = String(rest.prefix { "<>=!".contains($0) })
  guard let comparison = ServiceLevel.Comparison(rawValue: sign) else {
    throw QuantityError("'\(sign)' is not a comparison: write \(form)")
  }
  let metric = trimmedBlanks(String(trimmed[..<begin]))
  guard isMetricPath(metric) else {
    throw QuantityError("'\(metric)' is not the name of a metric: write \(form)")
  }
  let limit = trimmedBlanks(String(rest.dropFirst(sign.count)))
  let value = try serviceLevelValue(limit)
  if case .boolean = value, comparison != .equal, comparison != .unequal {
    throw QuantityError("\(limit) has no order: compare it with == or !=")
  }
  return ServiceLevel(metric: metric, comparison: comparison, value: value, text: trimmed)
}

private func isMetricPath(_ text: String) -> Bool {
  let words = text.split(separator: ".", omittingEmptySubsequences: false)
  // Attempt numbers are words too, but not the first: `spread.1.p50`.
  guard let first = words.first?.first, first.isLetter || first == "_" else { return false }
  return words.allSatisfy { word in
    !word.isEmpty
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}

private func serviceLevelValue(_ text: String) throws(QuantityError) -> ServiceLevel.Value {
  if text == "true" { return .boolean(true) }
  if text == "false" { return .boolean(false) }
  guard let quantity = Quantity(text) else {
    throw QuantityError(
      "'\(text)' is not a value: write a duration (90s), a percentage (5%), a number, true or false"
    )
  }
  switch quantity.unit {
  case "": return .number(quantity.value)
  case "%": return .number(quantity.value(shiftedBy: -2))
  case "k": return .number(quantity.value(shiftedBy: 3))
  case "M": return .number(quantity.value(shiftedBy: 6))
  default: return .number(try parseDuration(text).seconds)
  }
}
