import Findings
import Metrics
import Scenarios
import TestRuns
import Testing

/// Clients that go to an old address until their resolver's cache turns over are not slow for the sake of their
/// formula: no bound says that they could have been back earlier.
@Suite struct MoveBoundTests {
  private func summary(moves: Bool) throws -> Summary {
    let move = moves ? ", {at: 70s, kind: move, drop: true}" : ""
    let text = """
      duration: 5m
      clients: {count: 300}
      network: {dns: {ttl: 60s}}
      faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}\(move)]
      """
    let experiment = try Experiment(decoded(text))
    return Summary(experiment, try experiment.run(queue: .ladder) { _ in true })
  }

  @Test func aMoveHasNoBound() throws {
    let stays = try summary(moves: false)
    #expect((stays.value(at: "lower_bound_s")?.number ?? 0) > 0)
    let moved = try summary(moves: true)
    #expect(moved.value(at: "lower_bound_s") == .undefined)
    #expect(moved.value(at: "storm_efficiency") == .undefined)
    #expect(!moved.findings.contains { "\($0.code)".contains("paces") })
  }
}
