import Scenarios

/// A scenario file is read, or refused with places; what was read has the same values when it is read anew.
func readScenario(_ bytes: [UInt8]) {
  let scenario: Scenario
  do throws(ScenarioError) {
    scenario = try ScenarioFile.decode(bytes: bytes, file: "f.yaml")
  } catch {
    precondition(!error.problems.isEmpty, "a refusal without a reason")
    for problem in error.problems { requirePrintable(problem.description) }
    return
  }
  for warning in scenario.warnings { requirePrintable(warning.description) }
  let values = scenario.resolved
  precondition(Set(values.map(\.path)).count == values.count, "a path twice")
  let again = try? ScenarioFile.decode(bytes: bytes, file: "f.yaml")
  precondition(again?.resolved.map(\.value) == values.map(\.value), "read differently")
}
