import Scenarios

/// Why a sweep cannot be begun as it was asked for: what was found and what is allowed.
package struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// The problem of a scenario that cannot be run.
  package let cause: ScenarioError?

  package init(_ description: String, cause: ScenarioError? = nil) {
    self.description = description
    self.cause = cause
  }
}
