import Foundation
import Testing

@Suite("Comparing backoffs", .enabled(if: isOptimised))
struct CompareTests {
  private let small = ["--clients", "200", "--replications", "6"]

  private func compare(_ place: Workplace, _ arguments: String...) throws -> Ending {
    let process = try place.start(["compare"] + small + arguments)
    process.waitUntilExit()
    return try place.ending(of: process)
  }

  private func objects(_ value: Any?) throws -> [[String: Any]] {
    try #require(value as? [[String: Any]])
  }

  @Test("JSON: variants with means and intervals, pairs to the first, the front and a verdict")
  func json() throws {
    let place = try Workplace()
    let ending = try compare(
      place, "--backoff", "phoenix", "--backoff", "socketio", "--backoff", "signalr", "--format",
      "json")
    #expect(ending.status == 0)
    let json = try ending.json
    #expect(json["schema"] as? Int == 1)
    #expect(json["scenario"] as? String == "gateway-restart")
    #expect(json["replications"] as? Int == 6)
    let variants = try objects(json["variants"])
    #expect(variants.map { $0["name"] as? String } == ["phoenix", "socketio", "signalr"])
    let metrics = try #require(variants[1]["metrics"] as? [String: [String: Any]])
    let recover = try #require(metrics["recover.p99"])
    let bounds = try ["low", "mean", "high"].map { try #require(recover[$0] as? Double) }
    #expect(bounds == bounds.sorted())
    let pairs = try objects(json["pairs"])
    #expect(pairs.allSatisfy { $0["a"] as? String == "phoenix" })
    #expect(pairs.count == 2 * metrics.count)
    // Nobody is back with signalr, which ranks last and has no recovery time.
    let last = try #require(variants[2]["metrics"] as? [String: [String: Any]])
    #expect(last["recover.p99"]?["mean"] is NSNull)
    #expect(json["ranking"] as? [String] == ["phoenix", "socketio", "signalr"])
    #expect(json["pareto"] as? [String] == ["phoenix", "socketio"])
    let verdict = try #require(json["verdict"] as? String)
    #expect(verdict.hasPrefix("phoenix is back first"))
    #expect(verdict.contains("Clients give up with signalr."))
  }

  @Test("a difference of means is the mean of the other less the mean of the first")
  func differences() throws {
    let json = try compare(
      try Workplace(), "--backoff", "phoenix", "--backoff", "socketio", "--format", "json"
    ).json
    let variants = try objects(json["variants"])
    for pair in try objects(json["pairs"]) {
      let metric = try #require(pair["metric"] as? String)
      let means = try variants.map { variant -> Double in
        let metrics = try #require(variant["metrics"] as? [String: [String: Any]])
        return try #require(metrics[metric]?["mean"] as? Double)
      }
      let difference = try #require(pair["difference"] as? Double)
      let metrics = try #require(variants[0]["metrics"] as? [String: [String: Any]])
      if metrics[metric]?["median"] != nil {
        // The median of differences is no difference of medians; it lies within its interval.
        let ends = try ["low", "high"].map { try #require(pair[$0] as? Double) }
        #expect(ends[0] <= difference && difference <= ends[1])
        continue
      }
      #expect(abs(difference - (means[1] - means[0])) <= 1e-9 * max(1, abs(means[0])))
    }
  }

  @Test("with one backoff, the scenario's own is what it is compared with")
  func own() throws {
    let json = try compare(try Workplace(), "--backoff", "socketio", "--format", "json").json
    #expect(
      try objects(json["variants"]).map { $0["name"] as? String } == ["stoat-web", "socketio"])
  }

  /// Two profiles, two backoffs: neither is the fleet's own.
  private let cohorts = """
    name: cohorts
    duration: 5m
    until: settled
    clients:
      mix:
        - {name: web, share: 60%, profile: forWeb}
        - {name: sdk, share: 40%, profile: sdkAutoReconnect}
    faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
    """

  @Test("where clients differ in their own backoff, each keeps it: the figures are a plain run's")
  func ownOfEach() throws {
    let place = try Workplace()
    try place.write(cohorts, to: "cohorts.yaml")
    let json = try compare(
      place, "cohorts.yaml", "--replications", "1", "--backoff", "ably", "--format", "json"
    ).json
    let own = try #require(try objects(json["variants"]).first)
    #expect(own["name"] as? String == "own")
    let plain = try place.simulate(
      "run", "cohorts.yaml", "--clients", "200", "--format", "json", "--no-out"
    ).json
    for path in ["attempts_per_client", "recover.p99", "peak_arrivals_1s"] {
      let metrics = try #require(own["metrics"] as? [String: [String: Any]])
      let mean = try #require(metrics[path]?["mean"] as? Double)
      #expect(mean == value("metrics." + path, in: plain), "\(path)")
    }
    let refused = try place.simulate("compare", "cohorts.yaml", "--same-axes", "--backoff", "ably")
    #expect(refused.status == 2)
    #expect(refused.messages.contains("clients wait by stoat-sdk, stoat-web"))
  }

  /// A member of a run's summary, by its path.
  private func value(_ path: String, in json: [String: Any]) -> Double? {
    var value: Any? = json
    for step in path.split(separator: ".") { value = (value as? [String: Any])?[String(step)] }
    return (value as? NSNumber)?.doubleValue
  }

  @Test("a screen: ranks, intervals, p to three digits, who is back")
  func screen() throws {
    let place = try Workplace()
    let text = try compare(
      place, "--replications", "11", "--backoff", "stoat-web", "--backoff", "socketio", "--no-out"
    ).results
    #expect(text.contains("to the first      p\n"))
    // 4 tests x 2 of 2^11 choices of signs.
    #expect(text.contains(" s  0.004\n"), "\(text)")
    #expect(unwrapped(text).contains("Everybody is back at the end."))
    #expect(unwrapped(text).contains("none beats another"))
    let same = try compare(place, "--backoff", "2^x", "--backoff", "2 ^ x", "--no-out").results
    #expect(unwrapped(same).contains("2 ^ x is exactly as good"))
    #expect(unwrapped(same).contains("a client (the same as 2 ^ x)."), "\(same)")
  }

  /// With a blank where a line was broken.
  private func unwrapped(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("several scenarios: who is best in each, and who cannot be told from it")
  func matrix() throws {
    let text = try compare(
      try Workplace(), "gateway-restart", "--scenario", "ideal-outage", "--backoff", "stoat-web",
      "--backoff", "1s * 2^x", "--backoff", "2^x", "--no-out"
    ).results
    let rows = text.split(separator: "\n").filter { $0.hasSuffix(" s") && $0.contains("+") }
    #expect(rows.map { $0.count { $0 == "+" } } == [2, 2], "\(text)")
    #expect(rows.allSatisfy { $0.contains("2^x  ") })
    #expect(
      text.contains("  + the best of its scenario, and those that the seeds do not tell from it."))
  }

  @Test("the same function written differently: every difference is exactly 0")
  func sameFunction() throws {
    let json = try compare(
      try Workplace(), "--backoff", "(2^x - 1) * uniform(0.8, 1.2)", "--backoff",
      "uniform(0.8, 1.2) * (2^x * 1000ms - 1s)", "--format", "json"
    ).json
    for pair in try objects(json["pairs"]) {
      #expect(pair["difference"] as? Double == 0)
      #expect(pair["effect"] as? Double == 0)
      #expect(pair["p_raw"] as? Double == 1)
    }
  }

  @Test("the whole catalogue, each name once, after the scenario's own")
  func all() throws {
    let process = try Workplace()
    let ending = try process.simulate(
      "compare", "--all", "--clients", "50", "--replications", "2", "--format", "json")
    let names = try objects(ending.json["variants"]).compactMap { $0["name"] as? String }
    #expect(names.first == "stoat-web")
    #expect(names.count == 48)
    #expect(Set(names).count == 48)
    let verdict = try #require(ending.json["verdict"] as? String)
    #expect(verdict.contains("With 2 seeds no p can fall below 0.05 among 188 tests: it takes 13."))
  }

  @Test("several scenarios: one part each, and who wins where")
  func scenarios() throws {
    let ending = try compare(
      try Workplace(), "gateway-restart", "--scenario", "ideal-outage", "--backoff", "stoat-web",
      "--backoff", "socketio", "--format", "json")
    let parts = try objects(ending.json["scenarios"])
    #expect(parts.map { $0["scenario"] as? String } == ["gateway-restart", "ideal-outage"])
    let verdict = try #require(ending.json["verdict"] as? String)
    #expect(verdict.hasPrefix("Best recover.p99: socketio in 2 of 2."))
  }

  @Test("--worlds limits: five worlds of each scenario, one table of who holds where")
  func worlds() throws {
    let place = try Workplace()
    let variants = ["--backoff", "aws-full", "--backoff", "2^x", "--backoff", "signalr"]
    let base = ["compare", "ideal-outage", "--clients", "150", "--replications", "2"] + variants
    func run(_ options: String...) throws -> Ending {
      let process = try place.start(base + options)
      process.waitUntilExit()
      return try place.ending(of: process)
    }
    let ending = try run("--worlds", "limits=20/s", "--format", "json")
    // The scenario's own promises break behind some of the limits.
    #expect(ending.status == 3)
    #expect(ending.messages.contains("worlds=5 variants=3 replications=2"))
    let names = ["", "-listener", "-handshake", "-auth", "-api"].map { "ideal-outage" + $0 }
    let json = try ending.json
    #expect(try objects(json["scenarios"]).map { $0["scenario"] as? String } == names)
    let limits = try #require(json["limits"] as? [String: Any])
    let worlds = try objects(limits["worlds"])
    #expect(worlds.map { $0["scenario"] as? String } == names)
    #expect(worlds.map { $0["per_second"] as? Double } == [nil, 20, 20, 20, 20])
    #expect(try objects(limits["variants"]).last?["name"] as? String == "signalr")
    let folder = "results/compare-ideal-outage-limits"
    #expect(try place.read("\(folder)/comparison.json") == ending.results)
    let csv = try run("--worlds", "limits=20/s", "--format", "csv").results
    #expect(csv.hasPrefix("scenario,variant,metric,"))
    #expect(csv.contains(",on_front,limit,ending,cause,seeds_lost,holds_everywhere,lucky\n"))
    #expect(csv.contains("ideal-outage-auth,signalr,metastable,bool,0,"))
    #expect(try place.read("\(folder)/limits.csv").split(separator: "\n").count == 16)
    #expect(try place.read("\(folder)/limits.md").hasPrefix("|  | formula | as it is | listener |"))
    let config = try place.read("\(folder)/manifest.json")
    // 64 workers over 20 a second.
    #expect(config.contains("\"gateway.api.time\": \"3200ms\""), "\(config)")
    let text = unwrapped(try run("--worlds", "limits=20/s", "--no-out").results)
    #expect(text.hasPrefix("recover.p99 behind one single limit of 20/s 150 clients 2 seeds"))
    #expect(text.contains("in every world (99 % back with every seed, no storm that outlives"))
    #expect(text.contains("Clients give up everywhere with signalr."))
  }

  @Test("--same-axes leaves every rule to the session")
  func sameAxes() throws {
    let axes = "reset: ready, clock: failure, attempts: unlimited, connectTimeout: 10s"
    func policies(_ options: String...) throws -> [String] {
      let process = try Workplace()
      let started = try process.start(
        ["compare", "--backoff", "signalr", "--backoff", "phoenix", "--format", "json"] + small
          + options)
      started.waitUntilExit()
      return try objects(try process.ending(of: started).json["variants"]).compactMap {
        ($0["policies"] as? [String])?.first
      }
    }
    #expect(try policies("--same-axes").allSatisfy { $0.hasSuffix(", \(axes)") })
    #expect(try !policies().contains { $0.hasSuffix(", \(axes)") })
  }

  @Test("--precision adds seeds until recover.p99 is that narrow")
  func precision() throws {
    let ending = try compare(
      try Workplace(), "--backoff", "stoat-web", "--backoff", "socketio", "--precision", "0.5%",
      "--format", "json")
    #expect(try #require(try ending.json["replications"] as? Int) > 6)
    let reached = try #require(try ending.json["precision"] as? [String: Any])
    #expect(reached["wish"] as? Double == 0.005 && reached["reached"] as? Bool == true)
    for variant in try objects(ending.json["variants"]) {
      let metrics = try #require(variant["metrics"] as? [String: [String: Any]])
      let recover = try #require(metrics["recover.p99"])
      let mean = try #require(recover["mean"] as? Double)
      let width =
        try #require(recover["high"] as? Double) - #require(recover["low"] as? Double)
      #expect(width / 2 <= 0.005 * mean)
    }
  }

  @Test("a precision where nobody recovers is answered, not run after")
  func precisionOfNothing() throws {
    let json = try compare(
      try Workplace(), "quiet-hour", "--backoff", "2^x", "--precision", "1%", "--format", "json"
    ).json
    #expect(json["replications"] as? Int == 6)
    let verdict = try #require(json["verdict"] as? String)
    #expect(verdict.contains("--precision had nothing to go by"))
    let precision = try #require(json["precision"] as? [String: Any])
    #expect(precision["unmeasured"] as? [String] == ["stoat-web", "2^x"])
  }

  @Test("the folder is the same bytes on any number of threads, but for timing.json")
  func folder() throws {
    let place = try Workplace()
    for threads in ["1", "2", "7"] {
      let ending = try compare(
        place, "--backoff", "phoenix", "--backoff", "socketio", "--threads", threads, "--out",
        "on\(threads)")
      #expect(ending.status == 0)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("on1")).sorted()
    #expect(
      names == [
        "comparison.csv", "comparison.json", "manifest.json", "report.html", "summary.csv",
        "timeseries.csv", "timing.json",
      ])
    for name in names where name != "timing.json" {
      #expect(try place.read("on2/\(name)") == place.read("on1/\(name)"))
      #expect(try place.read("on7/\(name)") == place.read("on1/\(name)"))
    }
    // 2 variants x 6 seeds x the headline metrics, and a header. comparison.csv has more.
    let rows = try place.read("on1/summary.csv").split(separator: "\n").count - 1
    let metrics = try place.read("on1/comparison.csv").split(separator: "\n").count / 2
    #expect(rows % 12 == 0 && rows / 12 >= 16 && rows / 12 < metrics)
  }

  @Test(
    "what cannot be compared is said, and nothing is written",
    arguments: [
      (["--backoff", "stoat-web"], "stoat-web is the scenario's own backoff; give another"),
      (["--rank-by", "calls", "--backoff", "phoenix"], "the clients of gateway-restart have no"),
      (
        ["--same-axes", "--backoff", "phoenix", "--backoff", "phoenix, reset: never"],
        "--same-axes leaves every rule to the session"
      ),
      (
        ["--seed", "18446744073709551610", "--precision", "5%", "--backoff", "phoenix"],
        "--precision needs up to 1000 seeds"
      ),
      (["--backoff", "phoenix", "--backoff", "phoenix"], "--backoff 'phoenix' is given twice"),
      (["--backoff", "phoenx"], "did you mean 'phoenix'?"),
      (["--backoff", "2^^x"], "   ^"),
      (["--backoff", "phoenix", "--precision", "2"], "--precision 2: write a share"),
      (["--backoff", "phoenix", "--precision", "0%"], "--precision 0%: write a share"),
      (["--backoff", "phoenix", "--rank-by", "recover.p98"], "did you mean 'recover.p90'?"),
      (["--backoff", "phoenix", "--replications", "0"], "--replications 0"),
      (["chat-restart", "--backoff", "phoenix"], "none of its clients waits by a formula"),
      (
        ["ideal-outage", "--scenario", "ideal-outage", "--backoff", "phoenix"],
        "two scenarios named 'ideal-outage'"
      ),
      (["--scenario", "nowhere", "--backoff", "phoenix"], "'nowhere' is no"),
      (["--worlds", "limit", "--backoff", "phoenix"], "--worlds limit: did you mean 'limits'?"),
      (["--worlds", "nodes", "--backoff", "phoenix"], "write limits, or limits=500/s"),
      (["--worlds", "limits=500", "--backoff", "phoenix"], "500 has no unit: write 500/s"),
      (["--worlds", "limits=0/s", "--backoff", "phoenix"], "0/s is out of range: 0.01/s to"),
    ])
  func badUsage(arguments: [String], message: String) throws {
    let place = try Workplace()
    let process = try place.start(["compare"] + arguments)
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 2)
    #expect(ending.messages.contains(message), "\(ending.messages)")
    #expect(ending.results.isEmpty)
    #expect(!place.exists("results"))
  }

  @Test("a formula that fails in a run is named, with its scenario and seed")
  func invalidDelay() throws {
    let ending = try compare(
      try Workplace(), "--backoff", "stoat-web", "--backoff", "3 - x", "--no-out")
    #expect(ending.status == 1)
    #expect(
      ending.messages.contains("3 - x in gateway-restart, seed 1: formula 3 - x gives a delay"))
  }

  @Test("an interrupt keeps the seeds that every backoff was run with")
  func interrupt() throws {
    let place = try Workplace()
    let process = try place.start([
      "compare", "--backoff", "stoat-web", "--backoff", "socketio", "--replications", "1000",
      "--clients", "2000", "--threads", "2", "--format", "json",
    ])
    for _ in 1...200 where try place.read(".err").isEmpty {
      Thread.sleep(forTimeInterval: 0.05)
    }
    Thread.sleep(forTimeInterval: 3)
    process.interrupt()
    for _ in 1...600 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 130)
    if ending.results.isEmpty {
      #expect(ending.messages.contains("no seed was run with every backoff"))
      return
    }
    #expect(try ending.json["truncated"] as? Bool == true)
    #expect(try #require(try ending.json["replications"] as? Int) < 1000)
    #expect(try place.read("results/compare-gateway-restart/comparison.json") == ending.results)
  }
}
