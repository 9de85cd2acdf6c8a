import Primitives
import Testing

@testable import Backoff

@Suite("What a client remembers")
struct StateTests {
  @Test("fits in 28 bytes")
  func size() {
    #expect(MemoryLayout<BackoffState>.size <= 28)
    #expect(MemoryLayout<BackoffState>.stride <= 28)
  }

  @Test("the previous delay, until the next drop")
  func previous() throws {
    var client = try Client("1s + 2 * prev, reset: never")
    #expect(client.drop(at: 0) == 1)
    #expect(client.fail(at: 10) == 3)
    #expect(client.fail(at: 20) == 7)
    #expect(client.drop(at: 30) == 1)
    #expect(client.state.failures == 4)
  }

  @Test("the drop, from which the elapsed time counts")
  func elapsed() throws {
    var client = try Client("elapsed, reset: never")
    #expect(client.drop(at: -2.5) == 0)
    #expect(client.fail(at: 4) == 6.5)
    #expect(client.drop(at: 100) == 0)
    #expect(client.fail(at: 103.000_001) == 3.000_001)
  }

  @Test("hears what the server asks for")
  func retryAfter() throws {
    var client = try Client("max(x, retryAfter)")
    #expect(client.drop(at: 0, retryAfter: 12) == 12)
    #expect(client.fail(at: 12) == 2)
  }

  @Test("counts without drawing")
  func countsAlone() throws {
    var client = try Client("x")
    for _ in 0..<3 { client.state.countFailure(at: .start, under: client.policy) }
    #expect(client.fail(at: 0) == 4)
  }

  @Test("moments and delays of years without overflow")
  func extremes() throws {
    var client = try Client("max(prev, 3e9), reset: never")
    client.state.attemptBegan(at: .never)
    client.state.dropped(at: Instant(nanoseconds: .min))
    client.state.countFailure(at: .never, under: client.policy)
    #expect(client.decide(at: 0) == .retry(after: .seconds(3_000_000_000)))
    #expect(client.fail(at: 1) == 3e9)
    for t in [-1e-6, 1e-6, 123_456.789_012, -123_456.789_012, 1e8, -1e8] {
      let ticks = Ticks(.start + Interval(seconds: t))
      #expect(Ticks(low: ticks.low, high: ticks.high) == ticks)
      #expect(Double(ticks.count) / 1e6 == t)
    }
    #expect(Ticks(Instant(nanoseconds: -1)).count == -1)
    #expect(Ticks(low: 0, high: Ticks.noneHigh).isNone)
  }
}

@Suite("The count restarts")
struct ResetRuleTests {
  @Test("ready: when the session is connected, not when the transport opens")
  func ready() throws {
    var client = try Client("x, reset: ready")
    #expect(client.drop(at: 0) == 1)
    client.open(at: 1)
    #expect(client.fail(at: 2) == 2)
    client.connect(at: 4)
    #expect(client.state.failures == 0)
    #expect(client.drop(at: 4.1) == 1)
  }

  @Test("open: when the transport opens, whatever follows")
  func open() throws {
    var client = try Client("x, reset: open")
    #expect(client.drop(at: 0) == 1)
    #expect(client.fail(at: 1) == 2)
    client.open(at: 2)
    #expect(client.fail(at: 2) == 1)
  }

  @Test("resync: as ready, for a session whose connected state is the synchronised one")
  func resync() throws {
    var client = try Client("x, reset: resync")
    #expect(client.drop(at: 0) == 1)
    client.open(at: 1)
    #expect(client.fail(at: 1) == 2)
    client.ready(at: 3)
    #expect(client.drop(at: 3) == 1)
  }

  @Test("uptime: at the end of a connection that was ready long enough")
  func uptime() throws {
    var client = try Client("x, reset: uptime(10s)")
    #expect(client.drop(at: 0) == 1)
    client.connect(at: 1)
    #expect(client.drop(at: 10.999_999) == 2)
    client.connect(at: 20)
    #expect(client.drop(at: 30) == 1)
    // Failures after that are of no connection, however long they take.
    client.attempt(at: 31)
    #expect(client.fail(at: 61) == 2)
    client.attempt(at: 61)
    client.open(at: 62)
    #expect(client.fail(at: 90) == 3)
  }

  @Test("uptime: a connection that ended on purpose is not taken for the next one")
  func uptimeStale() throws {
    var client = try Client("x, reset: uptime(10s)")
    #expect(client.drop(at: 0) == 1)
    client.connect(at: 1)
    client.attempt(at: 5)
    #expect(client.fail(at: 60) == 2)
  }

  @Test("idle: when no delay was asked for in more than that time, success or not")
  func idle() throws {
    var client = try Client("x, reset: idle(60s)")
    #expect(client.drop(at: 0) == 1)
    client.connect(at: 1)
    #expect(client.drop(at: 60) == 2)
    #expect(client.fail(at: 120) == 3)
    #expect(client.fail(at: 180.001) == 1)
  }

  @Test("every: at the first failure a period after the last restart, success or not")
  func every() throws {
    var client = try Client("x, reset: every(2m)")
    let waits = [0, 30, 60, 119, 120, 180, 239, 241].map { t in
      t == 0 ? client.drop(at: t) : client.fail(at: t)
    }
    #expect(waits == [1, 2, 3, 4, 1, 2, 3, 1])
    client.connect(at: 242)
    #expect(client.drop(at: 250) == 2)
    client.connect(at: 251)
    #expect(client.drop(at: 400) == 1)
  }

  @Test("never")
  func never() throws {
    var client = try Client("x, reset: never")
    #expect(client.drop(at: 0) == 1)
    client.connect(at: 1)
    #expect(client.drop(at: 10_000) == 2)
  }

  @Test("and the previous delay is forgotten with it")
  func forgets() throws {
    var client = try Client("1s + prev, reset: every(10s)")
    let waits = [0, 1, 9, 10].map { t in t == 0 ? client.drop(at: t) : client.fail(at: t) }
    #expect(waits == [1, 2, 3, 1])
  }
}

@Suite("A delay counts from")
struct ClockTests {
  @Test("the failure, unless told otherwise")
  func failure() throws {
    var client = try Client("5s")
    client.connect(at: -60)
    #expect(client.drop(at: 0) == 5)
    client.attempt(at: 5)
    #expect(client.fail(at: 8) == 5)
  }

  @Test("the start of the attempt that failed, under attemptStart")
  func attemptStart() throws {
    var client = try Client("5s, clock: attemptStart")
    client.connect(at: -60)
    #expect(client.drop(at: 0) == 5)
    client.attempt(at: 5)
    #expect(client.fail(at: 8) == 2)
    client.attempt(at: 10)
    #expect(client.fail(at: 20) == 0)
  }

  @Test("the failure, where no attempt was ever made")
  func noAttempt() throws {
    var client = try Client("5s, clock: attemptStart")
    #expect(client.fail(at: 8) == 5)
  }

  @Test("the start of the attempt for pusher-js, whose attempts use up their own delay")
  func pusher() throws {
    var client = try Client("pusher-js")
    client.connect(at: -60)
    #expect(client.drop(at: 0) == 1)
    client.attempt(at: 1)
    #expect(client.fail(at: 1.5) == 14.5)
    client.attempt(at: 16)
    #expect(client.fail(at: 31) == 15)
  }

  @Test("and the previous delay is the formula's, not what was left of it")
  func previous() throws {
    var client = try Client("max(4s, 2 * prev), clock: attemptStart")
    #expect(client.drop(at: 0) == 4)
    client.attempt(at: 4)
    #expect(client.fail(at: 7) == 5)
    client.attempt(at: 12)
    #expect(client.fail(at: 12) == 16)
  }
}

@Suite("The table of delays")
struct DelayTableTests {
  @Test("ends in rows without figures once everyone gave up")
  func stops() throws {
    let rows = try delayTable(policy: .parse("2^x, attempts: 2"), failures: 4, seed: 1)
    #expect(rows.map(\.mean) == [2, 4, nil, nil])
    #expect(rows.map(\.sd) == [0, 0, nil, nil])
    #expect(rows.map(\.stop) == [false, false, true, true])
  }

  @Test("is exact where nothing is drawn")
  func exact() throws {
    let rows = try delayTable(policy: .parse("x / 10"), failures: 3, clients: 999, seed: 1)
    #expect(rows.map(\.mean) == [0.1, 0.2, 0.3])
    #expect(rows.map(\.min) == rows.map(\.max))
    #expect(rows.map(\.sd) == [0, 0, 0])
  }

  @Test("adds the delays up to the elapsed time")
  func elapsed() throws {
    let rows = try delayTable(policy: .parse("1s + elapsed"), failures: 4, clients: 2, seed: 1)
    #expect(rows.map(\.mean) == [1, 2, 4, 8])
  }

  @Test("counts every failure, whatever the reset rule")
  func noReset() throws {
    let rows = try delayTable(
      policy: .parse("60s * x, reset: every(1m)"), failures: 3, clients: 2, seed: 1)
    #expect(rows.map(\.mean) == [60, 120, 180])
  }

  @Test("is the same for the same seed and another for another")
  func seeds() throws {
    let policy = try BackoffPolicy.parse("uniform(0, 1)")
    let a = try delayTable(policy: policy, failures: 2, clients: 50, seed: 1)
    #expect(try delayTable(policy: policy, failures: 2, clients: 50, seed: 1) == a)
    #expect(try delayTable(policy: policy, failures: 2, clients: 50, seed: 2) != a)
  }

  @Test("names the formula and x where a delay is none")
  func invalid() throws {
    let policy = try BackoffPolicy.parse("3s - x")
    let error = try #require(throws: InvalidDelay.self) {
      try delayTable(policy: policy, failures: 10, clients: 3, seed: 1)
    }
    #expect(error == InvalidDelay(policy: "3s - x", failures: 4, delay: -1))
    #expect(
      "\(error)" == "'3s - x' gives -1.0 s at x = 4; a delay is between 0 and 100 years")
  }
}
