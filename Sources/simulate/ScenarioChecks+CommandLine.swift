import Scenarios
import Sessions

extension ScenarioChecks {
  /// Judges formulas.
  static let commandLine = ScenarioChecks(backoff: problem(ofBackoff:))

  /// Judges formulas, and whether all that is written can happen.
  static let strict = ScenarioChecks(backoff: problem(ofBackoff:), refusesUnused: true)

  @Sendable
  private static func problem(ofBackoff text: String) -> String? {
    do {
      _ = try BackoffPolicy.parse(text)
      return nil
    } catch {
      return error.description
    }
  }
}
