import Findings
import Metrics
import Primitives
import RealModule
import Scenarios
import Simulator
import Store
import Studies
import Testing
import Text

/// A formula with what is known of it.
struct ContentionFormula: Sendable, CustomTestStringConvertible {
  /// A mean of trials and its standard error.
  struct Known: Sendable {
    let mean: Double
    let error: Double
  }

  let name: String
  /// In the language of formulas.
  let formula: String
  /// The same for the oracle, in ms: from x and the previous delay, with draws from [0, 1).
  let delay: @Sendable (Double, Double, () -> Double) -> Double
  /// Until the last success, in ms.
  let time: Known
  let calls: Known
  var testDescription: String { name }
}

/// Doubling from 10 ms at the first failure, at most 2 s.
private func doubled(_ x: Double) -> Double { min(2_000, 5 * .pow(2, x)) }

@Suite("Contention: D1, a hundred clients and one row", .enabled(if: isOptimised))
struct ContentionStatisticalTests {
  /// Means of trials of the backoff simulator of the AWS Architecture Blog
  /// (aws-samples/aws-arch-backoff-simulator), with their standard errors.
  static let formulas = [
    ContentionFormula(
      name: "exponential", formula: "min(2s, 5ms * 2^x)", delay: { x, _, _ in doubled(x) },
      time: .init(mean: 62_900, error: 713), calls: .init(mean: 1_863.5, error: 13)),
    ContentionFormula(
      name: "decorrelated", formula: "min(2s, uniform(5ms, 3 * max(prev, 5ms)))",
      delay: { _, previous, draw in
        min(2_000, 5 + (3 * max(previous, 5) - 5) * draw())
      },
      time: .init(mean: 4_584, error: 65), calls: .init(mean: 1_002.9, error: 2.7)),
    ContentionFormula(
      name: "equal jitter", formula: "min(2s, 5ms * 2^x) * uniform(0.5, 1)",
      delay: { x, _, draw in doubled(x) * (0.5 + 0.5 * draw()) },
      time: .init(mean: 6_784, error: 68), calls: .init(mean: 811.9, error: 0.7)),
    ContentionFormula(
      name: "full jitter", formula: "uniform(0s, min(2s, 5ms * 2^x))",
      delay: { x, _, draw in doubled(x) * draw() },
      time: .init(mean: 4_811, error: 56), calls: .init(mean: 796.0, error: 0.7)),
    ContentionFormula(
      name: "none", formula: "0s", delay: { _, _, _ in 0 },
      time: .init(mean: 2_016, error: 11), calls: .init(mean: 2_409.8, error: 6.3)),
  ]

  static let trials = 200

  private func simulated(_ formula: String) throws -> (time: Sample, calls: Sample) {
    let text = try #require(ScenarioFile.builtIn("contention"))
    let scenario = try ScenarioFile.decode(
      text: text, file: "contention", overrides: [Override(path: "clients.backoff", value: formula)]
    )
    let experiment = try Experiment(scenario)
    let runs = try (1...UInt64(Self.trials)).map { seed in
      let seeded = experiment.seeded(seed)
      return Summary(seeded, try seeded.run())
    }
    return (
      Sample(runs.map { $0["completion"] * 1_000 }), Sample(runs.map { $0["calls"] })
    )
  }

  /// Three standard errors of the difference of two means.
  private func agrees(_ a: Sample, mean: Double, error: Double) -> Bool {
    let both = (a.standardError * a.standardError + error * error).squareRoot()
    return abs(a.mean - mean) <= 3 * both
  }

  @Test("as published, and as an independent event loop says", arguments: formulas)
  func figures(formula: ContentionFormula) throws {
    let found = try simulated(formula.formula)
    #expect(
      agrees(found.time, mean: formula.time.mean, error: formula.time.error),
      "\(found.time.mean) ms, not \(formula.time)")
    #expect(
      agrees(found.calls, mean: formula.calls.mean, error: formula.calls.error),
      "\(found.calls.mean) calls, not \(formula.calls)")

    let trials = (1...UInt64(Self.trials)).map { ContentionOracle.trial(formula, seed: $0) }
    let time = Sample(trials.map(\.time))
    let calls = Sample(trials.map(\.calls))
    #expect(
      agrees(found.time, mean: time.mean, error: time.standardError),
      "\(found.time.mean) ms, oracle \(time.mean)")
    #expect(
      agrees(found.calls, mean: calls.mean, error: calls.standardError),
      "\(found.calls.mean) calls, oracle \(calls.mean)")
  }

  @Test("full jitter cuts the calls by more than half")
  func fullJitter() throws {
    let plain = try simulated(Self.formulas[0].formula).calls
    let jittered = try simulated(Self.formulas[3].formula).calls
    let error = threeSigma(variance: plain.variance / 4 + jittered.variance, count: 200)
    #expect(jittered.mean + error < plain.mean / 2, "\(jittered.mean) of \(plain.mean)")
  }
}

/// The published algorithm, written from its description: an event loop of its own, nothing of the
/// simulator in it but a stream of random numbers.
enum ContentionOracle {
  private enum Step { case readArrives, versionArrives, writeArrives, answerArrives }

  private struct Message {
    var at: Double
    var step: Step
    var client: Int
    var version = 0
    var isSuccess = false
  }

  /// Milliseconds until the last success is known, and writes sent.
  static func trial(_ formula: ContentionFormula, seed: UInt64) -> (time: Double, calls: Double) {
    var random = RandomSource(seed: seed &+ 1_000_003).stream(owner: 0, .fault, attempt: 0)
    let draw = { random.next() }
    // |Normal(10, 2)| by Box and Muller.
    func way() -> Double {
      let radius = (-2 * Double.log(1 - draw())).squareRoot()
      return abs(10 + 2 * radius * .cos(2 * .pi * draw()))
    }
    // At most one message of each client is under way.
    var messages = (0..<100).map { Message(at: way(), step: .readArrives, client: $0) }
    var failures = [Double](repeating: 0, count: 100)
    var previous = [Double](repeating: 0, count: 100)
    var version = 0
    var calls = 0.0
    var now = 0.0
    while let next = messages.indices.min(by: { messages[$0].at < messages[$1].at }) {
      var message = messages.remove(at: next)
      now = message.at
      switch message.step {
      case .readArrives:
        message.version = version
        message.step = .versionArrives
      case .versionArrives:
        calls += 1
        message.step = .writeArrives
      case .writeArrives:
        message.isSuccess = message.version == version
        if message.isSuccess { version += 1 }
        message.step = .answerArrives
      case .answerArrives:
        if message.isSuccess { continue }
        let client = message.client
        failures[client] += 1
        previous[client] = formula.delay(failures[client], previous[client], draw)
        message.at += previous[client]
        message.step = .readArrives
      }
      message.at += way()
      messages.append(message)
    }
    return (now, calls)
  }
}
