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

  /// One batch an hour: in no window of ten minutes was more possible than nothing, and nobody is blamed for it.
  @Test func noBatchInAWindow() throws {
    let experiment = try Experiment(
      decoded(
        """
        duration: 20m
        clients: {count: 120, backoff: 20s}
        network: ideal
        gateway: {profile: ideal, admission: {batch: 10, every: 1h}, rejection: {before: handshake}}
        faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}]
        """))
    let summary = Summary(experiment, try experiment.run(queue: .ladder) { _ in true })
    #expect(summary.value(at: "metastable") != .boolean(true))
    #expect(summary.value(at: "storm_after_clear_s")?.number ?? 0 == 0)
  }
}

/// Services that slow one another down: those that begin together end sooner than the greatest rate says.
@Suite struct SlowdownBoundTests {
  @Test(arguments: ["", "workers: 60, "]) func staysBelow(servers: String) throws {
    let experiment = try Experiment(
      decoded(
        """
        duration: 5m
        clients: {count: 200, backoff: 500ms}
        network: ideal
        gateway: {profile: ideal, auth: {\(servers)time: {exponential: 100ms}, slowdown: 100%}}
        faults: [{at: 60s, for: 1s, kind: outage, mode: refuse, drop: true}]
        """))
    for seed in UInt64(1)...5 {
      let run = experiment.seeded(seed)
      let summary = Summary(run, try run.run(queue: .ladder) { _ in true })
      #expect(summary.value(at: "storm_efficiency")?.number ?? 0 <= 1)
    }
  }
}
