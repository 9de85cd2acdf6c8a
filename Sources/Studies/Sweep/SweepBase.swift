import Documents
import Findings
import Scenarios
import Systems

/// The scenario that a sweep changes: its text with what is the same in every cell.
package struct SweepBase: Sendable {
  /// The text of the scenario, as `ScenarioFile` reads it.
  package let bytes: [UInt8]
  /// How problems in it are located.
  package let file: String
  /// Applied before the values of a cell.
  package var overrides: [Override]
  /// Promises beside those of the text.
  package var promises: [ServiceLevel]
  package var checks: ScenarioChecks
  /// The same text, read: a sweep decodes it a million times. nil where it cannot be.
  private let text: ScenarioText?

  package init(
    bytes: [UInt8], file: String, overrides: [Override] = [], promises: [ServiceLevel] = [],
    checks: ScenarioChecks = .none
  ) {
    self.bytes = bytes
    self.file = file
    self.overrides = overrides
    self.promises = promises
    self.checks = checks
    text = ScenarioText(bytes: bytes, file: file)
  }

  /// The scenario, with more overrides behind its own.
  package func decode(_ more: [Override] = []) throws(ScenarioError) -> Scenario {
    let all = overrides + more
    var scenario = try decoded(all)
    scenario.slo += promises
    scenario.written?.promises = promises.map(\.text)
    return scenario
  }

  private func decoded(_ overrides: [Override]) throws(ScenarioError) -> Scenario {
    if let text { return try text.decode(overrides: overrides, checks: checks) }
    return try ScenarioFile.decode(bytes: bytes, file: file, overrides: overrides, checks: checks)
  }

  /// Decodes and judges one point.
  /// - Parameter overrides: what it changes.
  /// - Throws: its problem, with all values that may make it together.
  func judge(_ overrides: [Override]) throws(SweepError) -> PointFacts {
    let reason: String
    var cause: ScenarioError?
    do {
      let scenario = try decode(overrides)
      if let problem = promiseProblem(in: scenario) { throw problem }
      return PointFacts(scenario, try Experiment(scenario))
    } catch let error as ScenarioError {
      reason = error.description
      cause = error
    } catch {
      reason = "\(error)"
    }
    if overrides.isEmpty || overrides.count == 1 && reason.contains(overrides[0].label) {
      throw SweepError(reason, cause: cause)
    }
    // The fault may lie in what several values make together.
    throw SweepError(
      "with \(overrides.map(\.label).joined(separator: " ")):\n\(reason)", cause: cause)
  }

  private func promiseProblem(in scenario: Scenario) -> SweepError? {
    for level in promises {
      if let problem = level.problem(in: scenario.clients) {
        return SweepError("--slo '\(level.text)': \(problem)")
      }
    }
    return nil
  }
}

/// The facts about a point that are known once it is judged.
struct PointFacts: Sendable {
  /// The hash of every value of its scenario.
  var hash: UInt64
  /// The same hash, with the policies by which the clients wait in place of the texts that name
  /// them.
  var effect: UInt64
  /// The formulas of its fleet, as in `summary.csv`.
  var variant: String
  var memory: RunMemory

  fileprivate init(_ scenario: Scenario, _ experiment: Experiment) {
    var hash = FNV1a()
    var effect = FNV1a()
    for (path, value) in scenario.resolved {
      let line = "\(path)=\(value)\n"
      hash.add(line.utf8)
      if !path.hasSuffix("backoff") { effect.add(line.utf8) }
    }
    for policy in experiment.policies { effect.add("\(policy.name)=\(policy.text)\n".utf8) }
    self.hash = hash.value
    self.effect = effect.value
    variant = experiment.formulas.joined(separator: " + ")
    memory = scenario.memory
  }
}
