import NetworkModel
import Primitives
import RealModule
import Simulator
import Testing
import VirtualTime

/// Established connections: loss is delay.
@Suite("Delivery over a lossy path: C3 to C5", .enabled(if: isOptimised))
struct DeliveryStatisticalTests {
  /// C3. Retransmissions after 0.2 s, doubling, 120 s at most; the fifteenth is the last, and after
  /// one more timeout the connection is given up: 924.6 s.
  @Test func retransmissionTimes() {
    let times = [
      0, 0.2, 0.6, 1.4, 3.0, 6.2, 12.6, 25.4, 51.0, 102.2, 204.6, 324.6, 444.6, 564.6, 684.6, 804.6,
      924.6,
    ]
    for (losses, time) in times.enumerated() {
      let delay = CopySchedule.fixed.delay(ofCopy: losses)
      #expect(delay == Interval(seconds: time), "\(losses)")
    }
  }

  /// What the gateway sends at the moment a blackhole of D seconds begins.
  private func messageInto(blackhole seconds: Int) throws -> RunResult {
    try run(
      """
      duration: 5m
      clients:
        count: 20
        backoff: "stoat-web, connectTimeout: 300s, attempts: 0"
        start: {within: 1us}
      network: ideal
      gateway: {profile: ideal, auth: {time: 1s}}
      faults: [{at: 1s, for: \(seconds)s, kind: outage, mode: blackhole}]
      """)
  }

  /// C4. It arrives with the first retransmission at or after D: 1.4 s for 1 s, 6.2 s for 5 s, 25.4 s
  /// for 15 s.
  @Test(arguments: [(1, 1.4), (5, 6.2), (15, 25.4)])
  func blackholesDelay(length: Int, arrival: Double) throws {
    let result = try messageInto(blackhole: length)
    #expect(result.recovery.recoveries.count == 20)
    for recovery in result.recovery.recoveries {
      #expect(abs(recovery.seconds + Double(length) - arrival) <= 2e-6)
    }
  }

  /// C4 beyond the heartbeat: the delivery at 51 s or 102.2 s is not lived to see. The socket opened
  /// at 0; its Ping at 30 s, like all before the end of the blackhole, is unanswered at 40 s.
  @Test(arguments: [39, 60]) func theHeartbeatEndsLongBlackholes(length: Int) throws {
    let result = try messageInto(blackhole: length)
    #expect(result.recovery.outcomes.gaveUp == 20)
    #expect(result.load.perSecond.timedOut[40] == 20)
  }

  /// C5. A thin flow has no fast retransmission: k losses cost T (2^k - 1), T = 0.2 s, so the mean
  /// extra is T p / (1 - 2 p). Its square has the mean T^2 times the sum over k of
  /// (1 - p) p^k (2^k - 1)^2 = (1 - p) (1 / (1 - 4 p) - 2 / (1 - 2 p) + 1 / (1 - p)).
  @Test(arguments: [0.01, 0.05, 0.1]) func thinFlow(loss p: Double) {
    let path = Path(
      NetworkDescription(
        profile: "thin", latency: .constant(.milliseconds(50)), setup: .none, loss: p),
      system: .linux)
    let random = RandomSource(seed: 1)
    let count = 1_000_000
    var sum = 0.0
    for client in 0..<UInt32(count) {
      let key = PacketKey(client: client, attempt: 1, step: 16)
      sum += path.segmentDelay(key, .out, PathConditions(), random).seconds - 0.05
    }
    let timeout = 0.2
    let mean = timeout * p / (1 - 2 * p)
    let square =
      timeout * timeout * (1 - p) * (1 / (1 - 4 * p) - 2 / (1 - 2 * p) + 1 / (1 - p))
    let error = threeSigma(variance: square - mean * mean, count: Double(count))
    #expect(abs(sum / Double(count) - mean) <= error, "\(sum / Double(count))")
  }

  /// C1 and C5 together, in whole runs. Authenticated and Ready leave together, each with its own
  /// losses; Ready waits for what was sent before it. The delay of the worse of two geometric
  /// counts: the sum over k of T 2^k (1 - (1 - p^(k + 1))^2) = T (2 p / (1 - 2 p) - p^2 / (1 - 2 p^2)).
  /// The run ends before the first heartbeat, which a bad path may lose.
  @Test(arguments: [0.01, 0.05, 0.1]) func wholeSetUp(loss p: Double) throws {
    let clients = 100_000
    let result = try run(
      """
      duration: 29s
      clients:
        count: \(clients)
        backoff: "stoat-web, connectTimeout: 300s, attempts: 0"
        start: {within: 1us}
        mix: [{name: all, share: 100%, os: linux65}]
      network: {profile: ideal, loss: \(p)}
      gateway: ideal
      """)
    #expect(result.recovery.recoveries.count == clients)
    let theory = LossyConnect(packetLoss: p, times: ConnectStatisticalTests.linear)
    let mean = theory.extra.mean + 0.2 * (2 * p / (1 - 2 * p) - p * p / (1 - 2 * p * p))
    let sample = Sample(result.recovery.recoveries.map(\.seconds))
    #expect(abs(sample.mean - mean) <= 3 * sample.standardError, "\(sample.mean) for \(mean)")
  }
}
