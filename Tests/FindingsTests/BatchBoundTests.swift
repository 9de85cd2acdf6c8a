import Findings
import Metrics
import Scenarios
import TestRuns
import Testing

/// Admission in batches: what it lets in from clear on depends on where clear lies in a stretch.
@Suite struct BatchBoundTests {
  /// 2,000 clients try ten times a second. From clear at 119.9 s on, 500 are let in at once and 500 at 120, 121 and
  /// 122 s. The bound counts the batch of clear, nine tenths of the next, and 500 a second from then on.
  @Test func twoBatchesWithinATenth() throws {
    let experiment = try Experiment(
      decoded(
        """
        duration: 5m
        clients: {count: 2000, backoff: 100ms}
        network: ideal
        gateway: {profile: ideal, admission: {batch: 500, every: 1s}, rejection: {before: handshake}}
        faults: [{at: 60s, for: 59.9s, kind: outage, mode: refuse, drop: true}]
        """))
    let summary = Summary(experiment, try experiment.run(queue: .ladder) { _ in true })
    let bound = try #require(summary.value(at: "lower_bound_s")?.number)
    #expect(abs(bound - 1_030.0 / 500) < 1e-9)
    #expect(summary.value(at: "limited_by") == .word("admission"))
    let recovery = try #require(summary.value(at: "recover.p99")?.number)
    #expect(abs(recovery - 2.1) < 1e-6)
    let efficiency = try #require(summary.value(at: "storm_efficiency")?.number)
    #expect(efficiency <= 1)
  }
}
