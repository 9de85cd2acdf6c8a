import Experiments
import Sessions

extension ScenarioChecks {
  /// Judges formulas and the names of metrics.
  static let commandLine = ScenarioChecks(
    backoff: problem(ofBackoff:), metric: problem(ofMetric:))

  @Sendable
  private static func problem(ofBackoff text: String) -> String? {
    do {
      _ = try BackoffPolicy.parse(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Sendable
  static func problem(ofMetric name: String) -> String? {
    let names = Summary.metricNames
    if names.contains(name) { return nil }
    let hint = nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
    return "there is no metric '\(name)'; \(hint ?? "`simulate explain` lists them")"
  }
}
