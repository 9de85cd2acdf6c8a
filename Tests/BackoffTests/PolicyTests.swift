import Primitives
import Testing

@testable import Backoff

@Suite("A policy")
struct PolicyTests {
  @Test("is a formula with axes after it, in any order")
  func axes() throws {
    let policy = try BackoffPolicy.parse(
      "min(20s, 2^x), attempts: 10, first: 0s, connectTimeout: 4s, clock: attemptStart,"
        + " reset: uptime(10s)")
    #expect(policy.formula.text == "min(20s, 2^x)")
    #expect(policy.attempts == 10)
    #expect(policy.first == .zero)
    #expect(policy.connectTimeout == .seconds(4))
    #expect(policy.clock == .attemptStart)
    #expect(policy.reset == .uptime(.seconds(10)))
  }

  @Test("leaves to the session what it does not say")
  func defaults() throws {
    let policy = try BackoffPolicy.parse("2^x")
    #expect(policy == BackoffPolicy(formula: try Formula("2^x")))
    let session = policy.resolved(
      reset: .open, clock: .attemptStart, connectTimeout: .seconds(7))
    #expect(session.reset == .open)
    #expect(session.clock == .attemptStart)
    #expect(session.connectTimeout == .seconds(7))
    let own = try BackoffPolicy.parse("rws").resolved(
      reset: .open, clock: .failure, connectTimeout: .seconds(7))
    #expect(own.reset == .uptime(.seconds(5)))
    #expect(own.connectTimeout == .seconds(4))
  }

  @Test("is a catalogue name whose axes can be replaced")
  func catalogueName() throws {
    let plain = try BackoffPolicy.parse("socketio")
    let changed = try BackoffPolicy.parse(" socketio, reset: uptime(10s) ")
    #expect(plain.name == "socketio")
    #expect(changed.name == "socketio, reset: uptime(10s)")
    #expect(changed.reset == .uptime(.seconds(10)))
    #expect(changed.formula == plain.formula)
    #expect(changed.connectTimeout == plain.connectTimeout)
    #expect(try BackoffPolicy.parse("graphqlws, attempts: unlimited").attempts == nil)
  }

  @Test("has the name that was typed")
  func names() throws {
    #expect(try BackoffPolicy.parse("stoat_web").name == "stoat-web")
    #expect(try BackoffPolicy.parse(" 2^x, first: 0s").name == "2^x, first: 0s")
    #expect(try BackoffPolicy.parse("x-1").formula.text == "x-1")
  }

  @Test("writes its reset rule in the formula language")
  func resetText() throws {
    let rules = ["ready", "open", "uptime(10s)", "idle(2048s)", "every(2m)", "resync", "never"]
    for rule in rules {
      #expect(try BackoffPolicy.parse("1s, reset: \(rule)").reset?.description == rule)
    }
    #expect(durationText(.milliseconds(1500)) == "1500ms")
    #expect(durationText(.zero) == "0s")
    #expect(durationText(.seconds(3600)) == "1h")
  }

  @Test("gives up after its attempts")
  func attempts() throws {
    var client = try Client("1s, attempts: 2")
    #expect(client.drop(at: 0) == 1)
    #expect(client.fail(at: 1) == 1)
    #expect(client.fail(at: 2) == nil)
    var never = try Client("1s, attempts: 0")
    #expect(never.drop(at: 0) == nil)
  }

  @Test("puts its own first delay around any formula")
  func first() throws {
    var client = try Client("5s * x, first: 250ms")
    #expect(client.drop(at: 0) == 0.25)
    #expect(client.fail(at: 1) == 10)
    var native = try Client("socketio, first: 0s")
    #expect(native.drop(at: 0) == 0)
    var chained = try Client("max(1s, 3 * prev), first: 2s")
    #expect(chained.drop(at: 0) == 2)
    #expect(chained.fail(at: 2) == 6)
  }

  @Test(
    "rejects a delay that is negative, not a number or beyond 100 years",
    arguments: ["1s - x * 2", "log(0 - x)", "2^(1000 * x)", "1/0", "x * 3155760001", "0/0"])
  func invalid(text: String) throws {
    var client = try Client(text)
    client.state.countFailure(at: .start, under: client.policy)
    guard case .invalid(let delay) = client.decide(at: 0) else {
      Issue.record("\(text) is a delay")
      return
    }
    #expect(!(delay >= 0 && delay <= longestDelay))
  }

  @Test("keeps a cap over a power that overflows")
  func overflow() throws {
    var capped = try Client("min(20s, 2^x), reset: never")
    capped.state.failures = 1_999
    #expect(capped.fail(at: 0) == 20)
    var bare = try Client("2^x, reset: never")
    bare.state.failures = 1_999
    bare.state.countFailure(at: .start, under: bare.policy)
    #expect(bare.decide(at: 0) == .invalid(.infinity))
  }

  @Test("rounds delays to the microsecond, and takes the dust of floating point for 0")
  func rounding() throws {
    var third = try Client("1 / 3")
    #expect(third.drop(at: 0) == 0.333_333)
    var dust = try Client("0.1 + 0.2 - 0.3 - 1e-15")
    #expect(dust.drop(at: 0) == 0)
  }
}
