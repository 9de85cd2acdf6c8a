import Foundation
import Primitives

@testable import Backoff

/// What a formula gives in seconds where every draw is `draw`; nil = it gives up.
func value(
  _ text: String, x: UInt32 = 1, prev: Double = 0, elapsed: Double = 0, retryAfter: Double = 0,
  draw: Double = 0.5
) throws -> Double? {
  var random = RandomStream(scripted: draw)
  let situation = Situation(
    failures: x, previous: prev, elapsed: elapsed, retryAfter: retryAfter, age: 0)
  return try Formula(text).draw(in: situation, random: &random, perClient: random).delay
}

/// What reading a policy complains about; empty where it does not.
func complaint(_ text: String) -> String {
  do {
    _ = try BackoffPolicy.parse(text)
    return ""
  } catch {
    return "\(error)"
  }
}

/// A policy under the rules of a session that says: reset ready, clock failure, 10 s to connect.
func resolved(_ text: String) throws -> ResolvedPolicy {
  try BackoffPolicy.parse(text)
    .resolved(reset: .ready, clock: .failure, connectTimeout: .seconds(10))
}

/// One client that is told what happens and says how long it waits, in seconds.
struct Client {
  var state = BackoffState()
  let policy: ResolvedPolicy
  var draw = 0.5

  init(_ policy: String, draw: Double = 0.5) throws {
    self.policy = try resolved(policy)
    self.draw = draw
  }

  mutating func attempt(at t: Double) { state.attemptBegan(at: instant(t)) }
  mutating func open(at t: Double) { state.opened(at: instant(t), under: policy) }
  mutating func ready(at t: Double) { state.becameReady(at: instant(t), under: policy) }

  mutating func connect(at t: Double) {
    attempt(at: t)
    open(at: t)
    ready(at: t)
  }

  mutating func drop(at t: Double, retryAfter: Double = 0) -> Double? {
    state.dropped(at: instant(t))
    return fail(at: t, retryAfter: retryAfter)
  }

  /// The wait after a failure; nil = it gives up.
  mutating func fail(at t: Double, retryAfter: Double = 0) -> Double? {
    state.countFailure(at: instant(t), under: policy)
    if case .retry(let after) = decide(at: t, retryAfter: retryAfter) { return after.seconds }
    return nil
  }

  mutating func decide(at t: Double, retryAfter: Double = 0) -> RetryDecision {
    var random = RandomStream(scripted: draw)
    return state.nextDelay(
      at: instant(t), after: .unavailable(retryAfter: Interval(seconds: retryAfter)),
      random: &random, perClient: random, under: policy)
  }

  private func instant(_ t: Double) -> Instant { .start + Interval(seconds: t) }
}

/// One row of `backoff-delays.csv`: what 20,000 independent clients did.
struct Vector: Sendable {
  let client: String
  let failures: Int
  /// Seconds; nil where the client gives up.
  let mean, sd, min, max: Double?

  /// By catalogue name, x = 1 first.
  static let all: [String: [Vector]] = {
    let url = Bundle.module.url(
      forResource: "backoff-delays", withExtension: "csv", subdirectory: "Fixtures")!
    let lines = try! String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
    let vectors = lines.dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Vector(
        client: cells[0].replacingOccurrences(of: "_", with: "-"), failures: Int(cells[1])!,
        mean: Double(cells[2]), sd: Double(cells[3]), min: Double(cells[4]), max: Double(cells[5]))
    }
    return Dictionary(grouping: vectors, by: \.client)
  }()
}
