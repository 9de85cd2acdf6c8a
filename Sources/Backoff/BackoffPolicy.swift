import Primitives

/// How a client waits before it tries again: a formula and the rules around it.
///
/// Shared by all clients that use it. An axis that is nil is left to the session.
public struct BackoffPolicy: Hashable, Sendable {
  /// The catalogue name, or the policy's text as typed.
  public var name: String
  /// The delay after each failure.
  public var formula: Formula
  /// When the count of failures restarts; nil = the session's own rule.
  public var reset: ResetRule?
  /// From when a delay counts; nil = the session's own rule.
  public var clock: ClockOrigin?
  /// Retries allowed: the policy gives up at failure `attempts + 1`. nil = unlimited.
  public var attempts: Int?
  /// How long an attempt may take; nil = the session's own limit.
  public var connectTimeout: Interval?
  /// The delay at x = 1 in place of the formula's; nil = the formula's.
  public var first: Interval?

  /// - Parameters:
  ///   - name: nil takes the formula's text.
  ///   - attempts: 0 or more.
  ///   - connectTimeout: more than 0.
  ///   - first: 0 or more.
  public init(
    name: String? = nil, formula: Formula, reset: ResetRule? = nil, clock: ClockOrigin? = nil,
    attempts: Int? = nil, connectTimeout: Interval? = nil, first: Interval? = nil
  ) {
    self.name = name ?? formula.text
    self.formula = formula
    self.reset = reset
    self.clock = clock
    self.attempts = attempts
    self.connectTimeout = connectTimeout
    self.first = first
  }

  /// The policy with the session's own rules where it says nothing.
  public func resolved(
    reset: ResetRule, clock: ClockOrigin, connectTimeout: Interval
  ) -> ResolvedPolicy {
    let rules = ResolvedPolicy.Rules(
      name: name, formula: formula, reset: self.reset ?? reset, clock: self.clock ?? clock,
      attempts: attempts, connectTimeout: self.connectTimeout ?? connectTimeout, first: first)
    return ResolvedPolicy(rules: Interned(rules))
  }
}

/// A backoff policy with every rule decided. A session machine runs under it.
///
/// One pointer, so that a configuration that holds it is small enough to be handed to a machine on
/// every event.
public struct ResolvedPolicy: BitwiseCopyable, Hashable, Sendable {
  fileprivate let rules: Interned<Rules>

  fileprivate struct Rules: Hashable, Sendable {
    let name: String
    let formula: Formula
    let reset: ResetRule
    let clock: ClockOrigin
    let attempts: Int?
    let connectTimeout: Interval
    let first: Interval?
    /// The formula's program where no other rule has a say in a delay; nil where it is none.
    let program: CompiledProgram?
    /// The numbers of failures for which that is so.
    let ofFormula: Range<UInt32>

    init(
      name: String, formula: Formula, reset: ResetRule, clock: ClockOrigin, attempts: Int?,
      connectTimeout: Interval, first: Interval?
    ) {
      self.name = name
      self.formula = formula
      self.reset = reset
      self.clock = clock
      self.attempts = attempts
      self.connectTimeout = connectTimeout
      self.first = first
      program = clock == .failure ? formula.program : nil
      let begin: UInt32 = first == nil ? 1 : 2
      // 0 stands for no failures, and is never asked for.
      let last = UInt32(clamping: attempts ?? .max)
      ofFormula = begin..<max(begin, last == .max ? .max : last + 1)
    }
  }

  public var name: String { rules.value.name }
  public var formula: Formula { rules.value.formula }
  public var reset: ResetRule { rules.value.reset }
  public var clock: ClockOrigin { rules.value.clock }
  /// Retries allowed; nil = unlimited.
  public var attempts: Int? { rules.value.attempts }
  public var connectTimeout: Interval { rules.value.connectTimeout }
  /// The delay at x = 1 in place of the formula's.
  public var first: Interval? { rules.value.first }
}

/// The decision of a policy after a failure.
public enum RetryDecision: BitwiseCopyable, Hashable, Sendable {
  /// Try again this long from now, 0 or more.
  case retry(after: Interval)
  /// Give up.
  case stop
  /// The formula gave no delay but this many seconds: negative, not a number, or beyond 100 years.
  case invalid(Double)
}

/// 100 years of 365.25 days, in seconds: no delay is longer.
let longestDelay = 100 * 365.25 * 86_400

extension ResolvedPolicy {
  enum Outcome {
    /// The delay the policy asks for, before the clock's origin is taken into account.
    case delay(Interval, memory: Interval)
    case stop
    case invalid(Double)
  }

  /// The delay that the formula alone decides, where a folded one does: in whole microseconds, and how
  /// many draws are taken for it. nil where `outcome` must tell, from the same draws.
  @inline(__always)
  func foldedDelay(
    after failures: UInt32, random: RandomStream
  ) -> (microseconds: Int64, draws: UInt32)? {
    guard rules.value.ofFormula.contains(failures), let program = rules.value.program,
      let delay = program.foldedValue(after: failures, random: random),
      delay >= 0, delay <= longestDelay
    else { return nil }
    return (Int64(roundedToEven(delay * 1e6)), program.draws)
  }

  /// The formula with `attempts` and `first` around it, checked and rounded to the microsecond.
  func outcome(
    in situation: Situation, random: inout RandomStream, perClient: RandomStream
  ) -> Outcome {
    if let attempts, Int(situation.failures) > attempts { return .stop }
    if isFirstOverridden(at: situation.failures), let first {
      return .delay(first, memory: first)
    }
    let draw = formula.draw(in: situation, random: &random, perClient: perClient)
    guard let delay = draw.delay else { return .stop }
    // Half a microsecond below 0 is the dust of floating point, and rounds to 0.
    guard delay >= -5e-7, delay <= longestDelay else {
      // Which sign a calculation gives to what is not a number depends on the processor.
      return .invalid(delay.isNaN ? .nan : delay)
    }
    return .delay(
      Interval(seconds: delay), memory: Interval(seconds: min(draw.memory, longestDelay)))
  }

  func isFirstOverridden(at failures: UInt32) -> Bool { failures == 1 && first != nil }
}
