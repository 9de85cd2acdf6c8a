import TestRuns
import Testing

@testable import Scenarios
@testable import Studies

@Suite("Tuning behind limits") struct TuningLimitTests {
  private func storm(_ name: String = "storm", _ overrides: String...) throws -> Scenario {
    try decoded(
      """
      name: \(name)
      duration: 4m
      until: settled
      clients: {count: 60}
      network: lte
      gateway: {nodes: 2, admission: {rate: 2/s}}
      faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
      """, set: overrides)
  }

  private static let kinds = ["", "-listener", "-handshake", "-auth", "-api"]

  @Test func theTestAlwaysLooksBehindLimits() throws {
    let target = TuningTarget(name: "t", scenarios: [try storm()], test: [try storm()])
    #expect(target.worldsEach == 1 && target.scenarios.count == 1 && target.test.count == 1)
    #expect(target.limits.map(\.scenario.name) == Self.kinds.map { "storm\($0)" })
    // Two nodes that let 2 a second in.
    #expect(target.limits.allSatisfy { $0.perSecond == 4 })
    let free = try storm("free", "gateway=ideal")
    #expect(
      TuningTarget(name: "t", scenarios: [free], test: [free]).limits.allSatisfy {
        $0.perSecond == 500
      })
  }

  @Test func worldsToTuneOn() throws {
    let target = TuningTarget(
      name: "t", scenarios: [try storm("a"), try storm("b")], test: [try storm("c")],
      limit: .perSecond(7))
    #expect(target.scenarios.map(\.name) == ["a", "b"].flatMap { a in Self.kinds.map { a + $0 } })
    #expect(target.test.map(\.name) == Self.kinds.map { "c\($0)" })
    #expect(target.limits.allSatisfy { $0.perSecond == 7 })
    #expect(target.worldsEach == 5 && target.leastWorlds == 5)
    #expect(target.names(of: target.scenarios) == ["a", "b"])
    let standard = try TuningTarget.standard(limit: .perSecond(500))
    #expect(standard.scenarios.count == 30 && standard.test.count == 25)
    #expect(standard.limits.map(\.base).withoutRepetition == ["gateway-restart@65s"])
    #expect(standard.storms.count == 5)
  }

  /// Each kind of limit comes once before any comes twice, and with another outage.
  @Test(arguments: [1, 2, 3, 6])
  func theFirstOfEachKindStandForAll(_ count: Int) throws {
    let scenarios = try (0..<count).flatMap { try storm("s\($0)").limitWorlds(.perSecond(5)) }
    let worlds = TuningWorlds(
      scenarios.map(\.scenario), [], pool: WorkPool(threads: 1), worldsEach: 5)
    let order = worlds.order
    #expect(order.sorted() == Array(0..<5 * count))
    for turn in 0..<count {
      let five = order[5 * turn..<5 * turn + 5]
      #expect(Set(five.map { $0 % 5 }).count == 5)
      #expect(Set(five.map { $0 / 5 }).count == min(5, count))
    }
  }

  @Test func aFirstLookHasOneOfEachKind() {
    let least = TuningSearch.leastBudget(scenarios: 30, replications: 3, leastWorlds: 5)
    #expect(least > TuningSearch.leastBudget(scenarios: 30, replications: 3))
    #expect(least + 90 < Tuner.standardBudget)
    var looks: [Int] = []
    let search = TuningSearch(
      families: FormulaFamily.builtIn, goal: TuningGoal(.standard, []), budget: least,
      scenarios: 30, replications: 3, leastWorlds: 5, seed: 1)
    _ = search.run { trials in
      looks += trials.filter { $0.worlds.lowerBound == 0 }.map(\.worlds.count)
      return trials.map { .measured($0.worlds.map { _ in [1, 1, 1] }) }
    }
    #expect(!looks.isEmpty && looks.allSatisfy { $0 == 5 })
  }
}
