import Backoff
import Findings
import Primitives
import RealModule
import Scenarios
import Sessions
import Simulator
import Testing

@Suite("Heartbeats as long as a box remembers", .enabled(if: isOptimised))
struct IdleBoxStatisticalTests {
  /// The heartbeats that each connection sent until its box forgot it.
  private func lives() throws -> [Int] {
    let scenario = try ScenarioFile.decode(
      text: """
        seed: 6
        duration: 1h
        clients: {count: 3000, parameters: {heartbeat: 60s}, backoff: "uniform(0s, 5s)"}
        network: {profile: lte, idle: {after: 60s, how: reset}}
        gateway: ideal
        """, file: "test.yaml")
    var plan = try Experiment(scenario).plan
    plan.followed = Array(0..<3_000)
    var configuration = StoatConfiguration(
      profile: .spec, policy: try BackoffPolicy.parse("uniform(0s, 5s)"))
    configuration.heartbeat = .seconds(60)
    let run = try simulateStoat(plan, configurations: [configuration])
    var beats = Array(repeating: 0, count: 3_000)
    // A connection from before the run has sent some that are not known.
    var isFresh = Array(repeating: false, count: 3_000)
    var lives: [Int] = []
    for entry in run.log.trace {
      guard let client = entry.client.map(Int.init) else { continue }
      switch entry.event {
      case .fact(_, .attemptBegan):
        beats[client] = 0
        isFresh[client] = true
      case .fact(_, .forgotten):
        if isFresh[client] { lives.append(beats[client]) }
      case .turn(let turn):
        if turn.isKeepalive, case .fired = turn.cause { beats[client] += 1 }
      case _: break
      }
    }
    return lives
  }

  /// The latencies of one client are independent, so beat k lives if it is no slower than the one before: n beats
  /// are survived with probability 1/(n + 1)!, and the mean of beats until the end is e - 1.
  @Test func beatsUntilTheBoxForgets() throws {
    let lives = try lives()
    let count = Double(lives.count)
    #expect(count > 95_000)
    let mean = Double(lives.reduce(0, +)) / count
    #expect(abs(mean - (Double.exp(1) - 1)) < 0.01 * (Double.exp(1) - 1), "\(mean)")
    for (beats, share) in [(1, 1 / 2.0), (2, 1 / 6.0), (3, 1 / 24.0)] {
      let survived = Double(lives.count { $0 > beats }) / count
      let error = (share * (1 - share) / count).squareRoot()
      #expect(abs(survived - share) < 4 * error, "\(beats): \(survived)")
    }
  }

  /// 60 (e - 1) + 3.0 s a cycle.
  @Test func killsAnHour() throws {
    let text = """
      duration: 2h
      clients: {count: 1000, parameters: {heartbeat: 60s}, backoff: "uniform(0s, 5s)"}
      network: {profile: lte, idle: {after: 60s, how: reset}}
      gateway: ideal
      """
    let summary = try runAndSummary(text)
    #expect(abs(summary["idle_kills"] / 2_000 - 33.9) < 0.02 * 33.9)
    let longer = try runAndSummary(text.replacing("after: 60s", with: "after: 61s"))
    #expect(longer["idle_kills"] == 0 && longer["attempts"] == 0)
  }
}
