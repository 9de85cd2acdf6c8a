import Scenarios
import Sessions

extension ScenarioChecks {
  /// Judges formulas.
  static let commandLine = ScenarioChecks(backoff: problem(ofBackoff:))

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
