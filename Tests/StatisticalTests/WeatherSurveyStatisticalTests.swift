import Findings
import Metrics
import Scenarios
import Store
import Studies
import Testing
import Text
import Worlds

/// Random storms, half of them under weather that never ends. What is said of each after 30 minutes is held against
/// a run of the same seed that is ten times as long, against the same world without the incident, which begins
/// connected, and against ten clients in the same world.
@Suite("Verdicts under weather", .enabled(if: isOptimised))
struct WeatherSurveyStatisticalTests {
  private static let count = isNightly ? 300 : 12

  @Test(arguments: 0..<count, [false, true]) func holds(number: Int, hasWeather: Bool) throws {
    let storm = try SurveyedStorm(number, hasWeather: hasWeather)
    if let wrong = storm.wrong { Issue.record("\(storm.text)\n\(wrong)") }
  }
}

/// A storm with its verdict, its later life, and the healthy start.
private struct SurveyedStorm {
  let text: String
  /// What the verdict says that is not so; nil where it holds.
  let wrong: String?

  init(_ number: Int, hasWeather: Bool) throws {
    let world = StormUnderWeather(number, hasWeather: hasWeather)
    text = world.text(minutes: 30)
    let short = try runAndSummary(text)
    let long = try runAndSummary(world.text(minutes: 300))
    let healthy = try runAndSummary(world.text(minutes: 300, hasIncident: false))
    let lone = try runAndSummary(world.text(minutes: 30, clients: 10))
    let trying = [short, long, healthy, lone].map(Self.share)
    let seen =
      "still trying: \(trying[0]) at 30 min, \(trying[1]) at 300 min, \(trying[2]) after a healthy start, "
      + "\(trying[3]) of ten"
    wrong = Self.wrong(short, trying).map { "\($0); \(seen)" }
  }

  private static func share(_ summary: Summary) -> Double {
    summary["still_trying"] / Double(summary.scenario.clients.count)
  }

  /// - Parameter trying: shares of the clients: in the run, in the long one, after a healthy start, and where they
  ///   are ten.
  private static func wrong(_ short: Summary, _ trying: [Double]) -> String? {
    // Those whom the weather keeps away are no storm: the healthy start has them, too.
    let isOver = trying[1] <= trying[2] + 0.02
    let isDead = trying[1] > trying[2] + 0.1
    switch short.value(at: "metastable") {
    case .boolean(true):
      return isOver ? "it is called a storm that outlives its cause, and ends" : nil
    case .boolean(false):
      // Who can never get through, however few they are, is no storm either.
      return isDead && trying[3] < 0.5 ? "it is called over, and the fleet is dead" : nil
    default:
      // Between two waves only a longer run tells.
      if short.stormDoubt == .betweenWaves { return nil }
      let isDraining = short.findings.contains { $0.code == .draining }
      if !isDraining { return "nothing is said of it" }
      return trying[1] > 0.9 * trying[0] ? "it is called draining, and stays" : nil
    }
  }
}

/// A gateway with one narrow stage, a formula, an outage of a minute or two, and weather.
private struct StormUnderWeather {
  let clients: Int
  private let backoff: String
  private let gateway: String
  private let network: String
  private let outage: String
  private let weather: [String]

  init(_ number: Int, hasWeather: Bool) {
    var dice = Dice(UInt64(9_000_000 + number))
    clients = 100 * dice.within(2...10)
    backoff = Self.backoff(&dice)
    gateway = Self.gateway(&dice, clients)
    network =
      "{profile: lte, latency: {median: \(dice.pick(10, 50, 200))ms, sigma: 0.5, own: 50%}, "
      + "loss: \(dice.pick("0%", "1%"))}"
    let mode = dice.pick("refuse", "reset", "blackhole")
    outage =
      "{at: 60s, for: \(dice.pick(30, 60, 120))s, kind: outage, mode: \(mode), drop: true}"
    weather = hasWeather ? (0..<dice.within(1...2)).map { _ in Self.weather(&dice) } : []
  }

  func text(minutes: Int, hasIncident: Bool = true, clients: Int? = nil) -> String {
    let faults = (hasIncident ? [outage] : []) + weather
    let lines = [
      "duration: \(minutes)m",
      "clients: {count: \(clients ?? self.clients), backoff: '\(backoff)'}",
      "network: \(network)", "gateway: \(gateway)", "recovery: {from: [0]}",
    ]
    let recovery = hasIncident ? lines : lines.dropLast()
    return (recovery + (faults.isEmpty ? [] : ["faults:"] + faults.map { "  - \($0)" }))
      .joined(separator: "\n") + "\n"
  }

  private static func backoff(_ dice: inout Dice) -> String {
    let timeout = dice.pick(2, 3, 5, 10, 20)
    let formula = dice.pick(
      "1s", "5s", "uniform(0s, 2s)", "uniform(0s, 5s)", "uniform(0s, 20s)",
      "uniform(0s, min(20s, 1s * 2^x))", "min(50ms * 2^(x - 1), 1s) * uniform(0.8, 1.2)")
    return "\(formula), connectTimeout: \(timeout)s"
  }

  private static func gateway(_ dice: inout Dice, _ clients: Int) -> String {
    let nodes = dice.within(1...3)
    let pace = Double(clients) / Double(dice.pick(3, 10, 20, 40, 80))
    let stage = dice.pick("handshake", "auth", "ready", "api")
    let isOfNode = stage == "handshake" || stage == "ready"
    let micros = max(100, Int(Double(isOfNode ? nodes : 1) / pace * 1e6))
    let servers = stage == "handshake" ? "cores" : "workers"
    let notice = dice.pick("work", "work", "notice")
    return
      "{profile: ideal, nodes: \(nodes), \(stage): {\(servers): 1, time: \(micros)us}, "
      + "abandonment: \(notice)}"
  }

  private static func weather(_ dice: inout Dice) -> String {
    switch dice.roll(6) {
    case 0: "{at: 0s, kind: flapping, of: path, up: 60s, down: 3s}"
    case 1: "{at: 0s, kind: flapping, of: path, up: 10m, down: 20s, scope: {share: 30%}}"
    case 2: "{at: 0s, kind: flapping, of: device, up: 5m, down: 4s, scope: {share: 50%}}"
    case 3: "{at: 0s, kind: loss, rate: \(dice.pick(2, 10))%}"
    case 4: "{at: \(dice.pick(20, 200))s, kind: handover, scope: {share: 40%}}"
    default: "{at: 0s, kind: latency, add: \(dice.pick(20, 150))ms}"
    }
  }
}
