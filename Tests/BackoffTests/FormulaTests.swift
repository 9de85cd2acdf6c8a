import Primitives
import Testing

@testable import Backoff

@Suite("A formula")
struct FormulaTests {
  @Test(
    "computes",
    arguments: [
      ("1", 1), ("1.5", 1.5), (".5", 0.5), ("2e3", 2000), ("1.5e-3", 0.0015),
      ("250ms", 0.25), ("1.5s", 1.5), ("2m", 120), ("1h", 3600), ("5us", 5e-6),
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("7 - 2 - 1", 4), ("8 / 4 / 2", 1),
      ("2^3^2", 512), ("-2^2", -4), ("2^-1", 0.5), ("-(-3)", 3), ("2 * -3", -6),
      ("2 * 3^2", 18), ("1 < 2", 1), ("2 <= 1", 0), ("1 + 1 == 2", 1), ("1 != 1", 0),
      ("3 > 2", 1), ("3 >= 4", 0), ("min(3, 1, 2)", 1), ("max(3, 9, 2)", 9), ("pow(2, 10)", 1024),
      ("exp(0)", 1), ("log(1)", 0), ("floor(1.7)", 1), ("ceil(1.2)", 2), ("round(2.5)", 3),
      ("round(-2.5)", -3), ("abs(-4)", 4), ("if(1, 5, 6)", 5), ("if(0, 5, 6)", 6),
      ("if(x > 1, 5, 6) + 1", 7), ("  min( 20s ,2 ^ x )  ", 2), ("x\n+\n1", 2),
      ("min(20s, 1/0)", 20),
    ] as [(String, Double)])
  func computes(text: String, expected: Double) throws {
    #expect(try value(text) == expected)
  }

  @Test("looks at the failures, the previous delay, the time since the drop and the server's wish")
  func variables() throws {
    #expect(try value("x", x: 7) == 7)
    #expect(try value("prev", prev: 3.5) == 3.5)
    #expect(try value("elapsed", elapsed: 61) == 61)
    #expect(try value("max(1s, retryAfter)", retryAfter: 30) == 30)
  }

  @Test("picks from a list by the number of failures")
  func lists() throws {
    let text = "list(1s, 2s, x * 10; 60s)"
    #expect(try (1...5).map { try value(text, x: $0) } == [1, 2, 30, 60, 60])
    #expect(try value("list(0s; 2^x)", x: 3) == 8)
    #expect(try value("2 * list(1, list(7, 8; 9); 3)", x: 2) == 16)
  }

  @Test("gives up where `stop` is reached")
  func stops() throws {
    #expect(try value("stop") == nil)
    #expect(try value("if(x > 3, stop, 1s)", x: 3) == 1)
    #expect(try value("if(x > 3, stop, 1s)", x: 4) == nil)
    #expect(try value("list(1s, stop; 2s)", x: 2) == nil)
    #expect(try value("list(1s, stop; 2s)", x: 3) == 2)
    #expect(try value("2 * list(1s; stop)", x: 2) == nil)
  }

  @Test("draws uniformly between two bounds, and from the normal distribution")
  func draws() throws {
    #expect(try value("uniform(1s, 3s)", draw: 0) == 1)
    #expect(try value("uniform(1s, 3s)", draw: 0.25) == 1.5)
    #expect(try value("normal(10s, 2s)", draw: 0.5) == 10)
    let oneSigma = try #require(try value("normal(10s, 2s)", draw: 0.841_344_746_068_542_9))
    #expect(abs(oneSigma - 12) < 1e-12)
    #expect(try #require(try value("normal(10s, 2s)", draw: 0)).isFinite)
  }

  @Test("numbers its draws left to right as written, both branches of an `if` included")
  func drawIndices() throws {
    let stream = RandomSource(seed: 5).stream(owner: 1, .backoff, attempt: 1)
    func run(_ text: String) throws -> Double? {
      var random = stream
      let situation = Situation(failures: 1, previous: 0, elapsed: 0, retryAfter: 0, age: 0)
      return try Formula(text).draw(in: situation, random: &random, perClient: stream).delay
    }
    let u = (0..<3).map { stream.uniform(at: $0) }
    #expect(try run("uniform(0, 1)") == u[0])
    #expect(try run("0 * uniform(0, 1) + uniform(0, 1)") == u[1])
    #expect(try run("if(x > 1, uniform(0, 1), uniform(0, 1))") == u[1])
    #expect(try run("0 * if(x > 1, uniform(0, 1), 0) + uniform(0, 1)") == u[1])
    #expect(try run("list(1, uniform(0, 1); normal(0, 1)) * 0 + uniform(0, 1)") == u[2])
    #expect(try run("uniform(0, 1) * 0 + uniform(0, uniform(0, 1))") == u[1] * u[2])
  }

  @Test("takes its draws off the stream it is given")
  func advances() throws {
    var random = RandomSource(seed: 5).stream(owner: 1, .backoff, attempt: 1)
    let situation = Situation(failures: 1, previous: 0, elapsed: 0, retryAfter: 0, age: 0)
    let formula = try Formula("uniform(0, 1) + if(x, normal(0, 1), uniform(0, 1))")
    _ = formula.draw(in: situation, random: &random, perClient: random)
    #expect(random.index == 3)
  }

  @Test(
    "gives identical delays when factors change places or constants their unit",
    arguments: [
      ("(2^x - 1) * uniform(0.8, 1.2)", "uniform(0.8, 1.2) * (2^x - 1)"),
      ("3s * 2^x * uniform(0.5, 1)", "uniform(0.5, 1) * 2^x * 3000ms"),
      ("uniform(0, min(20s, 1s * 2^x))", "uniform(0ms, min(2^x * 1000ms, 20000ms))"),
      ("uniform(0s, 90s) + x", "x + uniform(0m, 1.5m)"),
      ("min(1m, 1.3^x) * uniform(1, 1.1)", "uniform(1, 1.1) * min(1.3^x, 60s)"),
    ])
  func commuted(first: String, second: String) throws {
    let a = try resolved("\(first), reset: never")
    let b = try resolved("\(second), reset: never")
    let source = RandomSource(seed: 11)
    for owner in 0..<500 as Range<UInt32> {
      var one = BackoffState()
      var other = BackoffState()
      for attempt in 1...12 as ClosedRange<UInt32> {
        var draws = source.stream(owner: owner, .backoff, attempt: attempt)
        var same = draws
        one.countFailure(at: .start, under: a)
        other.countFailure(at: .start, under: b)
        let x = one.nextDelay(
          at: .start, after: .none, random: &draws, perClient: same, under: a)
        let y = other.nextDelay(
          at: .start, after: .none, random: &same, perClient: same, under: b)
        #expect(x == y)
      }
    }
  }

  @Test("has a text that is kept as typed")
  func text() throws {
    #expect(try Formula("  2^x ").text == "2^x")
    #expect(try Formula("2 ^ x").text == "2 ^ x")
  }

  @Test("may nest its brackets 64 deep")
  func deep() throws {
    let open = String(repeating: "(", count: 64)
    let close = String(repeating: ")", count: 64)
    #expect(try value(open + "x" + close, x: 3) == 3)
    let sums = String(repeating: "(1 + 2 * ", count: 60)
    #expect(try value(sums + "0" + String(repeating: ")", count: 60)) != nil)
  }
}
