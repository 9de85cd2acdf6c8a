import Primitives
import Simulator
import Testing

@Suite("Connections that live through a silence", .enabled(if: isOptimised))
struct SilenceStatisticalTests {
  /// The share that lives, of 20,000 heartbeats every 30 s at spread moments.
  private func share(
    _ silence: Int, _ latency: String, _ retransmission: String, pongTimeout: String = "10s"
  ) throws -> Double {
    let run = try run(
      """
      duration: 4m
      clients: {count: 20000, parameters: {pongTimeout: \(pongTimeout)}}
      network: {profile: ideal, latency: \(latency), retransmission: \(retransmission)}
      gateway: ideal
      faults: [{at: 60s, for: \(silence)s, kind: outage, mode: blackhole, drop: false}]
      """)
    return 1 - Double(run.load.detect.count) / 20_000
  }

  private static let lte = "{median: 50ms, sigma: 0.5, own: 50%}"

  /// Over the spread of lte, and the same for all clients. The tolerance is 3 standard errors of 20,000.
  @Test(arguments: [
    (8, "measured", lte, 0.9715), (10, "measured", lte, 0.9207), (15, "measured", lte, 0.7542),
    (20, "measured", lte, 0.5878), (8, "fixed", lte, 0.9366), (10, "fixed", lte, 0.8698),
    (15, "fixed", lte, 0.7038), (20, "fixed", lte, 0.5363), (8, "fixed", "50ms", 0.9367),
    (12, "measured", "50ms", 0.9167), (12, "measured", "150ms", 0.8267),
    (12, "fixed", "50ms", 0.8033),
  ])
  func survival(silence: Int, retransmission: String, latency: String, expected: Double) throws {
    let share = try share(silence, latency, retransmission)
    #expect(abs(share - expected) <= 0.011, "\(share)")
  }

  /// A sweep of the Pong timeout over silences of 15 s has a cliff where all clients send again at the same moments,
  /// and none where each follows its own round trip.
  @Test(arguments: [
    ("8s", 0.704, 0.669), ("10s", 0.704, 0.756), ("12s", 0.703, 0.792), ("12.5s", 0.704, 0.8),
    ("13s", 0.916, 0.808), ("14s", 0.916, 0.819), ("20s", 0.916, 0.96),
  ])
  func noCliff(pongTimeout: String, fixed: Double, measured: Double) throws {
    let alike = try share(15, Self.lte, "fixed", pongTimeout: pongTimeout)
    let own = try share(15, Self.lte, "measured", pongTimeout: pongTimeout)
    #expect(abs(alike - fixed) <= 0.011, "\(alike)")
    #expect(abs(own - measured) <= 0.011, "\(own)")
  }
}
