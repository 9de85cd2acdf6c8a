import Documents
import TestRuns
import Testing

@testable import Studies

@Suite("Formulas without a time to recover") struct UnfinishedRankingTests {
  /// The run ends before 99 % are back with either, and nobody is back with the one that gives up after one attempt. It
  /// has the lower peak and fewer attempts.
  @Test func theFewerAreNotBackTheBetter() throws {
    let scenario = try decoded(
      """
      name: s
      duration: 4m
      clients: {count: 100}
      faults: [{at: 10s, for: 60s, kind: outage, mode: refuse, drop: true}]
      """)
    var runs = PairedRuns(
      [scenario],
      try ["uniform(0s, 30s), attempts: 1", "list(1s; uniform(0s, 10m))"].map { try Variant($0) })
    let pool = WorkPool(threads: 2)
    try runs.extend(by: 2, on: pool)
    let part = ComparisonDocument(runs, rankedBy: nil, on: pool).parts[0]
    #expect(part.variants.allSatisfy { $0.figure("recover.p99") == nil })
    #expect(part.variants[0].notBack == 100 && part.variants[1].notBack < 100)
    for path in ["peak_arrivals_1s", "attempts_per_client"] {
      let figures = try part.variants.map { try #require($0.figure(path)) }
      #expect(figures[0] < figures[1], "\(path)")
    }
    #expect(part.ranking.first == "list(1s; uniform(0s, 10m))")
  }
}
