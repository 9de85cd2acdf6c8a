import Documents
import Scenarios

extension ScenarioRecord {
  /// - Parameters:
  ///   - withSource: whether it says how the scenario was written, too.
  ///   - hasCopies: whether copies of the files that it names stand beside the manifest.
  package init(_ scenario: Scenario, withSource: Bool = true, hasCopies: Bool = false) {
    let files = scenario.files.all.map {
      Source.NamedFile(
        key: $0.key, file: $0.name, hash: $0.hash, copy: hasCopies ? $0.copy : nil)
    }
    self.init(
      scenario.name, resolved: scenario.resolved,
      source: withSource ? scenario.written.map { Source($0, files) } : nil)
  }
}

extension ScenarioRecord.Source {
  fileprivate init(_ written: WrittenScenario, _ files: [NamedFile]) {
    self.init(
      file: written.file, text: written.text,
      set: written.overrides.map { Change(path: $0.path, value: $0.value) }, slo: written.promises,
      files: files)
  }
}
