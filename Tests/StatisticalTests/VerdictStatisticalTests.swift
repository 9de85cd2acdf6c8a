import Findings
import Metrics
import Store
import Studies
import Systems
import Testing
import Text

/// Storms whose end is known from arithmetic, or from a longer run.
@Suite("Whether a storm outlives its cause", .enabled(if: isOptimised))
struct VerdictStatisticalTests {
  private func verdict(_ summary: Summary) -> MetricValue? { summary.value(at: "metastable") }

  /// 400 clients on one core of 20 handshakes a second, with up to 2 s between attempts of 5 s at most: hardly
  /// anybody gets through. Paths that are down for 3 s of every 63 change nothing about that, but sockets that
  /// outlive a gap look like clients that came back.
  @Test(arguments: [false, true]) func deadUnderWeather(flaps: Bool) throws {
    let weather = flaps ? "\n  - {at: 0s, kind: flapping, of: path, up: 60s, down: 3s}" : ""
    let summary = try runAndSummary(
      """
      duration: 200m
      clients: {count: 400, backoff: 'uniform(0s, 2s), connectTimeout: 5s'}
      gateway: {profile: ideal, nodes: 1, handshake: {cores: 1, time: 50ms}}
      faults:
        - {at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}\(weather)
      """)
    #expect(summary["still_trying"] > 200)
    #expect(verdict(summary) == .boolean(true))
  }

  /// The same with a core that is fast enough: the weather goes on, a few are always on their way back.
  @Test func healthyUnderWeather() throws {
    let summary = try runAndSummary(
      """
      duration: 60m
      clients: {count: 400, backoff: 'uniform(0s, 2s), connectTimeout: 5s'}
      gateway: {profile: ideal, nodes: 1, handshake: {cores: 1, time: 1ms}}
      faults:
        - {at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}
        - {at: 0s, kind: flapping, of: path, up: 60s, down: 3s}
      """)
    #expect(verdict(summary) == .boolean(false))
  }

  /// Four round trips of 320 ms and 800 ms of authentication: 2.08 s, against a limit of 2 s. One client alone
  /// never connects, so that 240 are no storm.
  @Test(arguments: [1, 240]) func nobodyIsEverInTime(clients: Int) throws {
    let summary = try runAndSummary(
      """
      duration: 20m
      clients: {count: \(clients), backoff: '1s, connectTimeout: 2s', start: {within: 0s}}
      network: {profile: lte, latency: 160ms, loss: 0}
      gateway: {profile: ideal, auth: {workers: 1, time: 800ms}}
      """)
    #expect(summary["recovered"] == 0)
    #expect(verdict(summary) == .boolean(false))
  }

  /// Eight ways of 205 ms on average are more than the 1.5 s that a client waits; but more than half of lone
  /// attempts are in time. A few clients are all back; of 2,000 most never are, and that is a storm.
  @Test(arguments: [(20, false), (2_000, true)])
  func manyAreInTimeAlone(clients: Int, isDead: Bool) throws {
    let summary = try runAndSummary(
      """
      duration: 30m
      clients: {count: \(clients), backoff: 'uniform(0s, 2s), connectTimeout: 1500ms'}
      network: {profile: lte, latency: {median: 100ms, sigma: 1.2}, loss: 0}
      gateway: {profile: ideal, nodes: 1, handshake: {cores: 1, time: 50ms}}
      faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}]
      """)
    #expect(verdict(summary) == .boolean(isDead))
    #expect((summary["still_trying"] > 1_000) == isDead)
  }

  /// While authentication is slow, 12.3 requests a second pile up; afterwards it does 14.4. Whoever waits for 5 s
  /// leaves, so that nobody gets through before the queue is gone, about 1,450 / 2.1 s later. Then all are back.
  @Test func aDeadQueueDrains() throws {
    func run(_ formula: String, minutes: Int) throws -> Summary {
      try runAndSummary(
        """
        duration: \(minutes)m
        clients: {count: 308, backoff: '\(formula), connectTimeout: 5s'}
        network: ideal
        gateway: {profile: ideal, auth: {workers: 1, time: {exponential: 69.4ms}}}
        faults:
          - {at: 60s, for: 1s, kind: outage, mode: refuse, drop: true}
          - {at: 60s, for: 120s, kind: slow, times: 1000, station: auth}
        """)
    }
    let early = try run("uniform(0s, 40s)", minutes: 10)
    #expect(early["still_trying"] > 250)
    #expect(verdict(early) == .undefined)
    let finding = try #require(early.findings.first { $0.code == .draining })
    #expect(finding.weight == .main && finding.sentence.contains("requests wait"))
    let late = try run("uniform(0s, 40s)", minutes: 60)
    #expect(late["recovered"] == 308)
    #expect(verdict(late) == .boolean(false))
    // Attempts every 8.5 s alone would keep it full: 308 clients are 36 a second.
    #expect(verdict(try run("uniform(0s, 7s)", minutes: 60)) == .boolean(true))
  }

  /// Every 60 s the clients try together, and the gateway lets 22 of them in: 34 % fewer wait at the end of five
  /// minutes, and none after 20 more. There is no queue that would show it.
  @Test func lockstepThatLetsSomeInEndsByItself() throws {
    func run(minutes: Int) throws -> Summary {
      try runAndSummary(
        """
        duration: \(minutes)m
        clients: {count: 600, backoff: 'min(60s, 2^(x - 1)), connectTimeout: 10s', start: connected}
        network: lte
        gateway:
          profile: ideal
          nodes: 2
          admission: {rate: 7.5/s, burst: 7}
          rejection: {before: handshake}
        faults:
          - {at: 60s, for: 120s, kind: outage, mode: blackhole, drop: true}
        """)
    }
    let early = try run(minutes: 15)
    #expect(verdict(early) == .undefined && early["still_trying"] > 200)
    let finding = try #require(early.findings.first { $0.code == .draining })
    #expect(finding.sentence.contains("clients wait, and at this pace none will at"))
    let end = try #require(finding.figures.first { $0.name == "empty_at_s" }?.value)
    let late = try run(minutes: 60)
    #expect(verdict(late) == .boolean(false) && late["recovered"] == 600)
    let over = 180 + late["recover.max"]
    #expect(abs(end - over) < 0.25 * over, "\(end), not \(over)")
  }

  /// Retries 70 s apart, of which a window of 60 s may hold none: 290 of 337 wait at 17 min, and their queue is
  /// gone at 23.
  @Test(arguments: [(17, MetricValue.undefined, 290.0), (170, .boolean(false), 0)])
  func aShortWindowHidesNoDeadFleet(
    minutes: Int, expected: MetricValue, waiting: Double
  ) throws {
    let summary = try runAndSummary(
      """
      duration: \(minutes)m
      metastable: {window: 60s}
      clients: {count: 337, backoff: 'min(60s, 1s * 2^x)', start: {within: 0s}}
      network: lte
      gateway:
        profile: ideal
        nodes: 3
        auth: {workers: 8, time: {uniform: [779394us, 2338183us]}}
        abandonment: work
      """)
    #expect(verdict(summary) == expected && summary["still_trying"] == waiting)
  }

  /// 4,000 clients every second are ten times what authentication can do: that they come together is not why
  /// they stay out, and jitter does not help.
  @Test(arguments: ["1s", "uniform(0s, 2s)"]) func lockstepIsNotWhereJitterChangesNothing(
    formula: String
  ) throws {
    let summary = try runAndSummary(
      """
      duration: 15m
      clients: {count: 8k, backoff: '\(formula), connectTimeout: 2s'}
      network: {profile: ideal, latency: 20ms}
      gateway: {profile: ideal, auth: {workers: 4, time: 10ms}}
      faults: [{at: 60s, for: 30s, kind: outage, mode: refuse, drop: true}]
      """)
    #expect(verdict(summary) == .boolean(true))
    #expect(summary.value(at: "metastable_cause") == .word("overload"))
  }
}
