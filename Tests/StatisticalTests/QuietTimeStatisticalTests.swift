import Findings
import Measurements
import Primitives
import Scenarios
import Simulator
import Store
import Studies
import Testing
import Text

/// Scenario files, drawn from a seed: what a user may write, run with and without skipping quiet time.
private struct ScenarioDice {
  private var state: UInt64
  let seed: UInt64

  init(_ seed: UInt64) {
    self.seed = seed
    state = mixed(seed &+ 7_331)
  }

  mutating func roll(_ bound: Int64) -> Int64 {
    state = mixed(state &+ 0x9e37_79b9_7f4a_7c15)
    return Int64(state % UInt64(bound))
  }

  mutating func pick(_ options: String...) -> String { options[Int(roll(Int64(options.count)))] }

  mutating func scenario() -> String {
    let nodes = 1 + roll(4)
    let faults = (0..<roll(5)).map { _ in "  - {\(fault(nodes: nodes))}\n" }.joined()
    return """
      duration: \(pick("5m", "10m", "20m", "301s", "600001ms", "1h"))
      until: \(pick("settled", "duration"))
      clients:
        count: \(1 + roll(60))
        session: \(pick("stoat", "stoat", "stoat", "stoat", "chatSocket", "primer"))
        start: \(pick("connected", "connected", "{within: 20s}", "{rate: 10/s}"))
        phase: \(pick("aligned", "spread"))
      \(cohorts())network: \(network())
      gateway: {profile: \(pick("ideal", "default")), nodes: \(nodes), \
      abandonment: \(pick("work", "notice"))}
      faults:\(faults.isEmpty ? " []\n" : "\n" + faults)
      """
  }

  /// Nothing, or two cohorts of Stoat clients.
  private mutating func cohorts() -> String {
    if roll(3) > 0 { return "" }
    let profile = pick("spec", "forWeb", "hardened", "sdkAutoReconnect")
    // Where several heartbeats are out at a time, their answers must not arrive at the same instant.
    let pace = pick(
      "heartbeat: 30s, pongTimeout: 10s", "heartbeat: 5s, pongTimeout: 200ms",
      "heartbeat: 12500ms, pongTimeout: 12499ms", "heartbeat: 5003ms, pongTimeout: 45s",
      "heartbeat: 12503ms, pongTimeout: 12503ms")
    return """
        mix:
          - {name: a, share: 40%, session: stoat, profile: \(profile), network: \(network()), \
      parameters: {\(pace)}}
          - {name: b, share: 60%, session: stoat, backoff: \(pick("aws-full", "1s", "rws"))}

      """
  }

  private mutating func network() -> String {
    let latency = pick(
      "0s", "50ms", "5s", "{median: 50ms, sigma: 0.5}", "{median: 2s, sigma: 1}",
      "{exponential: 800ms}")
    let loss = pick("0%", "0%", "0.1%", "1%", "30%", "60%", "95%")
    if roll(3) == 0 { return pick("ideal", "lte", "tunnel", "3g", "wifi") }
    return "{profile: \(pick("ideal", "lte")), latency: \(latency), loss: \(loss)}"
  }

  private mutating func fault(nodes: Int64) -> String {
    let at = pick(
      "0s", "30s", "60s", "90s", "60050ms", "60100ms", "70s", "\(roll(300))s", "\(roll(300_000))ms")
    let length = pick(
      "1ms", "200ms", "30s", "60s", "\(1 + roll(90))s", "\(1 + roll(60_000))ms")
    let mode = pick("refuse", "reset", "blackhole", "blackhole", "drain, batch: 7")
    let flapping =
      "flapping, of: \(pick("gateway", "path", "device")), up: \(pick("5s", "30s")), "
      + "down: \(pick("3s", "15s")), together: \(pick("true", "false"))"
    let rolling = pick("true", "false")
    if roll(6) == 0 {
      return "at: \(at), kind: handover, scope: \(pick("everyone", "{share: 40%}"))"
    }
    if roll(5) == 0 {
      let kind = pick(
        "restart, rolling: \(rolling)", "capacity, to: 25%", "slow, times: 5",
        "capacity, to: 0%")
      return "at: \(at), for: \(length), kind: \(kind)"
    }
    let kind = pick(
      "outage, mode: \(mode)", "outage, mode: \(mode)", flapping, "loss, rate: 50%",
      "loss, rate: 100%", "latency, add: 300ms", "latency, times: 40",
      "authFailure, answer: temporary, probability: 60%", "authFailure, answer: permanent")
    let node = "{node: \(roll(nodes))}"
    // A device has no node.
    let scope = pick(
      "everyone", "{share: 30%}", "{share: 90%}", kind.contains("of: device") ? "everyone" : node)
    return "at: \(at), for: \(length), kind: \(kind), scope: \(scope)"
  }
}

@Suite("Quiet time in scenario files", .enabled(if: isOptimised))
struct QuietTimeStatisticalTests {
  private func figures(
    _ scenario: Scenario, skipping: Bool, _ queue: QueueChoice
  ) throws -> [String] {
    let experiment = try Experiment(scenario, skipsQuietTime: skipping)
    let run = try experiment.run(queue: queue)
    let series = run.load.perSecond
    var lines = [
      "events \(run.course.events)", "digest \(run.course.digest.text)", "end \(run.course.end)",
    ]
    lines += Summary(experiment, run).metrics.map { "\($0.path) \($0.value)" }
    lines += [
      series.attempts, series.calls, series.accepted, series.refused, series.shed, series.timedOut,
      series.completed, series.failed, series.failedAtGateway, series.succeeded, series.connected,
      series.waitingClients, series.queue,
      run.load.arrivalsBeforeClear, run.load.arrivalsAfterClear,
    ].map { "series \($0.counts)" }
    lines += ["\(series.busy)", "\(run.recovery.recoveries)", "\(run.recovery.downtimes)"]
    lines += run.load.spread.map { "spread \($0.times.percentileSteps()) \($0.mostAtOnce)" }
    lines += run.sessions.milestones.map { "\($0.name) \($0.count) \($0.after?.summary as Any)" }
    return lines
  }

  @Test(arguments: 0..<(isNightly ? 1_000 : 250) as Range<UInt64>)
  func skippingItChangesNothing(seed: UInt64) throws {
    var dice = ScenarioDice(seed)
    let text = "seed: \(seed)\n" + dice.scenario()
    let scenario = try ScenarioFile.decode(text: text, file: "test.yaml")
    let ladder = try figures(scenario, skipping: true, .ladder)
    for (skipping, queue) in [(false, QueueChoice.ladder), (true, .heap), (false, .heap)] {
      let other = try figures(scenario, skipping: skipping, queue)
      let difference = zip(ladder, other).first { $0 != $1 }
      #expect(difference == nil, "\(skipping), \(queue)\n\(text)")
    }
  }

  /// P(an answer is late), both ways of 50 ms each: its retransmissions wait for 0.2 (2^i - 1) and
  /// 0.2 (2^j - 1) seconds after i and j losses, P(i) = p^i (1 - p). That is beyond 9.9 s where one of
  /// them is at least 6, or both are 5.
  private func late(_ p: Double) -> Double {
    var inTime = 0.0
    for i in 0...5 {
      for j in 0...5 where 0.2 * (pow2(i) - 1) + 0.2 * (pow2(j) - 1) <= 9.9 {
        inTime += power(p, i) * (1 - p) * power(p, j) * (1 - p)
      }
    }
    return 1 - inTime
  }

  private func pow2(_ n: Int) -> Double { Double(1 << n) }
  private func power(_ p: Double, _ n: Int) -> Double {
    [Double](repeating: p, count: n).reduce(1, *)
  }

  /// Each client is up when the run begins and sends a heartbeat every 30 s until an answer is late:
  /// the connection of one that sends n whose answers are due within the run lives on with
  /// probability (1 - q)^n. A spread fleet sends n = duration / 30 s; the last one's limit of 10 s ends
  /// within the run for two clients of three. No fault: whoever was ever down is `affected`.
  ///
  /// Tolerance: four standard deviations of the number of closed connections, binomial with the mean
  /// probability (the variance of a sum of unequal trials is smaller).
  @Test(arguments: [
    (0.1, "24h", 2_880, 20_000), (0.3, "1h", 120, 20_000), (0.5, "5m", 10, 20_000),
    (0.02, "24h", 2_880, 20_000),
  ])
  func lateAnswersCloseConnections(
    loss: Double, duration: String, beats: Int, clients: Int
  ) throws {
    let run = try run(
      """
      duration: \(duration)
      until: duration
      clients: {count: \(clients), session: stoat, backoff: 1s, start: connected}
      network: {profile: ideal, latency: 50ms, loss: \(loss * 100)%}
      gateway: ideal
      """)
    let q = late(loss)
    let dies = 1 - (2 * power(1 - q, beats) + power(1 - q, beats - 1)) / 3
    let expected = Double(clients) * dies
    // The phases, too, are drawn: that changes the last heartbeat only, and is in the same sum.
    let tolerance = 4 * (expected * (1 - dies)).squareRoot()
    #expect(
      abs(Double(run.recovery.affected) - expected) <= tolerance,
      "\(run.recovery.affected) for \(expected)")
    if loss == 0.02 { #expect(run.recovery.affected <= 1 && run.load.attempts <= 1) }
  }
}
