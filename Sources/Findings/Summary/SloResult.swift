import Metrics
import Scenarios
import Systems
import Words

/// The result of one promise in one run.
package struct SloResult: Hashable, Sendable {
  package let level: ServiceLevel
  package let isKept: Bool
  /// The measured value, for people: `73.7 s`, `12`, `never`, `-` for nothing.
  package let found: String
  /// Why there is no figure, in words; nil where there is one.
  package let reason: String?

  /// The measured value, with the reason where that is no figure: `nothing (nobody was affected)`.
  package var finding: String { foundText(found, reason) }
}

/// The same without words, as much as it takes to judge the promise over several runs.
package struct PromiseCheck: Hashable, Sendable {
  package let isKept: Bool
  /// The measured value; nil if there is no such metric.
  package let value: MetricValue?
  /// Why there is no figure, in words; nil where there is one.
  package let reason: String?

  package init(isKept: Bool, value: MetricValue?, reason: String?) {
    self.isKept = isKept
    self.value = value
    self.reason = reason
  }
}

/// - Parameter found: `-` where there is nothing.
package func foundText(_ found: String, _ reason: String?) -> String {
  let words = found == "-" ? "nothing" : found
  return reason.map { "\(words) (\($0))" } ?? words
}

extension Summary {
  /// Holds the run against promises. A value that was not measured or is infinite keeps none, nor
  /// does the mean over some where others never came back.
  package func check(_ levels: [ServiceLevel]) -> [SloResult] { levels.map(check) }

  private func check(_ level: ServiceLevel) -> SloResult {
    guard let metric = metric(at: level.metric) else {
      return SloResult(level: level, isKept: false, found: level.foundText(nil, nil), reason: nil)
    }
    let reason =
      whyNoFigure(metric) ?? whyMeanOfSome(metric)
      ?? (level.comparison.isUpperLimit ? whyDowntimeGoesOn(metric) : nil)
    return SloResult(
      level: level, isKept: reason == nil && level.isKept(by: metric.value),
      found: level.text(of: metric.value, metric.unit), reason: reason)
  }
}

extension ServiceLevel {
  /// Returns the measured value, for people; nil stands for no metric of that name.
  package func foundText(_ measured: MetricValue?, _ unit: MetricUnit?) -> String {
    guard let measured, let unit else { return "no such metric" }
    return text(of: measured, unit)
  }

  /// Returns the measured value, as people read it, with enough digits to tell it from the promised
  /// one.
  package func text(of measured: MetricValue, _ unit: MetricUnit) -> String {
    guard case .number(let limit) = value else { return HumanText.value(measured, unit) }
    return HumanText.value(measured, unit, besides: limit)
  }
}
