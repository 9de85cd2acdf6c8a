import NetworkModel
import Primitives
import RealModule
import Simulator
import Testing

/// First packets: in an otherwise ideal world an attempt reaches the listener exactly when its system
/// sends the first packet that survives, so arrivals show the schedule of retransmissions.
@Suite("Connecting over a lossy path: C1, C2, C7", .enabled(if: isOptimised))
struct ConnectStatisticalTests {
  static let clients = 100_000

  struct Row: Sendable, CustomTestStringConvertible {
    let loss: Double
    let firstTry: Double
    /// Mean extra time and share of failures with the schedule of Linux since 6.5 and XNU.
    let extra: Double
    let failure: Double
    let oldExtra: Double
    let oldFailure: Double
    var testDescription: String { "loss \(loss)" }
  }

  static let table = [
    Row(
      loss: 0.01, firstTry: 0.9801, extra: 0.0203, failure: 1.9e-19, oldExtra: 0.0207,
      oldFailure: 1.2e-12),
    Row(
      loss: 0.05, firstTry: 0.9025, extra: 0.1080, failure: 7.6e-12, oldExtra: 0.1211,
      oldFailure: 8.4e-8),
    Row(
      loss: 0.1, firstTry: 0.81, extra: 0.2347, failure: 1.2e-8, oldExtra: 0.3050,
      oldFailure: 8.9e-6),
    Row(
      loss: 0.3, firstTry: 0.49, extra: 1.1481, failure: 6.07e-4, oldExtra: 2.6758,
      oldFailure: 8.97e-3),
    Row(
      loss: 0.5, firstTry: 0.25, extra: 4.3356, failure: 0.0422, oldExtra: 8.2820,
      oldFailure: 0.1335),
  ]

  static let linear: [Double] = [0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67]
  static let doubling: [Double] = [0, 1, 3, 7, 15, 31, 63]

  /// Everyone tries once, at 0, and waits for as long as the system does.
  private func connect(_ system: String, loss: Double) throws -> RunResult {
    try run(
      """
      duration: 150s
      clients:
        count: \(Self.clients)
        backoff: "stoat-web, connectTimeout: 300s, attempts: 0"
        start: {within: 1us}
        mix: [{name: all, share: 100%, os: \(system)}]
      network: {profile: ideal, loss: \(loss)}
      gateway: ideal
      """)
  }

  private func expectSchedule(
    _ system: String, _ theory: LossyConnect, in result: RunResult
  ) {
    let clients = Self.clients
    // Who arrives may still fail later, when the heartbeat is lost too often.
    let failures = clients - result.load.arrivals
    let ofFailure = threeSigma(share: theory.failure, count: clients)
    // Where less than one failure is expected there may be one: Poisson.
    #expect(
      abs(Double(failures) / Double(clients) - theory.failure) <= ofFailure + 1 / Double(clients))
    let arrivals = result.load.arrivalsAfterClear
    var sum = 0.0
    for (losses, time) in theory.times.enumerated() {
      let count = Double(arrivals[Int(time * 10)])
      let share = .pow(theory.lost, losses) * (1 - theory.lost)
      let error = threeSigma(share: share, count: clients) + 1 / Double(clients)
      #expect(abs(count / Double(clients) - share) <= error, "\(system) at \(time) s")
      sum += count * time
    }
    #expect(arrivals.counts.reduce(0, +) == result.load.arrivals)
    let extra = theory.extra
    let error = threeSigma(variance: extra.variance, count: Double(result.load.arrivals))
    #expect(abs(sum / Double(result.load.arrivals) - extra.mean) <= error, "\(system)")
  }

  /// C1. Tolerances: binomial for shares; for the mean the variance of the schedule.
  @Test(arguments: table) func lossTable(row: Row) throws {
    let modern = LossyConnect(packetLoss: row.loss, times: Self.linear)
    let old = LossyConnect(packetLoss: row.loss, times: Self.doubling)
    // The table is given to four digits, very small shares to two.
    #expect(abs(modern.firstTry - row.firstTry) < 1e-9)
    #expect(abs(modern.extra.mean - row.extra) < 1e-4)
    #expect(abs(old.extra.mean - row.oldExtra) < 1e-4)
    #expect(abs(modern.failure / row.failure - 1) < 0.05)
    #expect(abs(old.failure / row.oldFailure - 1) < 0.05)
    for system in ["linux65", "macos"] {
      expectSchedule(system, modern, in: try connect(system, loss: row.loss))
    }
    expectSchedule("linux", old, in: try connect("linux", loss: row.loss))
  }

  /// The other rows of the systems' table at one rate of loss.
  @Test(arguments: [
    ("ios", linear), ("android", doubling), ("windows", [0, 1, 3, 7, 15]),
  ])
  func otherSystems(system: String, times: [Double]) throws {
    let theory = LossyConnect(packetLoss: 0.3, times: times)
    expectSchedule(system, theory, in: try connect(system, loss: 0.3))
  }

  /// A blackhole that begins with the attempt.
  private func blackhole(_ system: String, seconds: Double) throws -> RunResult {
    try run(
      """
      duration: 10m
      until: settled
      clients:
        count: 20
        backoff: "stoat-web, connectTimeout: 300s, attempts: 0"
        start: {within: 1us}
        mix: [{name: all, share: 100%, os: \(system)}]
      network: ideal
      gateway: ideal
      faults: [{at: 0s, for: \(seconds)s, kind: outage, mode: blackhole}]
      """)
  }

  /// C2. A blackhole that swallows the last first packet: the attempt ends when the system gives
  /// up, to the microsecond.
  @Test(arguments: [
    ("linux65", 67.0, 131.0), ("linux", 63, 127), ("android", 63, 127), ("macos", 67, 75),
    ("ios", 67, 75), ("windows", 15, 31),
  ])
  func givingUp(system: String, last: Double, end: Double) throws {
    let result = try blackhole(system, seconds: last + 0.5)
    #expect(result.recovery.outcomes.gaveUp == 20)
    #expect(result.load.failures.first { $0.reason == .timeout }!.count == 20)
    #expect(abs(result.course.end.seconds - end) <= 2e-6)
    #expect(result.load.arrivals == 0)
  }

  /// A shorter one: the first packet after its end gets through, whatever the client's own jitter.
  @Test(arguments: [
    ("linux65", 20.0, 35.0), ("linux65", 5.5, 7), ("linux", 20, 31), ("linux", 3.5, 7),
    ("macos", 40, 67), ("windows", 10, 15),
  ])
  func firstPacketAfterABlackhole(system: String, length: Double, next: Double) throws {
    let result = try blackhole(system, seconds: length)
    #expect(result.recovery.recoveries.count == 20)
    for recovery in result.recovery.recoveries {
      #expect(abs(recovery.seconds - (next - length)) <= 2e-6)
    }
  }

  /// A client that gives up after 10 s closes its socket: the first packet that its system would
  /// send at 15 s, three seconds after the blackhole's end, never leaves.
  @Test func closedSocketsSendNothing() throws {
    let result = try run(
      """
      duration: 2m
      clients:
        count: 20
        backoff: "stoat-web, connectTimeout: 10s, attempts: 0"
        start: {within: 1us}
        mix: [{name: all, share: 100%, os: linux}]
      network: ideal
      gateway: {profile: ideal, auth: {workers: 1, time: 10ms}}
      faults: [{at: 0s, for: 12s, kind: outage, mode: blackhole}]
      """)
    #expect(result.load.attempts == 20)
    #expect(result.recovery.outcomes.gaveUp == 20)
    #expect(result.load.arrivals == 0)
    #expect(result.gateway.wastedWork == .zero)
  }

  /// C7. A listener with backlog b whose cores accept nobody holds b + 1; the others come again at
  /// 1, 2, 3, 4 and 5 s, all together, and find room once it accepts again at 4.5 s. A trace of a
  /// real kernel with backlog 4 and 12 connects: 5 at once, 7 at 5.1 s.
  @Test(arguments: [(4, 12), (63, 1_000)]) func fullBacklog(backlog: Int, connects: Int) throws {
    let result = try run(
      """
      duration: 1m
      until: settled
      clients:
        count: \(connects)
        start: {within: 1us}
        mix: [{name: all, share: 100%, os: linux65}]
      network: ideal
      gateway: {profile: ideal, backlog: \(backlog), handshake: {cores: 1000, time: 1ms}}
      faults: [{at: 0s, for: 4500ms, kind: capacity, to: 0%, station: handshake}]
      """)
    let held = backlog + 1
    // All of them arrive at once, those that the backlog drops too; these come again five times.
    #expect(result.load.arrivalsBeforeClear[0] == connects)
    #expect(result.load.arrivals == connects)
    #expect(result.load.synRepeats == 5 * (connects - held))
    #expect(result.gateway.acceptOverflow == 5 * (connects - held))
    let times = result.recovery.recoveries.map(\.seconds).sorted()
    #expect(times.prefix(held).allSatisfy { abs($0 - 0.001) <= 1e-6 })
    #expect(times.suffix(connects - held).allSatisfy { abs($0 - 0.501) <= 2e-6 })
  }
}
