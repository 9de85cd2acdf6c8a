import Foundation
import Primitives
import Testing

@testable import Backoff

@Suite("A folded formula gives what its program gives, to the bit")
struct FoldedFormulaTests {
  @Test("for the whole catalogue")
  func catalogue() throws {
    var folded = 0
    for entry in Catalogue.entries {
      guard let program = entry.policy.formula.program else { continue }
      let known = compare(program, entry.name, x: 1...100)
      if known == 64 { folded += 1 }
    }
    // All but those that end in a stop, remember the previous delay or look at the clock.
    #expect(folded >= 38, "\(folded)")
  }

  @Test(
    "for every operation, with a draw on its left, on its right and on neither side",
    arguments: ["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "min", "max", "pow"])
  func binary(operation: String) throws {
    let isCall = operation.first!.isLetter
    let values = [
      "x", "2.5", "0", "-0", "(x - 4)", "uniform(0, x)", "uniform(-1, 1)", "0/0", "1/0",
    ]
    for a in values {
      for b in values {
        let text = isCall ? "\(operation)(\(a), \(b))" : "(\(a)) \(operation) (\(b))"
        let known = try compare(text, x: 1...8)
        #expect(known > 0 || a.hasPrefix("u") && b.hasPrefix("u"), "\(text)")
      }
    }
  }

  @Test(
    "for every function of one value",
    arguments: ["-", "exp", "log", "floor", "ceil", "round", "abs"])
  func unary(function: String) throws {
    for a in ["x", "-0", "x - 4.5", "uniform(0, x)", "uniform(-9, 9)", "2 - uniform(0, 3)", "0/0"] {
      #expect(try compare("\(function)(\(a))", x: 1...8) == 8)
    }
  }

  @Test("where branches and lists depend on the number of failures")
  func branches() throws {
    for text in [
      "if(x > 3, uniform(0, 1), 2)", "if(x > 3, uniform(0, 1), uniform(2, 3)) * x",
      "list(1, uniform(1, 2); x)", "list(1, 2; list(3, 4; uniform(5, x)))", "list(x; 1) + 1",
    ] {
      #expect(try compare(text, x: 1...64) == 64, "\(text)")
    }
    #expect(try compare("list(1s; prev)", x: 1...64) == 1)
    #expect(try compare("list(1s, 2s; stop)", x: 1...64) == 2)
    #expect(try compare("if(x < 3, 1, elapsed)", x: 1...64) == 2)
  }

  @Test("or leaves to it what depends on more than the number of failures and one draw")
  func general() throws {
    for text in [
      "prev", "elapsed + x", "max(retryAfter, 1s)", "normal(1, 2)", "uniform(0, 1) + uniform(0, 1)",
      "uniform(0, uniform(1, 2))", "if(uniform(0, 1) < 0.5, 1, 2)", "if(0/0, 1, 2)", "stop",
      "min(9, max(1, 2 - 3 * uniform(0, 1) / 7))",
    ] {
      #expect(try compare(text, x: 1...4) == 0, "\(text)")
    }
  }

  @Test("for formulas nobody thought of")
  func random() throws {
    var known = 0
    for number in 0..<3_000 as Range<UInt32> {
      var words = RandomFormula(number: number)
      let text = words.expression(depth: 4)
      known += try compare(text, x: 1...7) + compare(text, x: 63...66)
    }
    // Or nearly nothing would have been compared.
    #expect(known > 6_000, "\(known)")
  }

  @Test("for threads that ask at the same time")
  func threads() throws {
    for round in 0..<20 {
      // Another formula each time, of which nothing is known yet.
      let program = try #require(Formula("\(round)s + uniform(0, x) * 2").program)
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        let known = compare(program, "\(round)", x: 1...64)
        #expect(known == 64)
      }
    }
  }

  @Test("and clients decide and remember the same")
  func clients() throws {
    for entry in Catalogue.entries where entry.policy.formula.isExpression {
      for axes in [
        "", ", attempts: 3", ", first: 7s", ", clock: attemptStart", ", reset: idle(1m)",
      ] {
        let formula = entry.policy.formula.text
        // Of this the program alone can tell the value, which is the same.
        let general = try resolved("if(elapsed < 0, 1, \(formula))" + axes)
        try expectSame(resolved(formula + axes), general)
      }
    }
  }

  private func expectSame(_ policy: ResolvedPolicy, _ general: ResolvedPolicy) throws {
    for owner in 0..<5 as Range<UInt32> {
      var one = BackoffState()
      var other = BackoffState()
      for attempt in 1...70 as ClosedRange<UInt32> {
        let now = Instant.seconds(Int64(attempt) * 40)
        var draws = RandomSource(seed: 3).stream(owner: owner, .backoff, attempt: attempt)
        var same = draws
        if attempt % 30 == 1 {
          one.dropped(at: now)
          other.dropped(at: now)
        }
        one.countFailure(at: now, under: policy)
        other.countFailure(at: now, under: general)
        let a = one.nextDelay(
          at: now, after: .unavailable(retryAfter: .seconds(2)), random: &draws, perClient: same,
          under: policy)
        let b = other.nextDelay(
          at: now, after: .unavailable(retryAfter: .seconds(2)), random: &same, perClient: same,
          under: general)
        #expect(a == b, "\(policy.name)")
        #expect(one == other, "\(policy.name)")
        #expect(draws.index == same.index, "\(policy.name)")
      }
    }
  }

  private func compare(_ text: String, x: ClosedRange<UInt32>) throws -> Int {
    try compare(#require(Formula(text).program, "\(text)"), text, x: x)
  }

  /// For how many x the folded formula knows the value. What it knows is compared.
  private func compare(_ program: CompiledProgram, _ name: String, x: ClosedRange<UInt32>) -> Int {
    var known = 0
    for failures in x {
      var isKnown = false
      for random in Self.draws(failures) {
        let folded = program.foldedValue(after: failures, random: random)
        guard let folded else { continue }
        isKnown = true
        let situation = Situation(
          failures: failures, previous: Double(failures) / 3, elapsed: Double(failures) * 7,
          retryAfter: 1, age: 0)
        let value = program.run(in: situation, random: random)
        let isSame = value.map { $0.isNaN ? folded.isNaN : $0.bitPattern == folded.bitPattern }
        #expect(isSame == true, "\(name) at \(failures): \(folded), not \(value as Double?)")
      }
      if isKnown { known += 1 }
    }
    return known
  }

  /// The edges and two draws between, at another place of the stream than its begin.
  private static func draws(_ failures: UInt32) -> [RandomStream] {
    let stream = RandomSource(seed: 5).stream(
      owner: failures, .backoff, attempt: failures, index: failures)
    return [
      RandomStream(scripted: 0), RandomStream(scripted: 1 - 0x1p-53), RandomStream(scripted: 0.5),
      stream,
    ]
  }
}

/// Formulas of all operations, variables and functions, with numbers and draws often enough that many
/// can be folded.
private struct RandomFormula {
  private var stream: RandomStream

  init(number: UInt32) {
    stream = RandomSource(seed: 29).stream(owner: number, .fault, attempt: 0)
  }

  mutating func expression(depth: Int) -> String {
    if depth == 0 || stream.next() < 0.15 { return leaf() }
    let a = expression(depth: depth - 1)
    switch stream.next() {
    case ..<0.5:
      let sign = pick(["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!="])
      return "(\(a)) \(sign) (\(expression(depth: depth - 1)))"
    case ..<0.7: return "\(pick(["min", "max", "pow"]))(\(a), \(expression(depth: depth - 1)))"
    case ..<0.85: return "\(pick(["exp", "log", "floor", "ceil", "round", "abs", "-"]))(\(a))"
    case ..<0.93: return "if(\(a), \(expression(depth: depth - 1)), \(leaf()))"
    default: return "list(\(leaf()), \(a); \(expression(depth: depth - 1)))"
    }
  }

  private mutating func leaf() -> String {
    switch stream.next() {
    case ..<0.3: "x"
    case ..<0.7: "\((stream.next() * 40).rounded() / 4 - 3)"
    case ..<0.9: "uniform(\(pick(["0", "1", "0.8", "x", "-2"])), \(pick(["1", "1.2", "2^x", "x"])))"
    default: pick(["prev", "elapsed", "retryAfter", "normal(x, 1)", "0/0", "-0", "1e300", "stop"])
    }
  }

  private mutating func pick(_ words: [String]) -> String {
    words[Int(stream.next() * Double(words.count))]
  }
}
