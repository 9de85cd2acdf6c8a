import Primitives
import Testing

@testable import Backoff

@Suite("A hostile formula")
struct HostileFormulaTests {
  @Test(
    "is refused with the place of what is wrong",
    arguments: [
      ("   ", 4, "expected a value, found the end"),
      ("1..2", 3, "expected an operator or the end, found '0.2'"),
      ("2^^x", 3, "expected a value, found '^'"),
      ("1 + (2 * 3", 5, "this '(' is never closed"),
      ("exponential(x)", 1, "unknown name 'exponential'"),
      ("uniforn(0, 1)", 1, "unknown name 'uniforn'; did you mean 'uniform'?"),
      ("1s + elpased", 6, "unknown name 'elpased'; did you mean 'elapsed'?"),
      ("max(retryafter, 1s)", 5, "unknown name 'retryafter'; did you mean 'retryAfter'?"),
      ("uniform(1, 2, 3)", 1, "'uniform' takes 2 arguments, found 3"),
      ("pow(2)", 1, "'pow' takes 2 arguments, found 1"),
      ("1 + floor(1, 2)", 5, "'floor' takes 1 argument, found 2"),
      ("reset: ready", 1, "'reset' is an axis: it stands behind the whole formula"),
      (", reset: ready", 1, "expected a value"),
      ("2^x,", 5, "expected an axis such as 'reset: ready', found the end"),
      ("x, clock: failure, reset: ready, clock: failure", 34, "'clock' is given twice"),
      ("x, attempts: 3, attempts: 3", 17, "'attempts' is given twice"),
      ("2 * 1e309", 5, "this number is too large"), ("1e", 2, "unknown unit 'e'"),
      ("0x10", 2, "unknown unit 'x10'"),
      ("x, first: 1e300s", 11, "a duration is at most 100 years"),
      ("2^\u{0445}", 3, "'\u{0445}' has no meaning in a formula"),
      ("\u{FF12}^x", 1, "'\u{FF12}' has no meaning in a formula"),
      ("x \u{2212} 1", 3, "'\u{2212}' has no meaning in a formula"),
      ("min(x, \u{1F642})", 8, "'\u{1F642}' has no meaning in a formula"),
    ])
  func refused(text: String, column: Int, message: String) throws {
    let error = try #require(throws: FormulaError.self) { try BackoffPolicy.parse(text) }
    #expect(error.column == column, "\(error)")
    #expect(error.message.hasPrefix(message), "\(error)")
    let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[2] == String(repeating: " ", count: column + 1) + "^")
  }

  @Test(
    "does nothing to the terminal that its error is shown on",
    arguments: [
      "2^x\u{0}", "\u{1B}[31m2^x", "2^x \u{7}", "2^\u{8}\u{8}x", "x \u{202E}+ 1", "x\r\n+ \u{9B}1",
      "x + \u{1B}]0;title\u{7}y", "unifrom\u{B}(1, \u{1})",
    ])
  func controlCharacters(text: String) throws {
    let message = complaint(text)
    #expect(!message.isEmpty)
    for scalar in message.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(category != .control && category != .format, "\(scalar.value)")
    }
    #expect(message.split(separator: "\n", omittingEmptySubsequences: false).count == 3)
  }

  @Test(
    "is refused where it is too long or too deep",
    arguments: [
      (String(repeating: "(", count: 10_000) + "x" + String(repeating: ")", count: 10_000)),
      String(repeating: "x + ", count: 2_500) + "x",
      String(repeating: "if(x > 1, ", count: 65) + "1" + String(repeating: ", 2)", count: 65),
      String(repeating: "if(x > 1, 2, ", count: 200) + "1" + String(repeating: ")", count: 200),
      String(repeating: "uniform(0, ", count: 65) + "1" + String(repeating: ")", count: 65),
      String(repeating: "a", count: 10_000), String(repeating: " ", count: 10_000),
      String(repeating: "9", count: 4_000), String(repeating: "2^-", count: 1_300) + "x",
    ])
  func tooMuch(text: String) {
    let message = complaint(text)
    #expect(!message.isEmpty)
    #expect(message.count < 600, "\(message.count)")
  }

  @Test("computes where it is as long or as deep as it may be")
  func asMuchAsMayBe() throws {
    let sum = String(repeating: "x+", count: 2_047) + "x"
    #expect(sum.count == 4_095)
    #expect(try value(sum, x: 3) == 3 * 2_048)
    let steps = "if(x > 1, 2, ".count
    let deep =
      String(repeating: "if(x > 1, 2, ", count: 60) + "7" + String(repeating: ")", count: 60)
    #expect(deep.count == 60 * (steps + 1) + 1)
    #expect(try value(deep, x: 1) == 7)
    #expect(try value(deep, x: 2) == 2)
    let list = "list(" + (1...700).map { "\($0)" }.joined(separator: ", ") + "; 0.5)"
    for x in [1, 2, 350, 699, 700] as [UInt32] { #expect(try value(list, x: x) == Double(x)) }
    #expect(try value(list, x: 701) == 0.5)
    #expect(try value(list, x: .max) == 0.5)
    let least = "min(" + (1...700).map { "\(701 - $0)" }.joined(separator: ", ") + ")"
    #expect(try value(least) == 1)
  }
}

@Suite("A delay that is none")
struct InvalidDelayTests {
  /// What a client that failed `x` times is told; `longest` is the cap, 100 years.
  private func decision(_ text: String, x: UInt32) throws -> RetryDecision {
    var client = try Client(text + ", reset: never")
    client.state.failures = x - 1
    client.state.countFailure(at: .start, under: client.policy)
    return client.decide(at: 0)
  }

  @Test(
    "is an error for every value that is negative, not a number or beyond 100 years",
    arguments: [
      ("if(0/0 > 1, 5s, 0s)", 1), ("if(0/0, 1s, 2s)", 1), ("if(x == 0/0, 1s, 0s)", 1),
      ("0/0", 1), ("x/0 - x/0", 1), ("log(0 - 1)", 1), ("log(-1)", 7), ("0^(-1)", 1), ("0^-1", 2),
      ("1/0", 1), ("-1/0", 1), ("log(0)", 1), ("-1us", 1), ("1s - x", 2), ("(0 - 8)^(1/3)", 1),
      ("2^x", 2_000), ("2^x - 1", 2_000), ("0 - 2^x", 2_000), ("2^x - 2^x", 2_000), ("exp(x)", 800),
      ("2^x / 2^x", 2_000), ("0 * 2^x", 2_000), ("uniform(0, 2^x)", 2_000),
      ("uniform(2^x, 2^x)", 2_000), ("normal(0, 2^x)", 2_000), ("3155760000.1s", 1),
      ("1e308 * 10", 1), ("uniform(-2, -1)", 1), ("floor(-0.1)", 1), ("list(1s; -1s)", 2),
      ("round(0/0)", 1), ("ceil(0/0)", 1), ("floor(0/0)", 1), ("abs(0/0)", 1), ("exp(0/0)", 1),
      ("uniform(0/0, 1)", 1), ("uniform(0, 0/0)", 1), ("normal(0/0, 1)", 1), ("pow(0/0, 2)", 1),
    ] as [(String, UInt32)])
  func invalid(text: String, x: UInt32) throws {
    guard case .invalid(let delay) = try decision(text, x: x) else {
      Issue.record("\(text) at x = \(x): \(try decision(text, x: x))")
      return
    }
    #expect(!(delay >= 0 && delay <= longestDelay), "\(delay)")
    // One text for what is not a number, on every processor.
    #expect(!"\(delay)".hasPrefix("-nan"))
  }

  /// `min` and `max` that lose what is not a number would turn it into a delay, and which one would
  /// depend on the order of their arguments.
  @Test(
    "is not hidden by min and max",
    arguments: ["0/0", "log(0 - 1)", "2^2000 - 2^2000", "0 * 2^2000"])
  func notHidden(nothing: String) throws {
    for text in [
      "min(20s, \(nothing))", "min(\(nothing), 20s)", "max(0s, \(nothing))", "max(\(nothing), 0s)",
      "max(1, 2, \(nothing), 3)", "min(\(nothing), \(nothing))",
      "uniform(0, min(20s, \(nothing)))", "max(0s, min(20s, \(nothing)))",
    ] {
      guard case .invalid(let delay) = try decision(text, x: 1) else {
        Issue.record("\(text): \(try decision(text, x: 1))")
        continue
      }
      #expect(delay.isNaN, "\(text)")
    }
  }

  @Test("is told apart from the shortest and the longest there is")
  func edges() throws {
    #expect(try decision("0s", x: 1) == .retry(after: .zero))
    #expect(try decision("-0.0000004s", x: 1) == .retry(after: .zero))
    #expect(try decision("3155760000s", x: 1) == .retry(after: .seconds(3_155_760_000)))
    #expect(try decision("min(20s, 2^x)", x: 2_000) == .retry(after: .seconds(20)))
    #expect(try decision("2^x", x: 31) == .retry(after: .seconds(1 << 31)))
    #expect(try decision("2^x", x: 32) == .invalid(4_294_967_296))
  }

  /// Bounds the wrong way round are the same law: there is nothing between them that is not between
  /// them the right way round.
  @Test("does not come of bounds the wrong way round")
  func reversed() throws {
    #expect(try value("uniform(3, 1)", draw: 0) == 3)
    #expect(try value("uniform(3, 1)", draw: 0.25) == 2.5)
    let rows = try delayTable(policy: .parse("uniform(3, 1)"), failures: 1, seed: 1)
    #expect(rows[0].min! > 1 && rows[0].max! <= 3)
  }

  @Test(
    "names the formula and the first x in the table of delays",
    arguments: [
      ("2^x", 32, "'2^x' gives 4294967296.0 s at x = 32"),
      ("10s - x", 11, "'10s - x' gives -1.0 s at x = 11"),
      ("log(2 - x)", 2, "'log(2 - x)' gives -inf s at x = 2"),
      ("(x - x) / 0, reset: never", 1, "'(x - x) / 0, reset: never' gives nan s at x = 1"),
      ("list(1s, 2s; 1/0)", 3, "'list(1s, 2s; 1/0)' gives inf s at x = 3"),
      ("min(20s, 2^x - 2^x)", 1_024, "'min(20s, 2^x - 2^x)' gives nan s at x = 1024"),
    ])
  func table(text: String, x: Int, message: String) throws {
    let policy = try BackoffPolicy.parse(text)
    let error = try #require(throws: InvalidDelay.self) {
      try delayTable(policy: policy, failures: 1_100, clients: 20, seed: 1)
    }
    #expect(error.failures == x)
    #expect("\(error)" == message + "; a delay is between 0 and 100 years")
  }
}

@Suite("Words of the language in any order")
struct ScrambledFormulaTests {
  private static let words = [
    "x", "prev", "elapsed", "retryAfter", "stop", "1", "0", "2.5", "250ms", "1e9", ".5", "20s",
    "+", "-", "*", "/", "^", "<", "==", "!=", ">=", "(", ")", ",", ";", ":", " ", "uniform(",
    "min(",
    "max(", "if(", "list(", "normal(", "exp(", "log(", "floor(", "round(", "pow(", "abs(",
    ", reset: ready", ", attempts: 3", ", first: 0s", "socketio", "reset", "\u{e9}", "=",
  ]

  @Test(
    "are a formula that gives a delay, an end or an error, or an error with a place in the text")
  func scrambled() throws {
    var read = 0
    for number in 0..<20_000 as Range<UInt32> {
      var stream = RandomSource(seed: 23).stream(owner: number, .fault, attempt: 0)
      let length = Int(stream.next() * 9) + 1
      let text = (0..<length).map { _ in
        Self.words[Int(stream.next() * Double(Self.words.count))]
      }.joined()
      do throws(FormulaError) {
        let policy = try BackoffPolicy.parse(text)
        read += 1
        try expectDecisions(policy, number)
      } catch {
        #expect(error.column >= 1 && error.column <= text.count + 1, "\(error)")
        #expect(!error.message.isEmpty)
      }
    }
    // Or next to nothing would have been evaluated.
    #expect(read > 500, "\(read)")
  }

  private func expectDecisions(_ policy: BackoffPolicy, _ client: UInt32) throws(FormulaError) {
    let resolved = policy.resolved(
      reset: .never, clock: .failure, connectTimeout: .seconds(10))
    var state = BackoffState()
    state.dropped(at: .start)
    for attempt in 1...6 as ClosedRange<UInt32> {
      if attempt == 6 { state.failures = 1_999 }
      let now = Instant.seconds(Int64(attempt))
      state.countFailure(at: now, under: resolved)
      var random = RandomSource(seed: 4).stream(owner: client, .backoff, attempt: attempt)
      let decision = state.nextDelay(
        at: now, after: .unavailable(retryAfter: .seconds(Int64(attempt % 3))), random: &random,
        perClient: random,
        under: resolved)
      switch decision {
      case .stop: break
      case .retry(let after): #expect(after >= .zero, "\(policy.name)")
      case .invalid(let delay):
        #expect(!(delay >= 0 && delay <= longestDelay), "\(policy.name): \(delay)")
      }
    }
    guard policy.formula.isExpression else { return }
    #expect(try BackoffPolicy.parse(resolved.text).formula.text == policy.formula.text)
  }
}
