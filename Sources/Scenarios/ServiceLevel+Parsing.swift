import Metrics
import Systems
import Words

/// Parses `METRIC OP VALUE`, OP one of `<` `<=` `>` `>=` `==` `!=`; blanks are free.
///
/// The metric's unit says what the value must be: a duration takes a unit of time, a share `%` or a
/// fraction, a count a whole number, a ratio a plain one, and a truth `true` or `false`.
/// - Throws: also where there is no such metric.
package func parseServiceLevel(_ text: String) throws(QuantityError) -> ServiceLevel {
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
  guard let unit = MetricNames.unit(of: metric) else {
    throw QuantityError(MetricNames.noMetric(named: metric))
  }
  let limit = trimmedBlanks(String(rest.dropFirst(sign.count)))
  let promised = PromisedValue(text: limit, metric: metric, comparison: comparison)
  return ServiceLevel(
    metric: metric, comparison: comparison, value: try promised.value(in: unit), text: trimmed)
}

private func isMetricPath(_ text: String) -> Bool {
  let words = text.split(separator: ".", omittingEmptySubsequences: false)
  // Attempt numbers are words too, but not the first: `spread.1.p50`. Cohorts may have a dash.
  guard let first = words.first?.first, first.isLetter || first == "_" else { return false }
  return words.allSatisfy { word in
    !word.isEmpty
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
  }
}

/// The right side of a promise, before it is known to fit the metric on its left.
private struct PromisedValue {
  let text: String
  let metric: String
  let comparison: ServiceLevel.Comparison

  func value(in unit: MetricUnit) throws(QuantityError) -> ServiceLevel.Value {
    if unit == .truth { return .boolean(try truth()) }
    if unit == .word { return .word(try word()) }
    guard text != "true", text != "false" else {
      throw QuantityError("\(metric) is \(unit.noun), not true or false: write \(unit.example)")
    }
    guard let quantity = Quantity(text) else {
      throw QuantityError("'\(text)' is not a value: \(metric) is \(unit.noun), \(unit.form)")
    }
    // Every unit begins at 0, so that a sign can only be a slip.
    guard quantity.value >= 0 else {
      throw QuantityError("\(text) is out of range: \(metric) is \(unit.noun), never below 0")
    }
    switch unit {
    case .seconds: return .number(try seconds(quantity))
    case .share: return .number(try share(quantity))
    case .count: return .number(try count(quantity))
    case .ratio, .truth, .word: return .number(try ratio(quantity))
    }
  }

  private func truth() throws(QuantityError) -> Bool {
    guard text == "true" || text == "false" else {
      throw QuantityError("\(metric) is true or false, not '\(text)': write \(metric) == false")
    }
    guard comparison == .equal || comparison == .unequal else {
      throw QuantityError("\(text) has no order: compare it with == or !=")
    }
    return text == "true"
  }

  private func word() throws(QuantityError) -> String {
    guard MetricValue.words.contains(text) else {
      throw QuantityError("\(metric) is a name, not '\(text)': \(MetricUnit.word.form)")
    }
    guard comparison == .equal || comparison == .unequal else {
      throw QuantityError("\(text) has no order: compare it with == or !=")
    }
    return text
  }

  private func seconds(_ quantity: Quantity) throws(QuantityError) -> Double {
    if quantity.unit.isEmpty, quantity.value != 0 {
      // A large number is meant in milliseconds more often than not.
      let inSeconds = quantity.value >= 1_000 ? numberText(quantity.value / 1_000) : text
      throw QuantityError(
        "\(metric) is a duration and \(text) has no unit: write a unit: \(inSeconds)s, \(text)ms")
    }
    if ["%", "k", "M"].contains(quantity.unit) {
      throw QuantityError("\(metric) is a duration, not '\(text)': \(durationForm)")
    }
    return try parseDuration(text).seconds
  }

  private func share(_ quantity: Quantity) throws(QuantityError) -> Double {
    guard ["", "%"].contains(quantity.unit) else {
      throw QuantityError("\(metric) is a share, not '\(text)': \(MetricUnit.share.form)")
    }
    do {
      return try parseShare(text)
    } catch {
      throw QuantityError("\(metric) is a share, and \(error.message)")
    }
  }

  private func count(_ quantity: Quantity) throws(QuantityError) -> Double {
    switch quantity.unit {
    case "", "k", "M": break
    case "%":
      // The same question about a part of all clients, where there is such a metric.
      let other = "\(metric)_share"
      let hint =
        MetricNames.unit(of: other) == .share
        ? "write \(other) \(comparison.rawValue) \(text)" : MetricUnit.count.form
      throw QuantityError("\(metric) is a count, not a share: \(hint)")
    case _:
      throw QuantityError("\(metric) is a count, not '\(text)': \(MetricUnit.count.form)")
    }
    do {
      return Double(try parseCount(text))
    } catch {
      throw QuantityError("\(metric) is a count, and \(error.message)")
    }
  }

  private func ratio(_ quantity: Quantity) throws(QuantityError) -> Double {
    guard quantity.unit.isEmpty else {
      throw QuantityError("\(metric) is a ratio, not '\(text)': \(MetricUnit.ratio.form)")
    }
    return quantity.value
  }
}

extension MetricUnit {
  /// The noun for a metric of the unit.
  fileprivate var noun: String {
    switch self {
    case .count: "a count"
    case .seconds: "a duration"
    case .share: "a share"
    case .ratio: "a ratio"
    case .truth: "true or false"
    case .word: "a name"
    }
  }

  fileprivate var example: String {
    switch self {
    case .count: "500, 10k or 1M"
    case .seconds: "250ms, 90s or 5m"
    case .share: "5% or 0.05"
    case .ratio: "4.5"
    case .truth: "true or false"
    case .word: MetricValue.words.joined(separator: ", ")
    }
  }

  fileprivate var form: String {
    switch self {
    case .count: "write a whole number, such as \(example)"
    case .seconds: "write a number and one unit, such as \(example)"
    case .share: "write a percentage or a fraction, such as \(example)"
    case .ratio: "write a plain number, such as \(example)"
    case .truth: "write \(example)"
    case .word: "write one of \(example)"
    }
  }
}
