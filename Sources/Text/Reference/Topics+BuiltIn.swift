import Scenarios

extension Topic {
  /// The scenarios that the program brings along.
  static let scenarios: [Topic] = ScenarioFile.builtInNames.map { name in
    let text = ScenarioFile.builtIn(name) ?? ""
    let scenario = try? ScenarioFile.decode(text: text, file: name)
    return Topic(
      name, .scenario, scenario?.about ?? "",
      facts: [("run", "simulate \(name)"), ("as YAML", "simulate scenarios \(name)")])
  }
}
