import Documents
import Scenarios

extension ScenarioRecord {
  /// - Parameter withSource: whether it says how the scenario was written, too.
  package init(_ scenario: Scenario, withSource: Bool = true) {
    self.init(
      scenario.name, resolved: scenario.resolved,
      source: withSource ? scenario.written.map(Source.init) : nil)
  }
}

extension ScenarioRecord.Source {
  fileprivate init(_ written: WrittenScenario) {
    self.init(
      file: written.file, text: written.text,
      set: written.overrides.map { Change(path: $0.path, value: $0.value) }, slo: written.promises)
  }
}
