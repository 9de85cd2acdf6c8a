import Foundation
import Testing

/// `--baseline`: what a pipeline learns when a later run is worse than an earlier one.
@Suite("A run against its baseline") struct BaselineTests {
  private static let fleet = ["--clients", "200", "--quiet"]

  private func place(_ more: String...) throws -> Workplace {
    let place = try Workplace()
    let made = place.run(Self.fleet + ["--out", "base"] + more)
    #expect(made.status == 0, "\(made.messages)")
    return place
  }

  @Test func theSameAgainIsNoRegression() throws {
    let place = try place()
    let ending = place.run(Self.fleet + ["--baseline", "base", "--out", "new"])
    #expect(ending.status == 0)
    #expect(
      ending.results.contains("  baseline     against base   one run with seed 1   tolerance 2 %\n")
    )
    #expect(ending.results.contains("  kept         16 metrics within the tolerance\n"))
    let baseline = try #require(json(place, "new/summary.json")["baseline"] as? [String: Any])
    #expect(baseline["folder"] as? String == "base")
    #expect((baseline["metrics"] as? [[String: Any]])?.count == 16)
  }

  @Test("worse by more than the tolerance ends with 4, and the results are there")
  func regression() throws {
    let place = try place()
    let worse = ["--backoff", "uniform(200s, 201s)", "--baseline", "base"]
    let ending = place.run(Self.fleet + worse + ["--out", "new", "--format", "json"])
    #expect(ending.status == 4)
    #expect(ending.messages.contains("regression: downtime.p99, found "))
    #expect(ending.messages.contains(", tolerance 2 %"))
    #expect(place.exists("new/summary.json"))
    // Where every metric may be ten times as large, nothing fails.
    let lenient = place.run(Self.fleet + worse + ["--no-out", "--tolerance", "1000%"])
    #expect(lenient.status == 0, "\(lenient.results)")
  }

  /// A formula that is changed is one setting, though the only cohort has it from the fleet.
  @Test func oneFormulaIsOneSetting() throws {
    let place = try place("--backoff", "aws-full")
    let ending = place.run([
      "--clients", "200", "--backoff", "phoenix", "--baseline", "base", "--no-out",
    ])
    #expect(
      ending.messages.contains(
        "baseline: 1 setting of gateway-restart differs: clients.backoff was aws-full, is phoenix\n"
      ),
      "\(ending.messages)")
  }

  /// Behind every limit the peak is the same: it is told once.
  @Test func whatIsTheSameOfSeveralWorlds() throws {
    let place = try Workplace()
    func compare(_ formula: String, _ more: [String]) -> Ending {
      place.run(
        [
          "compare", "--worlds", "limits=30/s", "--clients", "200", "--replications", "5",
          "--quiet",
          "--backoff", "old=aws-full", "--backoff", "new=\(formula)", "--judge", "new",
        ] + more)
    }
    #expect(compare("aws-full", ["--out", "base"]).status == 0)
    let ending = compare(
      "phoenix",
      [
        "--no-out", "--baseline", "base", "--tolerance", "off", "--tolerance",
        "peak_arrivals_1s=1%",
      ])
    #expect(ending.status == 4)
    let words = ending.results.split(separator: "\n").joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
    #expect(
      words.contains(
        "WORSE peak_arrivals_1s with new in gateway-restart, gateway-restart-listener, gateway-restart-handshake"
      ),
      "\(words)")
    #expect(words.components(separatedBy: "WORSE peak").count == 2)
  }

  @Test(
    "a formula's file is no formula", arguments: [["f.backoff"], ["compare", "new=f.backoff"]])
  func aFile(words: [String]) throws {
    let place = try Workplace()
    try place.write("# ours\nuniform(0s, 5s)\n", to: "f.backoff")
    let ending = place.run(words.dropLast() + ["--backoff", words.last!, "--no-out"])
    #expect(ending.status == 2)
    #expect(
      ending.messages.contains(
        "that is a file; the formula in it is \"$(grep -v '^#' f.backoff)\""),
      "\(ending.messages)")
  }

  @Test("a broken promise and a regression end with 3")
  func both() throws {
    let place = try place()
    let ending = place.run(
      Self.fleet + [
        "--backoff", "uniform(200s, 201s)", "--baseline", "base", "--no-out",
        "--slo", "recover.p99 < 1ms",
      ])
    #expect(ending.status == 3 && ending.results.contains("  WORSE        "))
  }

  @Test func anImprovementIsNoRegression() throws {
    let place = try place("--backoff", "uniform(0s, 120s)", "--slo", "gave_up == 0")
    let ending = place.run(
      Self.fleet + [
        "--backoff", "uniform(0s, 120s) / 2", "--baseline", "base", "--no-out", "--tolerance",
        "attempts_per_client=200%", "--tolerance", "peak_arrivals_1s=200%", "--tolerance",
        "peak_arrivals_100ms=200%", "--tolerance", "peak_arrivals_1s_after_clear=200%",
      ])
    #expect(ending.status == 0, "\(ending.results)")
    #expect(ending.results.contains("  better       recover.p99   "))
    #expect(ending.messages.isEmpty)
  }

  @Test("what is named is judged, whichever way it moves")
  func named() throws {
    let place = try place()
    let ending = place.run(
      Self.fleet + [
        "--set", "faults.0.at=70s", "--baseline", "base", "--no-out", "--tolerance", "99%",
        "--tolerance", "clear_s=1%",
      ])
    #expect(ending.status == 4)
    #expect(
      ending.results.contains(
        "  CHANGED      clear_s   130.0 s, was 120.0 s   +8.3 %, tolerance 1 %\n"),
      "\(ending.results)")
  }

  @Test("several runs are compared seed by seed")
  func replications() throws {
    let place = try place("--replications", "4")
    let same = place.run(
      Self.fleet + ["--replications", "4", "--baseline", "base", "--no-out"])
    #expect(same.status == 0)
    #expect(same.results.contains("against base   4 paired seeds   tolerance 2 %"))
    let other = place.run(
      [
        "--clients", "200", "--replications", "4", "--seed", "100", "--baseline", "base",
        "--no-out",
      ])
    #expect(other.status == 0, "\(other.results)")
    #expect(other.results.contains("other seeds, mean against mean"))
    #expect(other.messages.contains("baseline: the seeds are others: means are compared"))
  }

  @Test("a comparison is held against an earlier one, backoff by backoff")
  func comparison() throws {
    let place = try Workplace()
    let fleet = ["compare", "--clients", "100", "--replications", "3"]
    let old = ["--backoff", "a=uniform(0s, 20s)", "--backoff", "b=uniform(0s, 10s)"]
    #expect(place.run(fleet + old + ["--out", "base"]).status == 0)
    let new = ["--backoff", "a=uniform(0s, 20s)", "--backoff", "b=uniform(200s, 201s)"]
    let ending = place.run(fleet + new + ["--out", "new", "--baseline", "base"])
    #expect(ending.status == 4, "\(ending.results)\(ending.messages)")
    #expect(ending.results.contains("  WORSE        recover.p99 with b in gateway-restart"))
    #expect(!ending.results.contains("with a in gateway-restart"))
    #expect(ending.messages.contains("baseline: with 3 seeds chance may bring much"))
    let unkept = place.run(
      fleet + new + ["--no-out", "--baseline", "base", "--tolerance", "recover.p95=1%"])
    #expect(unkept.status == 2)
    #expect(unkept.messages.contains("a comparison keeps the headline metrics only"))
    // Only a is judged, and that has not changed.
    let judged = place.run(
      fleet + new + ["--no-out", "--baseline", "base", "--judge", "a"])
    #expect(judged.status == 0)
  }

  @Test("a promise that a backoff breaks ends a comparison with 3, unless others are judged")
  func judged() throws {
    let place = try Workplace()
    let command = [
      "compare", "--clients", "100", "--replications", "3", "--quiet", "--no-out", "--backoff",
      "old=uniform(200s, 201s)", "--backoff", "new=uniform(0s, 10s)", "--slo",
      "recover.p99 < 60s",
    ]
    let all = place.run(command)
    #expect(all.status == 3)
    #expect(all.results.contains("  FAILED       recover.p99 < 60s   old   found "))
    #expect(!all.results.contains("recover.p99 < 60s   new"))
    #expect(place.run(command + ["--judge", "new"]).status == 0)
    let json = place.run(command + ["--judge", "old", "--format", "json"])
    #expect(json.status == 3)
    #expect(json.messages.contains("SLO failed: recover.p99 < 60s with old in gateway-restart"))
    let promises = try #require(try json.json["promises"] as? [[String: Any]])
    // Three promises, two of them the scenario's own, with two backoffs.
    #expect(promises.count == 6)
    #expect(promises.filter { $0["kept"] as? Bool == false }.count == 1)
    #expect(promises.filter { $0["judged"] as? Bool == true }.count == 3)
  }

  // MARK: What cannot be compared

  struct Bad {
    let arguments: [String]
    let message: String
  }

  @Test(
    "what cannot be compared ends with 2 before anything is run",
    arguments: [
      Bad(arguments: ["--baseline", "nix"], message: "nix is no folder"),
      Bad(
        arguments: ["--baseline", "base", "--out", "base"],
        message: "the new results would take its place"),
      Bad(
        arguments: ["--baseline", "base", "--out", "base/inner"],
        message: "the new results would lie in it"),
      Bad(
        arguments: ["--baseline", "base", "--out", "./x/../base/"],
        message: "the new results would take its place"),
      Bad(
        arguments: ["--baseline", "base", "--seed", "2"],
        message: "was run with seed 1, and this is seed 2: a difference may be chance"),
      Bad(
        arguments: ["long-outage", "--baseline", "base"],
        message: "base is of gateway-restart, and this is of long-outage"),
      Bad(arguments: ["--tolerance", "2%"], message: "--tolerance needs a --baseline"),
      Bad(
        arguments: ["--baseline", "base", "--tolerance", "2"], message: "write a share from 0% up"),
      Bad(arguments: ["--baseline", ""], message: "--baseline needs the name of a folder"),
      Bad(
        arguments: [
          "compare", "--backoff", "socketio", "--backoff", "stoat-web", "--baseline", "base",
        ],
        message: "base holds a run, and this is a comparison"),
      Bad(
        arguments: [
          "compare", "--backoff", "socketio", "--backoff", "stoat-web", "--judge", "socktio",
        ], message: "did you mean 'socketio'?"),
      Bad(
        arguments: ["--baseline", "base", "--tolerance", "cohorts.none.gave_up=1%"],
        message: "base does not have that metric"),
      Bad(arguments: ["--baseline", "base", "--tolerance="], message: "Missing value"),
    ])
  func bad(_ row: Bad) throws {
    let place = try place()
    let before = try place.read("base/manifest.json")
    let ending = place.run(row.arguments + ["--clients", "200"])
    #expect(ending.status == 2 && ending.results.isEmpty)
    #expect(ending.messages.contains(row.message), "\(ending.messages)")
    #expect(!place.exists("results"))
    #expect(try place.read("base/manifest.json") == before)
  }

  @Test func aDamagedBaselineIsRefused() throws {
    let place = try place()
    let table = try place.read("base/summary.csv")
    try place.write(table.replacing("recover,p99,", with: "recover,p98,"), to: "base/summary.csv")
    let ending = place.run(Self.fleet + ["--baseline", "base", "--no-out"])
    #expect(ending.status == 2 && ending.messages.contains("it was changed, or damaged"))
    try place.write(table, to: "base/summary.csv")
    try place.write("{}", to: "base/summary.json")
    let other = place.run(Self.fleet + ["--baseline", "base", "--no-out"])
    #expect(other.status == 2 && other.messages.contains("base/summary.json is missing, or not as"))
  }

  @Test("other settings and other versions are said, and other fleets' counts are not compared")
  func notes() throws {
    let place = try place()
    let manifest = try place.read("base/manifest.json")
    try place.write(
      manifest.replacing("\"version\": \"", with: "\"version\": \"0."), to: "base/manifest.json")
    let ending = place.run(["--clients", "100", "--baseline", "base", "--no-out"])
    #expect(ending.messages.contains("baseline: it was made by squall 0."))
    #expect(
      ending.messages.contains(
        "baseline: 1 setting of gateway-restart differs: clients.count was 200, is 100"))
    #expect(ending.messages.contains("baseline: the fleets have other sizes"))
    #expect(
      ending.results.contains("  not judged   peak_arrivals_1s   the fleets have other sizes"))
  }
}

/// A file of a workplace as a JSON object.
private func json(_ place: Workplace, _ name: String) throws -> [String: Any] {
  let value = try JSONSerialization.jsonObject(with: Data(place.read(name).utf8))
  return try #require(value as? [String: Any])
}

extension Workplace {
  /// Runs the tool in this folder and waits for its end.
  fileprivate func run(_ arguments: [String]) -> Ending {
    do {
      let process = try start(arguments)
      process.waitUntilExit()
      return try ending(of: process)
    } catch {
      return Ending(status: -1, results: "", messages: "\(error)")
    }
  }
}
