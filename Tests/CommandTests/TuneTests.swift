import Foundation
import Testing

@Suite("simulate tune", .enabled(if: isOptimised))
struct TuneTests {
  private let small = [
    "tune", "ideal-outage", "--clients", "60", "--budget", "90", "--family",
    "uniform(0s, $cap)", "--param", "cap=2s..60s", "--no-catalogue",
  ]

  private func simulate(_ place: Workplace, _ arguments: [String]) throws -> Ending {
    let process = try place.start(arguments)
    process.waitUntilExit()
    return try place.ending(of: process)
  }

  @Test("the winner can be pasted; every byte is the same on any number of threads")
  func threads() throws {
    let place = try Workplace()
    var texts: [[String]] = []
    for threads in ["1", "2", "7"] {
      let ending = try simulate(place, small + ["--threads", threads, "--quiet"])
      #expect(ending.status == 0 && ending.messages == "")
      let folder = "results/tune-ideal-outage"
      let names = try FileManager.default.contentsOfDirectory(atPath: place.path(folder)).sorted()
      #expect(names == ["candidates.csv", "manifest.json", "report.html", "tuning.json"])
      texts.append(
        try names.map { name in
          try place.read("\(folder)/\(name)").components(separatedBy: "\"wall_clock\"")[0]
        } + [ending.results.components(separatedBy: " events in ")[0]])
    }
    #expect(texts[0] == texts[1] && texts[0] == texts[2])
    for words in [
      "Least recover.p99 of those that keep every promise: ", "tuned on     ideal-outage",
      "kept         attempts_per_client <= ",
      "what stoat-web comes to", "  own ", "  tested ", "With seeds it was not tuned on",
      "catalogue",
    ] {
      #expect(texts[0][4].contains(words), "\(texts[0][4])")
    }
    let option = try #require(texts[0][4].firstMatch(of: /--backoff '(.+)'/))
    let pasted = try place.simulate(
      "ideal-outage", "--clients", "60", "--no-out", "--backoff", String(option.1))
    #expect(pasted.status == 0)
  }

  @Test("JSON and CSV on stdout are the files")
  func formats() throws {
    let place = try Workplace()
    let json = try simulate(place, small + ["--format", "json", "--out", "o"])
    #expect(try place.read("o/tuning.json") == json.results)
    let object = try json.json
    #expect(object["feasible"] as? Bool == true && object["truncated"] as? Bool == false)
    #expect(try #require(object["runs"] as? Int) <= 90)
    let winner = try #require(object["winner"] as? [String: Any])
    let csv = try simulate(place, small + ["--format", "csv", "--out", "o"])
    #expect(try place.read("o/candidates.csv") == csv.results)
    let formula = try #require(winner["formula"] as? String)
    #expect(csv.results.contains("\"\(formula)\""))
    let lines = csv.results.split(separator: "\n")
    #expect(lines.count - 1 == object["formulas"] as? Int)
  }

  @Test("behind every kind of limit, with the rules that it was given")
  func limits() throws {
    let place = try Workplace()
    let own = ["--backoff", "phoenix, connectTimeout: 3s"]
    let text = try simulate(place, small + own).results
    let option = try #require(text.firstMatch(of: /--backoff '(.+)'/))
    #expect(option.1.hasSuffix(", reset: open, connectTimeout: 3s"))
    for words in [
      "rules        reset: open, connectTimeout: 3s", "behind one single limit of 500/s",
      "as it is  listener  handshake    auth     api", "kind of limit",
    ] {
      #expect(text.contains(words), "\(text)")
    }
    let object = try simulate(place, small + own + ["--format", "json"]).json
    let winner = try #require(object["winner"] as? [String: Any])
    #expect(winner["formula"] as? String == String(option.1))
    let carried = try #require(object["carried"] as? [String: String])
    #expect(carried == ["reset": "open", "connectTimeout": "3s"])
    let test = try #require(object["test"] as? [String: Any])
    let limits = try #require(test["behind_limits"] as? [String: Any])
    let rows = try #require(limits["variants"] as? [[String: Any]])
    #expect(rows.contains { $0["name"] as? String == String(option.1) })
    #expect((limits["worlds"] as? [Any])?.count == 5)
    #expect((test["verdict"] as? String)?.contains("kind of limit") == true)
  }

  @Test("--worlds limits: tuned on five worlds of each scenario")
  func worlds() throws {
    let ending = try simulate(
      try Workplace(),
      small + ["--budget", "400", "--worlds", "limits=30/s", "--format", "json"])
    let object = try ending.json
    let names = ["", "-listener", "-handshake", "-auth", "-api"].map { "ideal-outage" + $0 }
    #expect(object["scenarios"] as? [String] == names)
    let small = try simulate(try Workplace(), small + ["--worlds", "limits=30/s"])
    #expect(small.status == 2)
    #expect(small.messages.contains("--budget 90 is too small: 5 scenarios"))
  }

  @Test("no feasible formula: the closest, and exit code 3")
  func infeasible() throws {
    let place = try Workplace()
    let ending = try simulate(place, small + ["--subject-to", "attempts_per_client < 0.5"])
    #expect(ending.status == 3)
    #expect(ending.results.hasPrefix("No formula keeps every promise. The closest:\n"))
    #expect(ending.results.contains("FAILED"))
  }

  @Test(
    "bad input: what is wrong and what is allowed, nothing is run or written",
    arguments: [
      (["--objective", "recover.p98"], "there is no metric 'recover.p98'; did you mean"),
      (
        ["--subject-to", "recover.p99"],
        "--subject-to 'recover.p99': 'recover.p99' has no comparison"
      ),
      (["--set", "faults.0.for=30s"], "the default scenarios differ in just that"),
      (["--backoff", "socketio", "--backoff", "aws-full"], "--backoff is given 2 times"),
      (
        ["ideal-outage", "--scenario", "ideal-outage"], "two scenarios named 'ideal-outage'"
      ),
      (["--family", "10$n * 1s", "--param", "n=2..9"], "'$n' touches what stands beside it"),
      (["--family", "1s * $n$m", "--param", "n=2..9", "--param", "m=1..2"], "'$n' touches"),
      (["--family", "decorelated"], "did you mean 'decorrelated'?"),
      (["--subject-to", "shedd < 3"], "there is no metric 'shedd'; did you mean 'shed'?"),
      (["--param", "cap=9s..3s"], "--param: cap: '9s..3s' is upside down"),
      (["--param", "cpa=1s..3s"], "--param cpa=...: no family has '$cpa'; did you mean 'cap'?"),
      (["--param", "cap=1s..3s", "--param", "cap=1s..3s"], "'cap' is given twice"),
      (["--family", "uniform(0, $c)"], "nothing says what '$c' may be; add --param c=low..high"),
      (["--family", "fulll"], "a family needs a parameter to search"),
      (["--family", "min($a 2)", "--param", "a=1..2"], "family 'min($a 2)' with a=1: "),
      (["--budget", "30"], "--budget 30 is too small: 6 scenarios with --replications 3 need"),
      (["--budget", "0"], "--budget 0 is out of range: 1 to 1000000"),
      (["--replications", "101"], "--replications 101 is out of range: 1 to 100"),
      (["--threads", "0"], "--threads 0 is out of range: 1 to 256"),
      (["--scenario", "chat-restart"], "no client of chat-restart waits by a formula"),
      (["--scenario", "gatway-restart"], "did you mean 'gateway-restart'?"),
      (["--worlds", "limit"], "--worlds limit: did you mean 'limits'?"),
      (["--test", "primer-launch"], "no client of primer-launch waits by a formula"),
      (["--backoff", "2 ^"], "expected a value, found the end"),
      (["--clients", "0"], "--clients 0"), (["--set", "nonsense"], "write key.path=value"),
    ])
  func badInput(_ arguments: [String], _ message: String) throws {
    let place = try Workplace()
    let ending = try simulate(place, ["tune"] + arguments)
    #expect(ending.status == 2, "\(ending)")
    #expect(ending.results == "")
    #expect(ending.messages.contains(message), "\(ending.messages)")
    #expect(!place.exists("results"))
  }

  @Test("an interrupt leaves what was found so far")
  func interrupt() throws {
    let place = try Workplace()
    let process = try place.start(["tune", "--clients", "3000", "--format", "json"])
    for _ in 1...200 where try place.read(".err").isEmpty { Thread.sleep(forTimeInterval: 0.05) }
    Thread.sleep(forTimeInterval: 0.5)
    process.interrupt()
    for _ in 1...600 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 130)
    #expect(try ending.json["truncated"] as? Bool == true)
    #expect(try place.read("results/tune-gateway-restart/tuning.json") == ending.results)
  }
}
