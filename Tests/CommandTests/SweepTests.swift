import Foundation
import Testing

@Suite("Sweeping a scenario")
struct SweepTests {
  private static let names = [
    "cells.csv", "checks.csv", "figures.csv", "manifest.json", "promises.csv", "report.html",
    "sweep.csv",
  ]

  private let grid = [
    "ideal-outage", "--clients", "40", "--replications", "3", "--vary", "faults.0.for=20s,30s",
    "--backoff", "aws-full", "--backoff", "min(20s, 2^x)",
  ]

  private func sweep(_ place: Workplace, _ more: String...) throws -> Ending {
    let process = try place.start(["sweep"] + grid + more)
    process.waitUntilExit()
    return try place.ending(of: process)
  }

  @Test("one folder, a table of means, and the same bytes on any number of threads")
  func plain() throws {
    let place = try Workplace()
    let ending = try sweep(place)
    #expect(ending.status == 0)
    #expect(ending.messages == "cells=12 scenario=ideal-outage squall 0.2.0\n")
    #expect(
      ending.results.hasPrefix(
        "ideal-outage   12 cells   2 faults.0.for x 2 backoffs x 3 seeds (1 to 3)\n"))
    #expect(ending.results.contains("  30s          min(20s, 2^x)"))
    let folder = try place.files("results/sweep-ideal-outage")
    #expect(folder.keys.sorted() == Self.names)
    let csv = try sweep(place, "--threads", "1", "--out", "one", "--format", "csv", "--quiet")
    #expect(csv.messages.isEmpty && csv.results == folder["sweep.csv"])
    #expect(try place.files("one") == folder)
    let json = try sweep(place, "--threads", "7", "--out", "one", "--format", "json")
    #expect(try #require(try json.json["points"] as? [Any]).count == 4)
    #expect(try place.files("one") == folder)
    #expect(try place.names() == ["one", "results"])
    #expect(try place.names("results") == ["sweep-ideal-outage"])
  }

  @Test("a cell is the run of its scenario")
  func cell() throws {
    let place = try Workplace()
    _ = try sweep(place, "--seed", "0x10", "--metric", "recover", "--metric", "attempts")
    let run = try place.simulate(
      "ideal-outage", "--clients", "40", "--set", "faults.0.for=30s", "--backoff", "aws-full",
      "--seed", "17", "--no-out", "--format", "csv")
    let prefix = "8,ideal-outage,30s,aws-full,17,"
    let rows = try place.read("results/sweep-ideal-outage/sweep.csv").split(separator: "\n")
      .filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    #expect(rows.count == 9)
    let own = run.results.split(separator: "\n")
      .map { $0.dropFirst("1,ideal-outage,aws-full,17,".count) }
    for row in rows { #expect(own.contains(row), "\(row)") }
  }

  @Test("seven shards on any number of threads merge into the whole")
  func shards() throws {
    let place = try Workplace()
    _ = try sweep(place)
    let whole = try place.files("results/sweep-ideal-outage")
    for shard in 1...7 {
      let ending = try sweep(place, "--shard", "\(shard)/7", "--threads", "\(shard % 3 + 1)")
      #expect(ending.status == 0)
    }
    let shards = (1...7).map { "results/sweep-ideal-outage-\($0)-of-7" }
    let process = try place.start(["merge"] + shards + ["--out", "merged"])
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 0 && ending.results.contains("merged from 7 shards"))
    #expect(try place.files("merged") == whole)
    let missing = try place.simulate("merge", shards[0], shards[2], "--out", "m")
    #expect(missing.status == 2 && !place.exists("m"))
    #expect(missing.messages == "error: missing shards, 5 of 7: 2, 4, 5, 6, 7\n")
    let empty = try sweep(place, "--shard", "13/13")
    #expect(empty.status == 0)
    #expect(empty.messages.contains("shard=13/13 own=0"))
  }

  @Test("a shard that is submitted again says what it said, and runs nothing")
  func finished() throws {
    let place = try Workplace()
    let first = try sweep(place, "--shard", "2/3", "--format", "json")
    let folder = "results/sweep-ideal-outage-2-of-3"
    let files = try place.files(folder)
    let again = try sweep(place, "--shard", "2/3", "--format", "json")
    #expect(first.status == 0 && again.status == 0 && again.results == first.results)
    #expect(
      again.messages
        == "shard 2/3 is finished in \(folder): nothing is run; --restart runs it again\n")
    let restarted = try sweep(place, "--shard", "2/3", "--restart")
    #expect(restarted.status == 0 && restarted.messages.contains("cells=12 shard=2/3 own=4"))
    try place.write((files["sweep.csv"] ?? "") + "13\n", to: folder + "/sweep.csv")
    let mended = try sweep(place, "--shard", "2/3")
    #expect(mended.status == 0 && mended.messages.contains("was changed: its hash is "))
    #expect(mended.messages.contains("; the shard is run again"))
    #expect(try place.files(folder) == files)
  }

  @Test("promises are judged at every point, by a merge too, and break with 3")
  func promises() throws {
    let place = try Workplace()
    let promises = ["--slo", "clear_s < 25s", "--slo", "recover.p99 < 18s"]
    func run(_ arguments: [String]) throws -> Ending {
      let process = try place.start(arguments)
      process.waitUntilExit()
      return try place.ending(of: process)
    }
    let whole = try run(["sweep"] + grid + promises + ["--metric", "arrivals"])
    #expect(whole.status == 3)
    #expect(whole.results.contains("\n  promises     kept at "))
    #expect(
      whole.results.replacing("\n               ", with: " ").contains(
        "clear_s < 25s, found 30.0 s, broken at 2 of 4 points, first at faults.0.for=30s aws-full"),
      "\(whole.results)")
    let rows = try place.read("results/sweep-ideal-outage/promises.csv").split(separator: "\n")
    // What a run with these seeds says of the same promises.
    let single = try run(
      [
        "run", "ideal-outage", "--clients", "40", "--replications", "3", "--set",
        "faults.0.for=20s", "--backoff", "min(20s, 2^x)", "--out", "single",
      ] + promises)
    #expect([0, 3].contains(single.status))
    let own = try place.read("single/promises.csv").split(separator: "\n").dropFirst()
    #expect(own.count == (rows.count - 1) / 4 && own.count >= 2)
    for row in own { #expect(rows.contains("2,20s,\"min(20s, 2^x)\"," + row), "\(row)") }
    for shard in 1...2 {
      let part = try run(
        ["sweep"] + grid + promises + ["--metric", "arrivals", "--shard", "\(shard)/2"])
      #expect(part.status == 0)
      #expect(part.messages.contains("promises are judged when the shards are merged"))
    }
    let merged = try run(
      ["merge"] + (1...2).map { "results/sweep-ideal-outage-\($0)-of-2" }
        + ["--out", "merged", "--format", "json"])
    #expect(merged.status == 3)
    #expect(
      merged.messages.contains(
        "SLO failed: clear_s < 25s, found 30.0 s, broken at 2 of 4 points, first at "))
    #expect(try place.files("merged") == place.files("results/sweep-ideal-outage"))
  }

  @Test("killed again and again it loses nothing, doubles nothing, and ends the same")
  func kills() throws {
    let place = try Workplace()
    let arguments = [
      "sweep", "--clients", "300", "--replications", "8", "--vary", "faults.0.for=20s,30s,40s",
      "--threads", "2", "--quiet", "--out",
    ]
    let process = try place.start(arguments + ["whole"])
    process.waitUntilExit()
    #expect(try place.ending(of: process).status == 0)
    let whole = try place.files("whole")
    // Delays by a small linear congruential generator: how far each start gets does not matter.
    var seed: UInt32 = 1
    for _ in 1...8 where !place.exists("killed") {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      let process = try place.start(arguments + ["killed"])
      Thread.sleep(forTimeInterval: 0.1 + Double(seed >> 16) / 65_536 * 0.6)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let last = try place.start(arguments + ["killed"])
    last.waitUntilExit()
    #expect(try place.ending(of: last).status == 0)
    #expect(try place.files("killed") == whole)
    #expect(try place.names() == ["killed", "whole"])
  }

  @Test("an interrupt keeps finished cells; another command does not touch them")
  func interrupt() throws {
    let place = try Workplace()
    let long = [
      "sweep", "--clients", "2k", "--replications", "2", "--vary", "faults.0.for=5s,31d",
      "--duration", "31d", "--backoff", "1s", "--threads", "1",
    ]
    let process = try place.start(long)
    // Two cells take a moment, the third hours: five billion attempts.
    for _ in 1...400 where !place.hasJournal("results/.sweep-gateway-restart.sweep") {
      Thread.sleep(forTimeInterval: 0.05)
    }
    process.interrupt()
    for _ in 1...600 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 130 && ending.results.isEmpty)
    let kept = "of 4 cells are done and kept in results/.sweep-gateway-restart.sweep; the same"
    #expect(ending.messages.contains("interrupted: ") && ending.messages.contains(kept))
    #expect(try place.names("results") == [".sweep-gateway-restart.sweep"])
    let other = try place.simulate(
      "sweep", "--clients", "20", "--vary", "faults.0.for=10s,20s")
    #expect(other.status == 2)
    #expect(other.messages.contains("holds the unfinished work of another sweep or map (plan "))
    #expect(try place.names("results") == [".sweep-gateway-restart.sweep"])
    let merge = try place.simulate("merge", "results/sweep-gateway-restart")
    #expect(merge.status == 2 && merge.messages.contains("is not finished: run its command again"))
    let restart = try place.simulate(
      "sweep", "--clients", "20", "--vary", "faults.0.for=10s,20s", "--restart")
    #expect(restart.status == 0)
    #expect(try place.names("results") == ["sweep-gateway-restart"])
  }

  @Test("a cell that cannot be run is named; the others are kept")
  func failure() throws {
    let place = try Workplace()
    let arguments = [
      "sweep", "ideal-outage", "--clients", "5", "--vary", "faults.0.for=1s,20s", "--backoff",
      "3 - x", "--threads", "1",
    ]
    for messages in ["1 of 2 cells are done and kept", "resuming: 1 of 2 cells are done"] {
      let process = try place.start(arguments)
      process.waitUntilExit()
      let ending = try place.ending(of: process)
      #expect(ending.status == 1 && ending.results.isEmpty)
      #expect(
        ending.messages.contains(
          "error: cell 2 (--vary faults.0.for=20s --backoff 3 - x seed 1): formula 3 - x gives"))
      #expect(ending.messages.contains(messages))
    }
  }

  @Test(
    "wrong usage ends with 2 and writes nothing",
    arguments: [
      (["--vary", "faults.0.for"], "write key.path=v1,v2"),
      (["--vary", "faults.0.for=10s,20"], "--vary faults.0.for=20: faults.0.for: 20 has no unit"),
      (["--vary", "network.latncy=1ms,2ms"], "network.latncy: unknown key"),
      (["--vary", "faults.0.for=10s", "--vary", "faults.0.for=20s"], "varied twice"),
      (["--vary", "clients.count=10,20", "--clients", "5"], "would replace it"),
      (["--backoff", "stoat-wep"], "did you mean 'stoat-web'?"),
      (["--backoff", "socketio", "--backoff", "socketio"], "given twice"),
      (["--slo", "gave_up = 0"], "'=' is not a comparison"),
      (
        ["--slo", "cohorts.phones.gave_up == 0"],
        "--slo 'cohorts.phones.gave_up == 0': the fleet has"
      ),
      (["--vary", "slo=[]"], "the promises are the same at every point"),
      (["--metric", "recovr"], "did you mean 'recover'?"),
      (["--shard", "8/7"], "--shard 8/7: write"),
      (["--shard", "auto/3"], "no job array found"), (["--replications", "0"], "1 to 1000"),
      (["--vary", "gateway.nodes=1..2000/1", "--replications", "1000"], "2000 x 1000 cells: at"),
      (["--out", ""], "needs the name"), (["nowhere"], "no built-in scenario"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let place = try Workplace()
    let process = try place.start(["sweep"] + arguments)
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 2 && ending.results.isEmpty)
    #expect(ending.messages.contains(message), "\(ending.messages)")
    #expect(try place.names().isEmpty)
  }
}

extension Workplace {
  /// Files of a folder with what they hold.
  func files(_ folder: String) throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: names(folder).map { ($0, try read("\(folder)/\($0)")) })
  }

  /// What stands in a folder, but for this place's own files.
  func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
      .filter { ![".in", ".out", ".err"].contains($0) }
  }

  /// Whether a sweep has finished a cell.
  fileprivate func hasJournal(_ folder: String) -> Bool {
    let facts = try? FileManager.default.attributesOfItem(atPath: path(folder) + "/journal")
    return (facts?[.size] as? Int ?? 0) > 0
  }

  @Test("a pattern of one letter is a pattern", arguments: ["*", "x*", "./*", "*/"])
  func shortPatterns(_ pattern: String) throws {
    let ending = try Workplace().simulate("merge", pattern, "-", "0")
    #expect(ending.status == 2 && ending.messages.hasPrefix("error: "), "\(ending.messages)")
  }

  @Test("a cell that cannot be finished keeps none of the others from being run")
  func failingCell() throws {
    let place = try Workplace()
    let arguments = [
      "sweep", "--set", "clients.count=20", "--set", "duration=3m", "--vary",
      "clients.backoff=5s,3s - x,7s", "--metric", "recover.p99", "--replications", "2", "--threads",
      "1", "--out", "s",
    ]
    let process = try place.start(arguments)
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 1)
    #expect(ending.messages.contains("cell 3 (") && ending.messages.contains("cell 4 ("))
    #expect(ending.messages.contains("4 of 6 cells are done"), "\(ending.messages)")
    #expect(!place.exists("s") && place.exists(".s.sweep/journal"))
  }
}
