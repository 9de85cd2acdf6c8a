import Primitives

/// The delay before a retry as a function of the failures so far: an expression over `x`, `prev`,
/// `elapsed`, `retryAfter` and `code`, in seconds.
///
/// Most formulas are programs of the formula language. A few real clients remember or correlate
/// their draws in a way the language cannot say; those are evaluated natively and their `text`
/// describes them in words.
public struct Formula: BitwiseCopyable, Hashable, Sendable {
  private let source: Interned<Source>
  let body: Body

  /// The parts by which a formula is told apart.
  private struct Source: Hashable, Sendable {
    var text: String
    var program: Program?
  }

  enum Body: BitwiseCopyable, Hashable, Sendable {
    case program(CompiledProgram)
    case native(NativeFormula)
  }

  /// The formula as it was written.
  public var text: String { source.value.text }

  /// Reads a formula. Precedence from loose to tight: comparison, `+ -`, `* /`, unary `-`, `^`
  /// (right-associative).
  /// - Parameter text: at most 4,096 characters, brackets at most 64 deep.
  /// - Throws: `FormulaError` with the place of the first thing that cannot be read.
  public init(_ text: String) throws(FormulaError) {
    var parser = try FormulaParser(text)
    let program = try parser.program()
    try parser.expectEnd()
    self.init(text: trimmed(text), program: program)
  }

  init(text: String, program: Program) {
    source = Interned(Source(text: text, program: program))
    body = .program(CompiledProgram(program))
  }

  init(_ native: NativeFormula) {
    source = Interned(Source(text: native.text, program: nil))
    body = .native(native)
  }

  /// True if the formula is written in the formula language, so that `Formula(text)` gives it back.
  public var isExpression: Bool {
    if case .program = body { true } else { false }
  }

  /// The compiled program of a formula of the language; nil for the others.
  var program: CompiledProgram? {
    if case .program(let program) = body { program } else { nil }
  }

  /// True if the formula looks at the delay that the server asks for.
  public var readsRetryAfter: Bool {
    source.value.program?.instructions.contains(.retryAfter) ?? false
  }

  /// True if the formula itself subtracts the time since the previous attempt began.
  var subtractsAge: Bool {
    if case .native(let native) = body { native.subtractsAge } else { false }
  }

  /// Evaluates the formula and moves `random` past the draws it owns.
  func draw(
    in situation: Situation, random: inout RandomStream, perClient: RandomStream
  ) -> DelayDraw {
    switch body {
    case .program(let program):
      let delay =
        program.foldedValue(after: situation.failures, random: random)
        ?? program.run(in: situation, random: random)
      random.index &+= program.draws
      return DelayDraw(delay: delay, memory: delay ?? 0)
    case .native(let native):
      defer { random.index &+= 1 }
      return native.draw(
        in: situation, fraction: random.uniform(at: random.index),
        perClient: perClient.uniform(at: perClient.index))
    }
  }
}

/// The values that a formula may look at. Times in seconds.
struct Situation {
  /// Failures so far, 1 = the first.
  var failures: UInt32
  /// The previous delay (the value of `DelayDraw.memory` then), 0 at first.
  var previous: Double
  /// Since the drop.
  var elapsed: Double
  /// The delay that the server asked for, 0 if none.
  var retryAfter: Double
  /// The code of the server's answer, 0 if none.
  var code = 0.0
  /// Since the previous attempt began; infinite where that was before memory, 0 where delays
  /// count from the failure.
  var age: Double
}

/// One evaluation of a formula.
struct DelayDraw {
  /// Seconds, not yet checked; nil = give up.
  var delay: Double?
  /// The value of `Situation.previous` at the next failure: the delay, for all but Polly.
  var memory: Double
}
