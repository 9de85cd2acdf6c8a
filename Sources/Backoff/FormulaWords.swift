/// A word of the formula language, with what it means: the one source of what the parser knows by name
/// and of what `simulate explain` says about it.
public struct FormulaWord: Hashable, Sendable {
  public let name: String
  public let kind: Kind
  /// How it is written: `min(a, b, ...)`.
  public let form: String
  /// One or more sentences, with units and ranges.
  public let meaning: String
  /// A formula, or a policy, that uses it.
  public let example: String

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A number that the client knows.
    case variable
    /// A function of numbers.
    case function
    /// A random draw.
    case draw
    /// A choice between values.
    case choice
    /// A rule around the formula, written behind it: `, reset: open`.
    case axis
  }

  init(_ name: String, _ kind: Kind, _ form: String, _ meaning: String, _ example: String) {
    self.name = name
    self.kind = kind
    self.form = form
    self.meaning = meaning
    self.example = example
  }
}

extension FormulaWord {
  /// All words, in the order in which they are listed.
  public static let all: [FormulaWord] = variables + functions + axes

  /// The names that may stand in an expression.
  static let names: [String] = (variables + functions).map(\.name)
  /// The names that may stand behind an expression.
  static let axisNames: [String] = axes.map(\.name)

  private static let variables = [
    FormulaWord(
      "x", .variable, "x",
      """
      The number of failures since the last success, or since the reset rule has begun to count anew. \
      It is 1 at the first failure. Where another client counts from 0, write (x - 1).
      """, "2^(x - 1)"),
    FormulaWord(
      "prev", .variable, "prev",
      """
      The delay before this one, in seconds, as it was drawn. 0 at the first failure, and when a \
      connection is lost.
      """,
      "min(20s, uniform(1s, 3 * max(prev, 1s)))"),
    FormulaWord(
      "elapsed", .variable, "elapsed",
      "Seconds since the connection was lost, or since the first attempt of a client without one.",
      "if(elapsed < 60s, uniform(0s, 5s), 30s)"),
    FormulaWord(
      "retryAfter", .variable, "retryAfter",
      """
      How long the server asks the client to stay away, in seconds; 0 where the last failure was no answer that \
      asks. `gateway.rejection: {answer: error, retryAfter: 10s}` asks.
      """,
      "max(retryAfter, uniform(0s, min(60s, 2^x)))"),
    FormulaWord(
      "code", .variable, "code",
      """
      The code of the answer that was the last failure: 503 where the gateway turned the client away with an error, \
      401 where authentication failed, 0 after a reset, a refusal, a loss or a timeout.
      """,
      "if(code == 503, uniform(5s, 60s), 2^x)"),
    FormulaWord(
      "stop", .variable, "stop",
      "In place of a delay: the client gives up. It then counts as `gave_up`.",
      "if(x > 10, stop, 2^x)"),
  ]

  private static let functions = [
    FormulaWord(
      "min", .function, "min(a, b, ...)", "The least of two or more values.", "min(60s, 2^x)"),
    FormulaWord(
      "max", .function, "max(a, b, ...)", "The greatest of two or more values.", "max(1s, prev)"),
    FormulaWord(
      "pow", .function, "pow(a, b)", "a to the power of b, the same as a^b.", "pow(1.5, x)"),
    FormulaWord("exp", .function, "exp(a)", "e to the power of a.", "min(60s, exp(x))"),
    FormulaWord("log", .function, "log(a)", "The natural logarithm of a.", "5 * log(1 + x)"),
    FormulaWord("floor", .function, "floor(a)", "The next whole number below a.", "floor(x / 2)"),
    FormulaWord("ceil", .function, "ceil(a)", "The next whole number above a.", "ceil(x / 2)"),
    FormulaWord(
      "round", .function, "round(a)", "The nearest whole number; halves go away from 0.",
      "round(1.5^x)"),
    FormulaWord("abs", .function, "abs(a)", "a without its sign.", "abs(normal(0s, 2s))"),
    FormulaWord(
      "if", .choice, "if(condition, a, b)",
      "a where the condition holds, otherwise b. Comparisons are < <= > >= == !=.",
      "if(x <= 3, uniform(0s, 2s), 30s)"),
    FormulaWord(
      "uniform", .draw, "uniform(a, b)",
      "A random number between a and b, drawn anew for each client and each failure.",
      "uniform(0s, min(20s, 2^x))"),
    FormulaWord(
      "normal", .draw, "normal(mean, deviation)",
      """
      A random number from a normal distribution, drawn anew for each client and each failure. It can \
      be negative, which no delay may be: use max or abs.
      """, "max(0s, normal(10s, 2s))"),
    FormulaWord(
      "list", .choice, "list(v1, v2, ...; rest)",
      "The x-th of the values; `rest` after the last of them.", "list(0s, 1s, 5s; 10s)"),
  ]

  private static let axes = [
    FormulaWord(
      "reset", .axis,
      "reset: ready | open | uptime(10s) | idle(2048s) | every(2m) | resync | never",
      """
      When x begins again. `ready`: the session reaches its connected state. `open`: the transport \
      opens. `uptime(t)`: a connection ends that was ready for at least t. `idle(t)`: more than t passes \
      between one delay and the next failure. `every(t)`: at the first failure at least t after the last \
      restart of the count. `resync`: the session has caught up; here the same as ready. `never`: it \
      does not.
      """, "2^x, reset: uptime(10s)"),
    FormulaWord(
      "clock", .axis, "clock: failure | attemptStart",
      """
      From when a delay counts: from the failure, or from the start of the attempt that failed. With \
      attemptStart a slow failure has used up part of the delay.
      """, "10s, clock: attemptStart"),
    FormulaWord(
      "attempts", .axis, "attempts: 10 | unlimited",
      """
      How many retries the client is allowed before it gives up: with 10 it gives up at the 11th failure \
      in a row.
      """, "2^x, attempts: 10"),
    FormulaWord(
      "connectTimeout", .axis, "connectTimeout: 10s",
      """
      How long the client waits for a connection before the attempt has failed, from its begin to the \
      first message: round trips, queues and services together. More than 0s; 10s where nothing is said.
      """,
      "2^x, connectTimeout: 30s"),
    FormulaWord(
      "first", .axis, "first: 0s",
      "The delay after the first failure (x = 1), in place of the formula's.",
      "2^x, first: 0s"),
  ]
}

extension FormulaWord {
  /// The usual families, by the names that articles give them, as formulas to begin from.
  static let families: [String: String] = {
    let forms: [(names: [String], formula: String)] = [
      (["exponential", "exponential-backoff", "expo"], "min(60s, 2^(x - 1))"),
      (["full-jitter", "fulljitter", "full", "jitter"], "uniform(0s, min(60s, 2^(x - 1)))"),
      (["equal-jitter", "equaljitter", "half-jitter"], "min(60s, 2^(x - 1)) * uniform(0.5, 1)"),
      (
        ["decorrelated", "decorrelated-jitter"], "min(60s, uniform(1s, 3 * max(prev, 1s)))"
      ),
      (["fixed", "constant"], "5s"), (["linear"], "min(60s, 5s * x)"),
    ]
    var families: [String: String] = [:]
    for (names, formula) in forms {
      for name in names { families[name] = "'\(formula)', for example" }
    }
    return families
  }()
}
