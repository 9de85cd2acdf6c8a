import Backoff
import Faults
import Findings
import Primitives
import RealModule
import Scenarios
import Sessions
import Simulator
import Testing

/// Figures by an independent program: see the sources at each.
@Suite("Attempts that try two addresses", .enabled(if: isOptimised))
struct AddressStatisticalTests {
  /// First packets at the door per attempt, where both addresses live and the second is tried after 250 ms:
  /// 1 + P(round trip > 250 ms). 100,000 clients come once each.
  @Test(arguments: [
    ("fibre", 1.0000), ("wifi", 1.0005), ("lte", 1.0209), ("tunnel", 1.0963), ("3g", 1.5123),
    ("edge", 1.9998),
  ])
  func firstPackets(profile: String, expected: Double) throws {
    let run = try runScenario(
      """
      seed: 5
      duration: 5m
      clients: {count: 100k, start: {within: 2m}}
      network: {profile: \(profile), loss: 0%, addresses: {count: 2}}
      gateway: ideal
      """)
    let attempts = Double(run.load.attempts)
    #expect(run.load.arrivals == run.load.attempts)
    let found = 1 + Double(run.load.synRepeats) / attempts
    let share = max(expected - 1, 1e-5)
    // Three standard errors of a share, and the rounding of the figure.
    let allowed = 3 * (share * (1 - min(share, 1 - 1e-5)) / attempts).squareRoot() + 0.00005
    #expect(abs(found - expected) < allowed, "\(found)")
  }

  /// A refused gateway is knocked at twice, so an attempt fails after two round trips instead of one: 225.7 ms in the
  /// mean of lte's, and 113.3 with one address.
  @Test(arguments: [(2, 225.7), (1, 113.3)])
  func refusedTwice(count: Int, milliseconds: Double) throws {
    let text = """
      seed: 5
      duration: 2m
      clients: {count: 3000, backoff: "uniform(0s, 5s)"}
      network: {profile: lte, loss: 0%, addresses: {count: \(count)}}
      gateway: ideal
      faults: [{at: 1s, for: 119s, kind: outage, mode: refuse, drop: true}]
      """
    let run = try followed(text, clients: 3_000)
    var begun = Array(repeating: Instant.start, count: 3_000)
    var times: [Double] = []
    for entry in run.log.trace {
      guard let client = entry.client.map(Int.init) else { continue }
      switch entry.event {
      case .fact(_, .attemptBegan): begun[client] = entry.at
      case .fact(_, .attemptFailed(.refused)):
        times.append((entry.at - begun[client]).seconds * 1_000)
      case _: break
      }
    }
    let sample = Sample(times)
    // The clients' own distances are few: 3,000.
    let error = (sample.variance / 3_000).squareRoot()
    #expect(times.count > 100_000)
    #expect(abs(sample.mean - milliseconds) < 3 * error, "\(sample.mean)")
    // An attempt in twelve of the clients' last ones is cut short by the end.
    let knocks = Double(run.load.arrivals + run.load.synRepeats)
    #expect(abs(knocks / Double(run.load.attempts) - Double(count)) < 0.005)
  }

  /// From an attempt's begin to the answer of a living address behind a dead one, the median over 20,000 clients: 353 ms
  /// with 250 ms of pause behind a silent one, 210 ms behind one that refuses, whatever the pause.
  @Test(arguments: [
    ("silent", "250ms", 353.0), ("refuse", "250ms", 210), ("refuse", "failure", 210),
  ])
  func behindADeadOne(how: String, next: String, milliseconds: Double) throws {
    let text = """
      seed: 5
      duration: 2m
      clients: {count: 20k, start: {within: 60s}}
      network: {profile: lte, loss: 0%, setup: {tcp: 1, tls: 0, upgrade: 0}, addresses: {count: 2, next: \(next)}}
      gateway: ideal
      faults: [{at: 0s, for: 2m, kind: address, how: \(how)}]
      """
    let run = try followed(text, clients: 20_000)
    var begun: [UInt32: Instant] = [:]
    var times: [Double] = []
    for entry in run.log.trace {
      guard let client = entry.client else { continue }
      switch entry.event {
      case .fact(_, .attemptBegan): begun[client] = entry.at
      case .turn(let turn):
        if case .opened = turn.cause { times.append((entry.at - begun[client]!).seconds * 1_000) }
      case _: break
      }
    }
    times.sort()
    #expect(times.count == 20_000)
    // The median of n has a rank within 3 sqrt(n)/2 of the middle.
    let reach = Int(1.5 * Double(times.count).squareRoot())
    let (low, high) = (times[10_000 - reach], times[10_000 + reach])
    #expect(low - 1 < milliseconds && milliseconds < high + 1, "\(times[10_000])")
  }

  /// With `next: failure` behind a silent address and a connect timeout of 10 s nobody ever connects.
  @Test func nobodyWaitsForTheSystem() throws {
    let text = """
      seed: 5
      duration: 10m
      clients: {count: 1000, start: {within: 10s}, backoff: "uniform(0s, 5s), connectTimeout: 10s"}
      network: {profile: lte, addresses: {count: 2, next: failure}}
      gateway: ideal
      faults: [{at: 0s, kind: address}]
      """
    let run = try runScenario(text)
    #expect(run.load.arrivals == 0 && run.load.attempts > 40_000)
  }

  private func runScenario(_ text: String) throws -> RunResult {
    try Experiment(ScenarioFile.decode(text: text, file: "test.yaml")).run()
  }

  private func followed(_ text: String, clients: UInt32) throws -> RunResult {
    let scenario = try ScenarioFile.decode(text: text, file: "test.yaml")
    var plan = try Experiment(scenario).plan
    plan.followed = Array(0..<clients)
    let policy = try BackoffPolicy.parse(scenario.clients.backoff ?? "stoat-web")
    return try simulateStoat(
      plan, configurations: [StoatConfiguration(profile: .spec, policy: policy)])
  }
}
