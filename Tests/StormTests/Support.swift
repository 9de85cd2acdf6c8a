import Scenarios

/// Reads a scenario.
func decoded(
  _ text: String, file: String = "test.yaml", set overrides: [String] = [],
  checks: ScenarioChecks = .none
) throws -> Scenario {
  try ScenarioFile.decode(
    text: text, file: file, overrides: overrides.compactMap { Override($0) }, checks: checks)
}
