import Metrics

/// A promise about a metric: `recover.p99 < 90s`, `gave_up == 0`, `metastable == false`.
package struct ServiceLevel: Hashable, Sendable {
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    case equal = "=="
    case unequal = "!="
  }

  /// The promised value: seconds for a duration, a fraction for a percentage, or a plain number.
  package enum Value: Hashable, Sendable {
    case number(Double)
    case boolean(Bool)
    /// One of a few names, such as that of a stage.
    case word(String)
  }

  /// The path of the metric, such as `recover.p99`.
  package var metric: String
  package var comparison: Comparison
  package var value: Value
  /// As it was written.
  package var text: String

  package init(metric: String, comparison: Comparison, value: Value, text: String) {
    self.metric = metric
    self.comparison = comparison
    self.value = value
    self.text = text
  }

  /// Returns true if a measured number keeps the promise. A number that was not measured, or is
  /// infinite (nil), never does; nor does a number where a boolean is promised.
  package func isKept(by measured: Double?) -> Bool {
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

  /// Returns true if a measured boolean keeps the promise. One that was not measured (nil) never
  /// does.
  package func isKept(by measured: Bool?) -> Bool {
    guard let measured, case .boolean(let promised) = value else { return false }
    return comparison == .unequal ? measured != promised : measured == promised
  }

  /// Returns true if a metric's value keeps the promise. `never` and `undefined` keep none.
  package func isKept(by measured: MetricValue) -> Bool {
    if case .boolean(let truth) = measured { return isKept(by: truth) }
    if case .word(let found) = measured, case .word(let promised) = value {
      return comparison == .unequal ? found != promised : found == promised
    }
    return isKept(by: measured.number)
  }
}

extension ServiceLevel.Comparison {
  /// True if less is always on the right side.
  package var isUpperLimit: Bool { self == .less || self == .atMost }
}
