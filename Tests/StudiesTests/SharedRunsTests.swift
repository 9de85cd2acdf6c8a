import Scenarios
import Sessions
import TestRuns
import Testing

@testable import Findings
@testable import Studies

/// Two variants that wait by the same formula under the same rules give the same runs: these are made once.
@Suite("Runs that two variants have in common") struct SharedRunsTests {
  private func scenario(_ name: String, nodes: Int, seed: Int) throws -> Scenario {
    try decoded(
      """
      name: \(name)
      seed: \(seed)
      duration: 2m
      until: settled
      clients: {count: 60}
      gateway: {nodes: \(nodes), admission: {rate: 5/s}}
      faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
      """)
  }

  private static let texts = [
    "revite", "2s", "mqttjs", "1s, reset: open", "1s", "1s, attempts: 40",
  ]

  /// Each under a name of its own.
  private func variants(_ texts: [String]) throws -> [Variant] {
    try texts.enumerated().map { place, text in
      Variant(name: "\(place): \(text)", policy: try BackoffPolicy.parse(text))
    }
  }

  /// Every variant has what it has where it is run alone, and is counted as often.
  @Test(arguments: [1, 2, 7]) func theSameAsAlone(threads: Int) throws {
    let scenarios = [
      try scenario("narrow", nodes: 1, seed: 3), try scenario("wide", nodes: 3, seed: 9),
    ]
    let variants = try variants(Self.texts)
    let pool = WorkPool(threads: threads)
    var together = PairedRuns(scenarios, variants)
    var begun = 0
    try together.extend(by: 2, on: pool) { progress in
      begun = progress.total
      return true
    }
    try together.extend(by: 1, on: pool)
    #expect(together.replications == 3 && !together.isTruncated)
    // Two of the six are one, in each of two scenarios and with two seeds.
    #expect(begun == 5 * 2 * 2)
    var events = 0
    for (place, variant) in variants.enumerated() {
      var alone = PairedRuns(scenarios, [variant])
      try alone.extend(by: 3, on: pool)
      events += alone.events
      for world in scenarios.indices {
        #expect(
          together.replications(scenario: world, variant: place)
            == alone.replications(scenario: world, variant: 0), "\(variant.name) in world \(world)")
        #expect(
          together.arrivals(scenario: world, variant: place)
            == alone.arrivals(scenario: world, variant: 0), "\(variant.name) in world \(world)")
      }
    }
    #expect(together.events == events)
  }

  @Test func anotherRuleIsAnotherRun() throws {
    let variants = try variants(["1s", "1s, attempts: 3", "1s, connectTimeout: 100ms"])
    var runs = PairedRuns([try scenario("narrow", nodes: 1, seed: 3)], variants)
    try runs.extend(by: 1, on: WorkPool(threads: 2))
    let digests = variants.indices.map { runs.replications(scenario: 0, variant: $0)[0].digest }
    #expect(Set(digests).count == 3)
  }

  /// Of variants that fail alike the first is named.
  @Test(arguments: [1, 3]) func anErrorNamesTheFirst(threads: Int) throws {
    let variants = try variants(["1s", "4s - x", "4s - x"])
    var runs = PairedRuns([try scenario("narrow", nodes: 1, seed: 3)], variants)
    do {
      try runs.extend(by: 2, on: WorkPool(threads: threads))
      Issue.record("negative delays")
    } catch PairedRunError.run(let variant, _, let error) {
      #expect(variant == "1: 4s - x" && error.seed == 3)
    }
  }
}
