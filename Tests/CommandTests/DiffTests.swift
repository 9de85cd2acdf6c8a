import Foundation
import Testing

@Suite("simulate diff")
struct DiffTests {
  private func made(_ changes: [String: [String]]) throws -> Workplace {
    let place = try Workplace()
    for (folder, arguments) in changes {
      let process = try place.start(["--clients", "100", "--out", folder, "-q"] + arguments)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    return place
  }

  @Test("names settings, metrics, the second and the first event")
  func different() throws {
    let place = try made(["a": [], "b": ["--backoff", "aws-full"]])
    let ending = try place.simulate("diff", "a", "b", "-q")
    #expect(ending.status == 0 && ending.messages.isEmpty)
    #expect(ending.results.contains("clients.backoff") && ending.results.contains("aws-full"))
    #expect(ending.results.contains("recover.p99"))
    #expect(ending.results.contains("The runs are the same for 60 s"))
    let flat = ending.results.replacing(/\s+/, with: " ")
    #expect(
      flat.contains(/The first event that differs: at 60\.\d{3} s, client \d+, only in/))
    let document = try place.simulate("diff", "a", "b", "--format", "json", "--no-run").json
    #expect(document["parts_in_second"] as? Int == 60 && document["same_run"] as? Bool == false)
    #expect(document["first_event"] is NSNull)
    let metrics = try #require(document["metrics"] as? [[String: Any]])
    let own = try place.read("a/summary.csv").split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for metric in metrics where metric["metric"] as? String == "recover.p99" {
      let value = try #require(own.first { $0[4] == "recover" && $0[5] == "p99" })[6]
      #expect(metric["a"] as? Double == Double(value))
    }
    #expect(metrics.contains { $0["metric"] as? String == "recover.p99" })
  }

  @Test("the first event is the first line in which the lives of its client part")
  func event() throws {
    let place = try made(["a": [], "b": ["--set", "gateway.auth.time=40ms"]])
    let text = try place.simulate("diff", "a", "b", "-q").results
      .replacing(/\s+/, with: " ")
    let match = try #require(
      text.firstMatch(of: /at (\d+\.\d{3}) s, client (\d+), only in ([AB]): ([^.]+)\./))
    let lives = try ["a", "b"].map { folder in
      try place.simulate("trace", "\(folder)/manifest.json", "--client", String(match.2), "-q")
        .results.split(separator: "\n").dropFirst(2).map { String($0.replacing(/\s+/, with: " ")) }
    }
    let own = match.3 == "A" ? lives[0] : lives[1]
    let moment = try #require(Double(match.1))
    func before(_ lines: [String]) -> [String] {
      lines.filter { line in
        line.firstMatch(of: /^ (\d+\.\d{3}) s/).map { Double($0.1)! < moment } ?? false
          && line.contains("attempt") && !line.contains(" works ")
      }
    }
    #expect(before(lives[0]) == before(lives[1]) && lives[0] != lives[1])
    #expect(own.contains { $0.hasPrefix(" \(match.1) s ") })
  }

  @Test("the same run twice is the same")
  func same() throws {
    let place = try made(["a": [], "b": []])
    let ending = try place.simulate("diff", "a", "b")
    #expect(ending.results.contains("Every setting is the same."))
    #expect(ending.results.contains("Every metric is the same."))
    #expect(ending.results.contains("the digests are equal"))
  }

  @Test("several seeds and comparisons are compared by their means")
  func means() throws {
    let place = try made([
      "a": ["--replications", "3"], "b": ["--replications", "3", "--seed", "9"],
    ])
    let runs = try place.simulate("diff", "a", "b")
    #expect(runs.status == 0 && runs.results.contains("seed"))
    #expect(runs.results.contains("recover.p99"))
    for folder in ["c", "d"] {
      let ending = try place.simulate(
        "compare", "--clients", folder == "c" ? "50" : "60", "--backoff", "aws-full",
        "--replications", "2", "--out", folder, "-q")
      #expect(ending.status == 0)
    }
    let comparisons = try place.simulate("diff", "c", "d")
    #expect(
      comparisons.status == 0 && comparisons.results.contains("aws-full: attempts_per_client"))
    let mixed = try place.simulate("diff", "a", "c")
    #expect(mixed.status == 2 && mixed.messages.contains("holds a run and the second a comparison"))
  }

  @Test("what holds no results is said")
  func wrong() throws {
    let place = try made(["a": []])
    let missing = try place.simulate("diff", "a", "nowhere")
    #expect(missing.status == 2 && missing.messages.contains("nowhere holds no results"))
    try FileManager.default.createDirectory(
      atPath: place.path("mine"), withIntermediateDirectories: false)
    try place.write("{}", to: "mine/manifest.json")
    let foreign = try place.simulate("diff", "mine", "a")
    #expect(foreign.status == 2 && foreign.messages.contains("is no manifest of this program"))
    _ = try place.simulate("sweep", "--clients", "20", "--vary", "gateway.nodes=1,2", "--out", "s")
    let sweep = try place.simulate("diff", "s", "s")
    #expect(sweep.status == 2 && sweep.messages.contains("only runs and comparisons"))
  }
}
