import Primitives
import Scenarios
import Testing
import Words
import Worlds

/// What is left of a scenario once all that it fails without is gone.
@Suite("The least scenario that fails")
struct ShrinkerTests {
  private let flappingWithShortHeartbeat: ScenarioTree = [
    "name": "x", "seed": "12345", "duration": "30m",
    "clients": [
      "count": "300", "session": "stoat",
      "parameters": ["heartbeat": "400ms", "pongTimeout": "1s"],
      "mix": .list([
        ["name": "a", "share": "20%", "network": ["profile": "lte", "loss": "1%"]],
        ["name": "b", "share": "80%"],
      ]),
    ],
    "gateway": ["profile": "ideal", "auth": ["workers": "2", "time": ["exponential": "5ms"]]],
    "faults": .list([
      ["at": "60s", "for": "60s", "kind": "outage", "mode": "refuse"],
      ["at": "61s", "kind": "flapping", "of": "path", "up": "37s", "down": "20s"],
      ["at": "62s", "for": "60s", "kind": "offline"],
    ]),
  ]

  /// Whether the parts are there that are to blame.
  private func fails(_ tree: ScenarioTree) -> Bool {
    let heartbeat = tree["clients"]?["parameters"]?["heartbeat"]?.word
    guard let heartbeat, let period = try? parseDuration(heartbeat) else { return false }
    let kinds = (tree["faults"]?.items ?? []).map { $0["kind"]?.word }
    return period < .seconds(1) && kinds.contains("flapping")
  }

  @Test func onlyWhatItTakesIsLeft() {
    var tries = 0
    let least = Shrinker.least(of: flappingWithShortHeartbeat) { tree in
      tries += 1
      return fails(tree)
    }
    let expected: ScenarioTree = [
      "clients": ["parameters": ["heartbeat": "1ms"]], "faults": .list([["kind": "flapping"]]),
    ]
    #expect(least == expected)
    #expect(tries <= 100)
  }

  @Test func triesAreBounded() {
    var tries = 0
    let least = Shrinker.least(of: flappingWithShortHeartbeat, tries: 7) { tree in
      tries += 1
      return fails(tree)
    }
    #expect(tries == 7 && fails(least))
  }

  @Test func nothingIsLeftOfWhatFailsAnyway() throws {
    let tree = try #require(RandomWorld(0, style: .wild).tree)
    var whole = flappingWithShortHeartbeat
    whole["recovery"] = ["from": .list(["1"])]
    for start in [tree, whole] {
      let least = Shrinker.least(of: start) { tree in
        (try? ScenarioFile.decode(text: tree.text, file: "f.yaml", checks: WorldFiles.checks))
          != nil
      }
      #expect(least == .mapping([]))
    }
  }

  /// Whoever stays has the share of those who go: it can still be read.
  @Test func theSharesOfTheCohortsMakeTheWhole() {
    let least = Shrinker.least(of: flappingWithShortHeartbeat) { tree in
      let scenario = try? ScenarioFile.decode(text: tree.text, file: "f.yaml")
      return scenario?.clients.count == 300 && scenario?.clients.mix.map(\.name) == ["a"]
    }
    let expected: ScenarioTree = [
      "clients": ["count": "300", "mix": .list([["name": "a", "share": "100%"]])]
    ]
    #expect(least == expected)
  }

  @Test func aTreeIsTheFileItSays() throws {
    let text = flappingWithShortHeartbeat.text
    let lines = text.split(separator: "\n")
    #expect(lines.contains("    - {name: a, share: 20%, network: {profile: lte, loss: 1%}}"))
    #expect(lines.contains("  auth: {workers: 2, time: {exponential: 5ms}}"))
    #expect(lines.contains("  - {at: 62s, for: 60s, kind: offline}"))
    let scenario = try ScenarioFile.decode(text: text, file: "f.yaml")
    #expect(scenario.clients.mix.map(\.name) == ["a", "b"])
    #expect(scenario.faults.count == 3 && scenario.seed == 12_345)
    let odd: ScenarioTree = ["about": "it's {odd}: #1", "slo": .list(["gave_up == 0"])]
    let read = try ScenarioFile.decode(text: odd.text, file: "f.yaml")
    #expect(read.about == "it's {odd}: #1" && read.slo.count == 1)
  }
}
