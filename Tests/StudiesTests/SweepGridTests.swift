import Documents
import Synchronization
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Scenarios
@testable import Studies

@Suite("The grid of a sweep") struct SweepGridTests {
  @Test(arguments: [
    ("a.b=1", ["1"]), ("a=1,2,3", ["1", "2", "3"]), (" a = 1 , 2 ", ["1", "2"]),
    ("a={x: 1, y: [2, 3]},none", ["{x: 1, y: [2, 3]}", "none"]),
    ("a=min(20s, 2^x),socketio", ["min(20s, 2^x)", "socketio"]),
    ("a='x,y',\"u,\\\",v\",it''s", ["'x,y'", "\"u,\\\",v\"", "it''s"]),
    ("a=key=value,b", ["key=value", "b"]),
    ("a=10s..60s/10s", ["10s", "20s", "30s", "40s", "50s", "60s"]),
    ("a=0..1/0.25", ["0", "0.25", "0.5", "0.75", "1"]),
    ("a=0..4%/2%", ["0%", "2%", "4%"]), ("a=500ms..2s/500ms", ["500ms", "1s", "1500ms", "2s"]),
    ("a=100/s..300/s/100/s", ["100/s", "200/s", "300/s"]),
    ("a=500..2k/500", ["500", "1000", "1500", "2000"]), ("a=-1..1/1", ["-1", "0", "1"]),
    ("a=5,10..20/5", ["5", "10", "15", "20"]), ("a={csv: x..y}", ["{csv: x..y}"]),
  ])
  func values(_ text: String, _ values: [String]) throws {
    #expect(try Variation(text).values == values)
  }

  @Test(arguments: [
    ("a", "write key.path=v1,v2"), ("=1", "write key.path=v1,v2"), ("a=", "an empty value"),
    ("a=1,,2", "an empty value"), ("a=1,2,1", "the value '1' stands there twice"),
    ("a=10s..30s/10s,20s", "the value '20s' stands there twice"),
    ("a={x: 1", "a '}' is missing"), ("a=x)", "a ')' closes nothing"), ("a=[1}", "closes nothing"),
    ("a='x", "a ''' is missing"), ("a=1..5", "write from..to/step"),
    ("a=1..x/1", "write from..to/step"), ("a=1s..5%/1", "write from..to/step"),
    ("a=1..5/0", "must be above 0"), ("a=5..1/1", "write the smaller end first"),
    ("a=10s..65s/10s", "do not end there, but at 60s"), ("a=1..9999999/1", "more values than"),
    ("seed=1,2", "--seed and --replications"), ("name=a,b", "no result depends on it"),
    ("slo.0=gave_up == 0", "the same at every point"),
  ])
  func badValues(_ text: String, _ message: String) {
    let error = #expect(throws: SweepError.self) { try Variation(text) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("--vary") == true)
  }

  private func grid(
    _ vary: [String], _ formulas: [String] = [], seeds: Int = 1
  ) throws -> SweepGrid {
    try SweepGrid(
      variations: vary.map { try Variation($0) }, formulas: formulas,
      seeds: SeedRange(first: 7, count: seeds)!)
  }

  @Test func theFirstKeyVariesSlowestAndTheSeedsFastest() throws {
    let grid = try grid(["a=1,2", "b=x,y"], ["f", "g"], seeds: 2)
    #expect(grid.cells == 16 && grid.points == 8)
    let cells = (1...grid.cells).map { "\(grid.label(ofCell: $0))\(grid.seed(ofCell: $0))" }
    var expected: [String] = []
    for a in ["1", "2"] {
      for b in ["x", "y"] {
        for formula in ["f", "g"] {
          for seed in 7...8 {
            expected.append("--vary a=\(a) --vary b=\(b) --backoff \(formula) \(seed)")
          }
        }
      }
    }
    #expect(cells == expected)
    #expect((1...16).map(grid.point) == (0..<16).map { $0 / 2 })
    #expect(grid.values(of: 3) == ["1", "y"])
  }

  @Test func aKeyAboveAnotherIsAppliedFirst() throws {
    let grid = try grid(["network.loss=1%", "network=lte", "seeds=1"])
    #expect(grid.overrides(of: 0).map(\.path) == ["network", "seeds", "network.loss"])
  }

  @Test func badGrids() throws {
    let cases: [([String], [String], Int, String)] = [
      (["a=1", "a=2"], [], 1, "--vary a: the key is varied twice"),
      ([], ["f", " f"], 1, "--backoff 'f' is given twice"),
      (["clients.backoff=f"], ["g"], 1, "exclude each other"),
      (["clients={}"], ["g"], 1, "exclude each other"),
      (["a=1..1001/1"], [], 1_000, "1001 x 1000 cells: at most 1000000"),
      ((0..<9).map { "k\($0)=1..1000/1" }, ["f"], 1_000, "at most 1000000"),
    ]
    for (vary, formulas, seeds, message) in cases {
      let error = #expect(throws: SweepError.self) { try grid(vary, formulas, seeds: seeds) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
    #expect(try grid(["a=1..1000/1"], seeds: 1_000).cells == 1_000_000)
  }
}

@Suite("What a sweep runs") struct SweepPlanTests {
  private let base = SweepBase(
    bytes: Array(ScenarioFile.builtIn("ideal-outage")!.utf8), file: "ideal-outage",
    overrides: [Override("clients.count=20")!])

  private func grid(
    _ vary: [String], _ formulas: [String] = [], seeds: Int = 1
  ) throws -> SweepGrid {
    try SweepGrid(
      variations: vary.map { try Variation($0) }, formulas: formulas,
      seeds: SeedRange(first: 1, count: seeds)!)
  }

  private func plan(
    _ vary: [String], _ formulas: [String] = [], seeds: Int = 1, metrics: [String] = [],
    base: SweepBase? = nil
  ) throws -> SweepPlan {
    try SweepPlan(
      base ?? self.base, grid(vary, formulas, seeds: seeds), MetricSelection(metrics))
  }

  private func message(_ make: () throws -> SweepPlan) -> String {
    let error = #expect(throws: SweepError.self) { _ = try make() }
    return error?.description ?? ""
  }

  @Test func everyCellIsJudgedBeforeAnyIsRun() {
    #expect(
      message { try plan(["faults.0.for=30s,60,90"]) }
        == "--vary faults.0.for=60: faults.0.for: 60 has no unit: write 60s")
    let two = message { try plan(["gateway.nodes=2,4", "network.loss=1%,101%"]) }
    let both = "with --vary gateway.nodes=2 --vary network.loss=101%:\n"
    #expect(two.hasPrefix(both + "--vary network.loss=101%: network.loss: "), "\(two)")
    #expect(message { try plan(["network.latncy=1ms,2ms"]) }.contains("did you mean"))
    // The last of many.
    let many = message { try plan(["faults.0.for=1s..300s/1s,1"]) }
    #expect(many.hasPrefix("--vary faults.0.for=1: "))
  }

  /// What several values make together is judged by the shard that runs it; a value that is wrong by
  /// itself by all of them.
  @Test func aShardJudgesItsOwnPointsAndEveryValue() throws {
    let grid = try grid(["gateway.nodes=1,2,3", "faults.0.for=10s,20s,30s"])
    let request = try SweepRequest(base, grid, .all)
    for count in [2, 4, 9] {
      let points = try (1...count).map { index in
        let plan = try SweepPlan(request, Shard(index, of: count))
        let own = plan.cells.points
        for point in own { #expect(plan.variant(ofPoint: point) == "stoat-web") }
        return own
      }
      #expect(points.flatMap { $0 }.sorted() == Array(0..<9))
    }
    let many = try SweepRequest(base, self.grid(["faults.0.for=1s..300s/1s,1ms"]), .all)
    #expect(try SweepPlan(many, Shard(1, of: 300)).cells.points.count == 2)
    #expect(
      message { try plan(["gateway.nodes=2,4", "faults.0.for=1s..300s/1s,1"]) }.hasPrefix("with "))
  }

  @Test func whatIsAskedForMakesTheHash() throws {
    func hash(
      _ vary: [String] = ["gateway.nodes=1,2"], _ formulas: [String] = [], seeds: Int = 2,
      metrics: [String] = ["arrivals"], promises: [String] = [], set: String? = nil
    ) throws -> String {
      var base = base
      if let set { base.overrides.append(Override(set)!) }
      base.promises = try promises.map { try parseServiceLevel($0) }
      return try SweepRequest(
        base, grid(vary, formulas, seeds: seeds), MetricSelection(metrics)
      ).hash
    }
    let hashes = try [
      hash(), hash(["gateway.nodes=2,1"]), hash(["gateway.nodes=1,3"]), hash([], ["aws-full"]),
      hash(seeds: 3), hash(metrics: []), hash(promises: ["gave_up == 0"]),
      hash(set: "duration=20m"), hash(["gateway.nodes=1", "network.loss=1%"]),
    ]
    #expect(Set(hashes).count == hashes.count)
    #expect(try hash() == hashes[0])
  }

  /// A value may make no difference beside the first values of the others, and one beside the second.
  @Test func aValueThatMattersSomewhereIsNoDouble() throws {
    let own = "clients.mix=[{name: a, share: 1, backoff: aws-full}]"
    let formulas = "clients.backoff=stoat-web,socketio"
    #expect(try plan([own + ",[{name: a, share: 1}]", formulas]).grid.cells == 4)
    #expect(
      message { try plan([own, formulas]) }
        == "--vary clients.backoff: 'stoat-web' and 'socketio' give the same scenario")
  }

  @Test func itemsOfAListHaveOneName() throws {
    let text = message { try plan(["faults.00.for=30s,60s"]) }
    #expect(text.contains("'00' is no item of this list; allowed: 0 to 1"), "\(text)")
  }

  @Test func theValueThatDoesNotFitIsNamed() throws {
    let text = message { try plan(["faults.0.kind=outage,restart"]) }
    #expect(text.hasPrefix("with --vary faults.0.kind=restart:\n"), "\(text)")
  }

  @Test func valuesThatMeanTheSameAreAProblem() throws {
    #expect(
      message { try plan(["gateway.nodes=1,2", "faults.0.for=30s,60s,1m"]) }
        == "--vary faults.0.for: '60s' and '1m' give the same scenario")
    #expect(
      message { try plan(["gateway.nodes=1,2"], ["stoat-web", "stoat_web"]) }
        == "--backoff: 'stoat-web' and 'stoat_web' give the same scenario")
    // The loss is replaced everywhere: then the first key makes no difference.
    let keys = ["network=lte,{profile: lte, loss: 3%}", "network.loss=1%,2%"]
    #expect(message { try plan(keys) }.contains("--vary network: "))
    #expect(try plan([keys[0]]).grid.cells == 2)
  }

  @Test func whatWouldBeReplacedMustNotBeSet() {
    #expect(message { try plan(["clients.count=1,2"]) }.contains("would replace it"))
    #expect(message { try plan(["clients={count: 1},{count: 2}"]) }.contains("would replace it"))
    var other = base
    other.overrides.append(Override("clients.backoff=socketio")!)
    #expect(message { try plan([], ["f"], base: other) }.contains("--backoff would replace it"))
  }

  @Test func theHashCoversWhatTheCellsAreNotOnlyWhatTheBaseIs() throws {
    let text = ScenarioFile.builtIn("gateway-restart")!
    let full = SweepBase(bytes: Array(text.utf8), file: "x")
    // The profile's own latency, said aloud: nothing changes until another profile is varied in.
    let said = SweepBase(
      bytes: Array(text.utf8), file: "x",
      overrides: [Override("network.latency={median: 50ms, sigma: 0.5, own: 50%}")!])
    let vary = ["network.profile=lte,wifi"]
    let (one, other) = (try plan(vary, base: full), try plan(vary, base: said))
    #expect(one.scenario == other.scenario)
    #expect(one.request.hash != other.request.hash)
    #expect(try plan(vary, base: full).request.hash == one.request.hash)
  }

  @Test(arguments: [1, 2, 5]) func cellsAreRunsOfTheirScenario(_ threads: Int) throws {
    let plan = try plan(
      ["faults.0.for=30s,45s"], ["aws-full", "socketio"], seeds: 2,
      metrics: ["recover.p99", "arrivals"])
    #expect(plan.metrics.paths == ["recover.p99", "arrivals"])
    #expect(plan.variant(ofPoint: 2) == "aws-full" && plan.variant(ofPoint: 3) == "socketio")
    let list = Cells()
    let isComplete = try WorkPool(threads: threads).run(plan, cells: [8, 3]) { list.add($0) }
    #expect(isComplete)
    let points = [(3, "30s", "socketio", "1"), (8, "45s", "socketio", "2")]
    for (number, outage, formula, seed) in points {
      let scenario = try base.decode([
        Override("faults.0.for=\(outage)")!, Override("clients.backoff=\(formula)")!,
        Override("seed=\(seed)")!,
      ])
      let experiment = try Experiment(scenario)
      let summary = Summary(experiment, try experiment.run())
      let cell = try #require(list.all.first { $0.number == number })
      #expect(hexadecimal(cell.digest) == summary.run.course.digest.text)
      #expect(cell.events == summary.run.course.events)
      #expect(cell.values == ["recover.p99", "arrivals"].map { summary.value(at: $0) })
    }
  }

  @Test func metricsByPathAndByGroup() throws {
    #expect(try MetricSelection([]).paths == MetricNames.all)
    let some = try MetricSelection(["gave_up", "recover", "recover.p99"])
    #expect(some.paths.first == "gave_up" && some.paths.count == 9)
    #expect(some.paths.dropFirst().allSatisfy { $0.hasPrefix("recover.") })
    let wrong = [("recover.p98", "'recover.p9"), ("recovr", "'recover'"), ("", "explain")]
    for (name, hint) in wrong {
      let error = #expect(throws: SweepError.self) { try MetricSelection([name]) }
      #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
    }
  }
}

private final class Cells: Sendable {
  private let pool = Mutex([SweepCell]())
  func add(_ cell: SweepCell) { pool.withLock { $0.append(cell) } }
  var all: [SweepCell] { pool.withLock { $0 } }
}
