import Foundation
import Testing

@Suite("simulate map", .enabled(if: isOptimised))
struct MapCommandTests {
  /// A pool that serves 100 set-ups a second for each worker, and clients that give up after 10 s.
  private static let scenario = """
    name: pool
    duration: 4m
    until: settled
    clients: {count: 3k, backoff: 'uniform(0s, 5s)'}
    network: {profile: ideal, latency: 10ms}
    gateway: {profile: ideal, auth: {workers: 2, time: 10ms}}
    faults: [{at: 0s, for: 30s, kind: outage, mode: refuse, drop: true}]
    metastable: {window: 1m}

    """

  private static let axes = ["--x", "clients.count=500..12k", "--y", "gateway.auth.workers=1..4"]

  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write(Self.scenario, to: "pool.yaml")
    return place
  }

  @Test("draws the plane in 80 columns, and says where the border runs")
  func drawing() throws {
    let place = try place()
    let process = try place.start(
      ["map", "pool.yaml", "--replications", "2", "--cells", "16x4"] + Self.axes, columns: 80)
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 0, "\(ending.messages)")
    let drawn = ending.results.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      drawn.prefix(18).joined(separator: "\n") == """
        pool   metastable   16 x 4 cells   2 seeds

          gateway.auth.workers
                 4 | . . . . . . . . . . . . . . # #
                 3 | . . . . . . . . . . . . . # # #
                 2 | . . . . . . . .(.). . # # # # #
                 1 | . . . . . . . . # # # # # # # #
                   +---------------------------------
                    500   944      3,000        12,000
                                       clients.count

          . recovers   # metastable
          ( ) the scenario: clients.count 3,000, gateway.auth.workers 2: recovers

          With gateway.auth.workers 2 it recovers up to 4,160 clients and is metastable
          from 5,142 on.
          With 3,000 clients it is metastable up to gateway.auth.workers 1 and recovers
          from 2 on.
        """)
  }

  private func map(_ place: Workplace, _ more: String...) throws -> Ending {
    let process = try place.start(
      ["map", "pool.yaml", "--replications", "3", "--cells", "10x4", "--quiet"] + Self.axes + more)
    process.waitUntilExit()
    return try place.ending(of: process)
  }

  @Test("a row for each cell, and for each run; the same on any number of threads")
  func files() throws {
    let place = try place()
    let csv = try map(place, "--format", "csv", "--threads", "1")
    let folder = try place.files("results/map-pool")
    #expect(folder.keys.sorted() == ["manifest.json", "map.csv", "report.html", "runs.csv"])
    #expect(csv.messages.isEmpty && csv.results == folder["map.csv"])
    let rows = csv.results.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows[0] == ["x", "y", "state", "low", "high", "seeds"] && rows.count == 41)
    #expect(rows[1] == ["500", "1", "recovers", "0", "0.5614970317550455", "3"])
    let runs = try place.read("results/map-pool/runs.csv").split(separator: "\n").count - 1
    #expect(runs == rows.dropFirst().reduce(0) { $0 + Int($1[5])! } && runs < 120)
    let json = try map(place, "--format", "json", "--threads", "3").json
    #expect((json["cells"] as? [[String: Any]])?.count == 40 && json["runs"] as? Int == runs)
    #expect((json["verdict"] as? [String])?.count == 2)
    #expect(try place.files("results/map-pool") == folder)
  }

  @Test("three shards merge into the whole")
  func shards() throws {
    let place = try place()
    _ = try map(place)
    let whole = try place.files("results/map-pool")
    for shard in 1...3 {
      #expect(try map(place, "--shard", "\(shard)/3").status == 0)
    }
    let folders = (1...3).map { "results/map-pool-\($0)-of-3" }
    let merge = try place.simulate("merge", folders[2], folders[0], folders[1], "--out", "merged")
    #expect(merge.status == 0 && merge.results.contains("merged from 3 shards"), "\(merge)")
    #expect(try place.files("merged") == whole)
    let missing = try place.simulate("merge", folders[0], folders[2], "--out", "m")
    #expect(missing.status == 2 && missing.messages == "error: missing shards, 1 of 3: 2\n")
    try place.write("run,x\n", to: folders[1] + "/runs.csv")
    let damaged = try place.simulate("merge", folders[0], folders[1], folders[2], "--out", "m")
    #expect(damaged.status == 2 && damaged.messages.contains("runs.csv was changed"))
    #expect(!place.exists("m"))
    #expect(try map(place, "--shard", "1/4").messages.contains("a shard of a map has whole seeds"))
  }

  @Test("killed again and again it ends the same")
  func kills() throws {
    let place = try place()
    _ = try map(place, "--out", "whole")
    for round in 1...10 where !place.exists("killed") {
      let process = try place.start(
        ["map", "pool.yaml", "--replications", "3", "--cells", "10x4", "--out", "killed"]
          + Self.axes)
      Thread.sleep(forTimeInterval: 0.1 + Double(round * 7 % 10) / 20)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let last = try map(place, "--out", "killed")
    #expect(last.status == 0)
    #expect(try place.files("killed") == place.files("whole"))
    #expect(try place.names() == ["killed", "pool.yaml", "whole"])
  }

  @Test("a metric that is a figure or a word is mapped, too")
  func otherMetrics() throws {
    let place = try place()
    let figures = try map(place, "--metric", "recover.p99", "--format", "csv")
    let rows = figures.results.split(separator: "\n")
    #expect(
      rows[0] == "x,y,median,low,high,seeds" && rows.dropFirst().allSatisfy { $0.hasSuffix(",3") })
    #expect(rows.contains { $0.contains(",inf,,,") })
    #expect(try map(place, "--metric", "recover.p99").results.contains("! never with some seed"))
    let words = try map(place, "--metric", "limited_by")
    #expect(words.results.contains("a auth") && words.results.contains("is auth"))
  }

  @Test(
    arguments: [
      (["--x", "gateway.nodes=1..4", "--y", "gateway.nodes=1..8"], "--x and --y are both"),
      (["--x", "gateway.nodes=4..1"], "the range goes down"),
      (["--x", "gateway.nodes=1..1"], "a single value"),
      (["--x", "clients.session=1..4"], "clients.session: found '1'"),
      (["--x", "gateway.nodes"], "write key.path=from..to"),
      (["--x", "seed=1..4"], "seeds are chosen with --seed"),
      (["--x", "gateway.nods=1..4"], "did you mean 'nodes'"),
      (["--metric", "recover"], "this is a group; write recover"),
      (["--metric", "metastabel"], "did you mean 'metastable'?"),
      (["--cells", "32"], "write columns x rows, each from 2 to 256, such as 32x16"),
      (["--cells", "1x4"], "write columns x rows"),
      (["--slo", "recover.p99 < 9s"], "a map judges no promises; `simulate capacity` does"),
      (["--set", "faults=[]"], "no fault of the scenario has a duration (for)"),
      (["--shard", "1/9"], "there are 5; take fewer shards or more --replications"),
      (["--backoff", "aws-full", "--backoff", "kafka"], "--backoff is given 2 times"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let place = try Workplace()
    let process = try place.start(["map"] + arguments)
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 2 && ending.messages.contains(message), "\(ending.messages)")
    #expect(!place.exists("results"))
  }
}
