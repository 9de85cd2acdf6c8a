import Foundation
import Testing

@Suite("Runs that are run again, and folders that are replaced")
struct RepetitionTests {
  @Test("a manifest is run again, with its seeds, and gives the same digest")
  func again() throws {
    let place = try Workplace()
    _ = try place.simulate("--clients", "200", "--replications", "3", "--out", "first")
    let again = try place.simulate("first/manifest.json", "--out", "second")
    #expect(again.status == 0)
    #expect(again.messages.contains("the same digest as in first/manifest.json"))
    #expect(again.results.contains("3 runs"))
    for file in ["summary.json", "timeseries.csv", "promises.csv"]
    where place.exists("first/\(file)") {
      #expect(try place.read("second/\(file)") == place.read("first/\(file)"), "\(file)")
    }
    let other = try place.simulate("first/manifest.json", "--backoff", "aws-full", "--no-out")
    #expect(other.status == 0 && !other.messages.contains("digest"))
    #expect(other.results.contains("aws-full"))
  }

  /// Whatever a file says, and whatever the command line changed: the text is what is read again.
  @Test(
    "files of every kind run again as what they were",
    arguments: [
      ("gateway: {admission: {rate: 2.5/s}}", []),
      ("clients: {session: appExtension, behaviour: none}", []),
      (
        "clients: {mix: [{name: a, share: 50%}, {name: b, share: 50%, session: appExtension, profile: spec}]}",
        []
      ),
      ("gateway: {admission: {rate: 1/h}}", ["--set", "network.latency=40ms"]),
      ("slo: [gave_up == 0]", ["--slo", "recover.p99 < 9m", "--backoff", "mine=uniform(0s, x)"]),
      ("about: \"a 'quote', a tab\\t and \\u00e9\\u2028\"", ["--seed", "0xff"]),
      ("clients: {mix: [{name: a, share: 1, network: wifi}]}", ["--set", "network.loss=2%"]),
    ])
  func everyKind(text: String, options: [String]) throws {
    let place = try Workplace()
    let faults = "faults: [{at: 60s, for: 30s, kind: slow, times: 2}, {at: 60s, kind: restart}]\n"
    try place.write(text + "\nduration: 3m\n" + faults, to: "any.yaml")
    func run(_ words: [String]) throws -> Ending {
      let process = try place.start(words)
      process.waitUntilExit()
      return try place.ending(of: process)
    }
    let first = try run(["any.yaml", "--clients", "60", "--out", "one"] + options)
    #expect([0, 3].contains(first.status), "\(first.messages)")
    let again = try run(["one/manifest.json", "--out", "two"])
    #expect(again.messages.contains("the same digest as in one/manifest.json"), "\(again.messages)")
    #expect(try place.read("one/summary.json") == place.read("two/summary.json"))
    func warnings(_ ending: Ending) -> [Substring] {
      ending.messages.split(separator: "\n").filter { $0.hasPrefix("warning") }
    }
    #expect(warnings(first) == warnings(again))
    // Options act as on the file.
    for change in ["network.profile=3g", "gateway.auth.rate=400/s", "gateway.admission.rate=50/s"] {
      let file = try run(["any.yaml", "--clients", "60", "-n", "--set", change] + options)
      let manifest = try run(["one/manifest.json", "-n", "--set", change])
      #expect(file.results == manifest.results && file.status == 0, "\(change): \(file.messages)")
    }
  }

  @Test func aManifestWithoutItsSourceSaysSo() throws {
    let place = try Workplace()
    _ = try place.simulate("--clients", "50", "--out", "x")
    let text = try place.read("x/manifest.json")
    try place.write(text.replacingOccurrences(of: "\"source\"", with: "\"sauce\""), to: "m.json")
    let ending = try place.simulate("m.json")
    #expect(ending.status == 2 && ending.messages.contains("m.json has no source"))
  }

  @Test func whatIsNoScenarioSaysWhatItIs() throws {
    let place = try Workplace()
    #expect(try place.simulate("--clients", "5", "--out", "r").status == 0)
    let summary = try place.simulate("r/summary.json")
    #expect(summary.status == 2)
    #expect(
      summary.messages == """
        error: r/summary.json holds results, and is no scenario; to run them again: simulate \
        r/manifest.json

        """)
    let manifest = try place.read("r/manifest.json")
    try place.write(
      manifest.replacing("\"files\": [", with: "\"files\": 7, \"x\": ["), to: "m.json")
    let damaged = try place.simulate("m.json")
    #expect(damaged.status == 2)
    #expect(damaged.messages == "error: m.json is a damaged manifest: files: this is no list\n")
  }

  @Test func aManifestOfSomethingElseSaysWhatItIs() throws {
    let place = try Workplace()
    _ = try place.simulate(
      "compare", "--clients", "50", "--backoff", "phoenix", "--replications", "2", "--out", "c")
    let ending = try place.simulate("c/manifest.json")
    #expect(ending.status == 2)
    #expect(ending.messages.contains("c/manifest.json records a comparison"))
    let folder = try place.simulate("c")
    #expect(folder.messages.contains("'c' is a directory"))
  }

  @Test("results of another scenario or command are replaced only with --force")
  func force() throws {
    let place = try Workplace()
    let first = try place.simulate("--clients", "50", "--out", "x")
    #expect(!first.messages.contains("replaced"))
    let same = try place.simulate("--clients", "50", "--out", "x")
    #expect(same.messages.contains("x: the earlier results of the same scenario were replaced"))
    let changed = try place.simulate("--clients", "60", "--out", "x")
    #expect(changed.messages.contains("'gateway-restart' with other values were replaced"))
    #expect(
      try !place.simulate("--clients", "60", "--out", "x", "-q").messages.contains("replaced"))

    let before = try place.read("x/manifest.json")
    for arguments in [
      ["long-outage"], ["sweep", "--vary", "network.loss=0%,1%"],
      ["compare", "--backoff", "phoenix"],
    ] {
      let process = try place.start(arguments + ["--clients", "50", "--out", "x"])
      process.waitUntilExit()
      let refused = try place.ending(of: process)
      #expect(refused.status == 1 && refused.messages.contains("--force"), "\(refused.messages)")
      #expect(try place.read("x/manifest.json") == before)
    }
    let forced = try place.simulate("long-outage", "--clients", "50", "--out", "x", "--force")
    #expect(forced.status == 0)
    #expect(forced.messages.contains("x: a run of 'gateway-restart' was replaced"))
    #expect(try place.read("x/manifest.json").contains("\"long-outage\""))
    try place.write("mine", to: "x/diary.txt")
    let foreign = try place.simulate("--clients", "50", "--out", "x", "--force")
    #expect(foreign.status == 1 && foreign.messages.contains("it also holds diary.txt"))
  }
}
