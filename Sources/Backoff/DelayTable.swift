import Primitives

/// The delays of many clients after the same number of failures.
public struct DelayRow: Hashable, Sendable {
  /// x, 1 = the first.
  public var failures: Int
  /// Seconds; nil where every client has given up.
  public var mean: Double?
  public var min: Double?
  public var max: Double?
  /// Standard deviation over the clients, in seconds.
  public var sd: Double?
  /// True if the policy gives up at this failure, or gave up before.
  public var stop: Bool
}

/// A policy that gives something other than a delay.
public struct InvalidDelay: Error, Hashable, Sendable, CustomStringConvertible {
  public var policy: String
  /// x at that moment.
  public var failures: Int
  /// Seconds: negative, not a number, or beyond 100 years.
  public var delay: Double

  public init(policy: String, failures: Int, delay: Double) {
    self.policy = policy
    self.failures = failures
    self.delay = delay
  }

  public var description: String {
    "'\(policy)' gives \(delay) s at x = \(failures); a delay is between 0 and 100 years"
  }
}

/// Returns the delays of a policy at 1, 2, ... failures: those of independent clients that lose a
/// connection which had been up for long, and whose attempts then fail at once.
///
/// `elapsed` is the sum of the delays before; no reset rule applies.
/// - Parameters:
///   - failures: rows, 0 or more.
///   - clients: independent clients, 1 or more.
///   - seed: of the draws.
/// - Throws: `InvalidDelay` for the first delay that is none.
public func delayTable(
  policy: BackoffPolicy, failures: Int, clients: Int = 20_000, seed: UInt64
) throws(InvalidDelay) -> [DelayRow] {
  precondition(failures >= 0 && clients >= 1, "a table has rows and clients")
  let resolved = policy.resolved(reset: .never, clock: .failure, connectTimeout: .seconds(10))
  var population = Population(clients: clients, source: RandomSource(seed: seed))
  var rows: [DelayRow] = []
  for x in stride(from: 1, through: failures, by: 1) {
    rows.append(try population.fail(times: x, under: resolved))
  }
  return rows
}

private struct Population {
  struct Client {
    var previous = Interval.zero
    var elapsed = 0.0
    var gaveUp = false
  }

  var clients: [Client]
  let source: RandomSource

  init(clients: Int, source: RandomSource) {
    self.clients = Array(repeating: Client(), count: clients)
    self.source = source
  }

  /// Everyone's delay after `x` failures.
  mutating func fail(times x: Int, under policy: ResolvedPolicy) throws(InvalidDelay) -> DelayRow {
    var summary = Summary()
    for i in clients.indices where !clients[i].gaveUp {
      var random = source.stream(owner: UInt32(i), .backoff, attempt: UInt32(x))
      let perClient = source.stream(owner: UInt32(i), .backoff, attempt: 0)
      // Only the first failure follows an attempt that began long ago.
      let age = policy.clock == .attemptStart && x == 1 ? Double.infinity : 0
      let situation = Situation(
        failures: UInt32(x), previous: clients[i].previous.seconds, elapsed: clients[i].elapsed,
        retryAfter: 0, age: age)
      switch policy.outcome(in: situation, random: &random, perClient: perClient) {
      case .stop: clients[i].gaveUp = true
      case .invalid(let delay):
        throw InvalidDelay(policy: policy.name, failures: x, delay: delay)
      case .delay(let delay, let memory):
        clients[i].previous = memory
        clients[i].elapsed += delay.seconds
        summary.add(delay.seconds)
      }
    }
    return summary.row(failures: x)
  }
}

/// Moments about the first value, which are exact where all values are equal.
private struct Summary {
  var count = 0.0
  var origin = 0.0
  var sum = 0.0
  var squares = 0.0
  var least = Double.infinity
  var greatest = -Double.infinity

  mutating func add(_ value: Double) {
    if count == 0 { origin = value }
    let shifted = value - origin
    count += 1
    sum += shifted
    squares += shifted * shifted
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  func row(failures: Int) -> DelayRow {
    guard count > 0 else {
      return DelayRow(failures: failures, mean: nil, min: nil, max: nil, sd: nil, stop: true)
    }
    let mean = sum / count
    let variance = Swift.max(0, squares / count - mean * mean)
    return DelayRow(
      failures: failures, mean: origin + mean, min: least, max: greatest,
      sd: variance.squareRoot(), stop: false)
  }
}
