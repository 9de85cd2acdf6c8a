import Findings
import Primitives
import Scenarios
import Store
import Studies
import Testing
import Text
import Worlds

/// The answer of a search is that of trying every value with every seed.
@Suite("Capacity against brute force", .enabled(if: isOptimised))
struct CapacityStatisticalTests {
  private static let storm = """
    duration: 10m
    until: settled
    clients: {count: 10k, backoff: 'min(60s, 2^(x - 1)) * uniform(0.5, 1)'}
    faults: [{at: 10s, for: 30s, kind: outage, mode: refuse, drop: true}]
    slo: [recover.p99 < 40s]

    """

  @Test(
    arguments: [
      ("admission", "gateway: {auth: {rate: 20000/s}, admission: {rate: 90/s, burst: 90}}"),
      ("handshake", "gateway: {handshake: {rate: 80/s}, auth: {rate: 20000/s}, admission: none}"),
      ("auth", "gateway: {auth: {workers: 1, rate: 100/s}, admission: none}"),
    ])
  func nodes(stage: String, gateway: String) throws {
    let seeds = 5
    let base = SweepBase(bytes: Array((Self.storm + gateway).utf8), file: "\(stage).yaml")
    let study = try CapacityStudy(
      base, SearchRange("gateway.nodes=1..16", option: "--least"), .least, [.own], levels: [],
      seeds: seeds, resolution: 0.02)
    let finding = try WorkPool.allCores.search(study, .own) { _ in true }
    var kept: [Int] = []
    for nodes in 1...16 {
      let experiment = try Experiment(study.scenario(at: Double(nodes)))
      let range = SeedRange(first: experiment.scenario.seed, count: seeds)!
      let runs = try WorkPool.allCores.run(experiment.replicated(range))
      if ReplicatedSummary(experiment, seeds: range, measured: runs).slo.allSatisfy(\.isKept) {
        kept.append(nodes)
      }
    }
    print("capacity: \(stage): \(finding.value.map { "\($0)" } ?? "none"), kept at \(kept)")
    #expect(finding.value.map { Int($0) } == kept.first)
    #expect((finding.value == nil) == (stage == "auth"))
    #expect(finding.surprises.isEmpty)
    let answer = try #require(CapacityResults([study], [finding]).document.variants.first)
    #expect(answer.binds?.limitedBy == stage)
    if stage == "auth" {
      // 99 % of 10,000 clients within 40 s.
      let needed = try #require(answer.binds?.impossible?.neededPerSecond)
      #expect(needed > 230 && needed < 255, "\(needed)")
    }
  }

  /// A fleet dies where more clients are left after the first timeout than the pool can serve within a
  /// timeout and a delay: N = C (2 tau + d), and the round trips of a set-up.
  @Test("the largest fleet that comes back, against arithmetic", arguments: [200, 500, 2_000])
  func largestFleet(perSecond: Int) throws {
    let text = """
      duration: 25m
      until: settled
      clients: {count: 1k, backoff: 'uniform(0s, 5s), connectTimeout: 10s'}
      gateway: {profile: ideal, auth: {workers: \(perSecond / 100), time: 10ms}, abandonment: work}
      faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}]
      slo: [metastable == false]
      """
    let study = try CapacityStudy(
      SweepBase(bytes: Array(text.utf8), file: "x.yaml"),
      SearchRange("clients.count=\(16 * perSecond)..\(32 * perSecond)", option: "--most"), .most,
      [.own],
      levels: [], seeds: 3, resolution: 0.02)
    let found = try #require(try WorkPool.allCores.search(study, .own) { _ in true }.value)
    // Two timeouts, the mean delay, and four round trips of 0.11 s in the mean.
    let expected = Double(perSecond) * (2 * 10 + 2.5 + 4 * 0.113)
    print("capacity: \(perSecond)/s: \(Int(found)) clients, arithmetic \(expected)")
    #expect(abs(found - expected) <= 0.05 * expected)
  }

  /// The same arithmetic over a factor of ten in the rate: the border of a map.
  @Test("the border of a map, against arithmetic")
  func border() throws {
    let text = """
      duration: 8m
      until: settled
      clients: {count: 11k, backoff: 'uniform(0s, 5s), connectTimeout: 10s'}
      network: {profile: ideal, latency: 10ms, setup: {tcp: 1, tls: 1, upgrade: 1, calls: 1}}
      gateway: {profile: ideal, auth: {workers: 5, time: 10ms}, abandonment: work}
      faults: [{at: 0s, for: 60s, kind: outage, mode: refuse, drop: true}]
      """
    let plan = try MapPlan(
      SweepBase(bytes: Array(text.utf8), file: "x.yaml"),
      x: SearchRange("clients.count=2k..26k", option: "--x"),
      y: SearchRange("gateway.auth.workers=1..10", option: "--y"), metric: "metastable",
      size: (64, 10), replications: 1)
    let map = try WorkPool.allCores.cells(of: plan)
    #expect(map.runs < map.cells.count / 2)
    for (row, workers) in plan.plane.y.numbers.enumerated() {
      let isDead = plan.plane.x.texts.indices.map { map.cell(x: $0, y: row).state == .truth(true) }
      let first = try #require(isDead.firstIndex(of: true))
      #expect(isDead[first...].allSatisfy { $0 })
      let found = (plan.plane.x.numbers[first - 1] + plan.plane.x.numbers[first]) / 2
      // Two timeouts, the mean delay, and four round trips of 20 ms.
      let expected = workers * 100 * (2 * 10 + 2.5 + 4 * 0.02)
      print("map: \(Int(workers * 100))/s: \(Int(found)) clients, arithmetic \(Int(expected))")
      #expect(abs(found - expected) <= 0.08 * expected)
    }
  }

  /// A run that settles is the same however much time it is given: what a probe is whole by.
  @Test func moreTimeChangesNothingOfASettledRun() throws {
    var settled = 0
    for number in 0..<400 {
      var scenario = try RandomWorld(number).scenario()
      scenario.untilSettled = true
      let whole = try Experiment(scenario).run()
      let end = whole.course.end - .start
      guard end + .seconds(2) < scenario.duration else { continue }
      scenario.duration = end + .milliseconds(1)
      #expect(
        try Experiment(scenario).run().course.digest == whole.course.digest, "world \(number)")
      settled += 1
    }
    print("capacity: \(settled) worlds settled")
    #expect(settled >= 50)
  }
}
