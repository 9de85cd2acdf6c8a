import Scenarios
import Systems
import TestRuns
import Testing

@testable import Findings

@Suite("Waves of clients in step that drown") struct WaveTests {
  /// 4,000 clients in step come every 400 s to 10 handshakes a second, and each waits for 10 s: of a wave 100 are
  /// served in time. A run that ends five minutes after a wave does not tell what becomes of the next.
  @Test(
    arguments: [
      (
        34,
        "the last wave of attempts came to nothing, and the next has not come; a longer run tells"
      ),
      (60, "the storm becomes less by itself; a longer run tells whether it ends"),
    ])
  func wavesThatDrown(minutes: Int, why: String) throws {
    let experiment = try Experiment(
      decoded(
        """
        duration: \(minutes)m
        clients: {count: 4000, backoff: '400s, connectTimeout: 10s'}
        gateway: {nodes: 1, handshake: {cores: 1, rate: 10/s}, admission: none}
        faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}]
        """))
    let summary = Summary(experiment, try experiment.run())
    #expect(summary.value(at: "metastable") == .undefined)
    let metric = try #require(summary.metric(at: "metastable"))
    #expect(summary.whyNoFigure(metric) == why)
  }
}
