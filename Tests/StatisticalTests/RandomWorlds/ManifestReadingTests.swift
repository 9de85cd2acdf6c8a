import Campaigns
import Metrics
import ResultFiles
import Scenarios
import Testing
import Worlds

/// A manifest says what was run: read as a scenario file, it gives the same run.
@Suite("Manifests as scenario files")
struct ManifestReadingTests {
  @Test("every built-in scenario", arguments: ScenarioFile.builtInNames)
  func ofBuiltIns(name: String) throws {
    let text = try #require(ScenarioFile.builtIn(name))
    let scenario = try ScenarioFile.decode(text: text, file: "\(name).yaml")
    #expect(list(try repeated(scenario)) == list(scenario))
  }

  @Test("worlds with everything that a scenario file can say")
  func ofWildWorlds() throws {
    for number in 0..<300 {
      let scenario = try RandomWorld(number, style: .wild).scenario()
      let again = try repeated(scenario)
      let difference = zip(list(scenario), list(again)).first { $0 != $1 }
      #expect(difference == nil && list(scenario).count == list(again).count, "world \(number)")
    }
  }

  @Test("runs of them have the same digest", .enabled(if: isOptimised))
  func digests() throws {
    var same = 0
    for number in 0..<100 {
      let scenario = try RandomWorld(number, style: .wild).scenario()
      guard let first = try? Experiment(scenario).run() else { continue }
      #expect(try Experiment(repeated(scenario)).run().digest == first.digest, "world \(number)")
      same += 1
    }
    #expect(same > 50)
  }

  /// What a change of the fleet's backoff or network has to reach.
  @Test func cohortsTakeFromTheFleetWhatTheyHaveFromIt() throws {
    let scenario = try ScenarioFile.decode(
      text: """
        clients:
          backoff: aws-full
          mix:
            - { name: a, share: 40% }
            - { name: b, share: 30%, backoff: phoenix, network: { loss: 3% } }
            - { name: c, share: 30%, profile: forWeb }
        """, file: "mixed.yaml")
    let changes = [
      Override(path: "clients.backoff", value: "socketio"),
      Override(path: "network.loss", value: "1%"),
    ]
    let again = try repeated(scenario, changes)
    let values = Dictionary(uniqueKeysWithValues: again.resolved.map { ($0.path, $0.value) })
    let cohorts = (0..<3).map { "clients.mix.\($0)" }
    #expect(cohorts.map { values["\($0).backoff"] } == ["socketio", "phoenix", "socketio"])
    #expect(cohorts.map { values["\($0).network.loss"] } == ["1%", "3%", "1%"])
    #expect(cohorts.map { values["\($0).profile"] } == ["spec", "spec", "forWeb"])
  }

  @Test func aMistakeIsLocatedInTheManifest() throws {
    let scenario = try ScenarioFile.decode(text: "seed: 1", file: "x.yaml")
    let text = manifest(scenario).replacingOccurrences(of: "\"stoat\"", with: "\"stoad\"")
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioFile.decode(text: text, file: "manifest.json")
    }
    let line = 1 + text.split(separator: "\n").prefix { !$0.contains("stoad") }.count
    #expect(error?.description.hasPrefix("manifest.json:\(line):") == true, "\(error!)")
    #expect(error?.description.contains("clients.session: found 'stoad'") == true, "\(error!)")
  }

  private func repeated(_ scenario: Scenario, _ changes: [Override] = []) throws -> Scenario {
    try ScenarioFile.decode(
      text: manifest(scenario), file: "manifest.json", overrides: changes)
  }

  private func manifest(_ scenario: Scenario) -> String {
    JSONValue.object([.init("schema", .integer(1))] + resolvedMembers(scenario)).text
  }

  private func list(_ scenario: Scenario) -> [String] {
    scenario.resolved.map { "\($0.path)=\($0.value)" }
  }
}
