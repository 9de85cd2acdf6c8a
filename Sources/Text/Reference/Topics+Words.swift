import Metrics
import Sessions
import Systems
import Words

extension Topic {
  /// The words of formulas, and the axes around them.
  static let formulaWords: [Topic] =
    FormulaWord.all.map { word in
      Topic(
        word.name, word.kind == .axis ? .axis : .formula, word.meaning,
        facts: [("form", word.form), ("example", word.example)])
    } + [formula]

  private static let formula = Topic(
    "formula", .notion,
    """
    How clients wait before they try again: an expression that gives seconds. It is evaluated anew \
    after each failure, for each client. A bare number is seconds; units are us, ms, s, m and h. \
    Operators are + - * / ^ and comparisons. Behind the expression stand axes, the rules around it, with \
    commas between: `min(20s, 2^x), reset: open, attempts: 10`. In place of the expression a name of \
    the catalogue may stand: it brings the axes that its client states. `name=formula` gives it a name. \
    A delay must be 0 or more, and at most 100 years.
    """,
    facts: [("example", "min(60s, 1s * 2^(x - 1)) * uniform(0.5, 1)")],
    members: FormulaWord.all.map { ($0.form, firstSentence($0.meaning)) },
    aliases: ["backoff", "formulas", "jitter", "retry", "delay"])

  /// The backoffs of real clients.
  static let backoffs: [Topic] = Catalogue.entries.map { entry in
    Topic(
      entry.name, .backoff, "The backoff of \(entry.title).",
      facts: [
        ("formula", entry.policy.formula.text), ("rules", rules(of: entry.policy)),
        ("note", entry.note), ("source", entry.source),
        ("its delays", "simulate backoffs \(entry.name)"),
      ])
  }

  /// The axes that a client states itself; the others are the session's.
  private static func rules(of policy: BackoffPolicy) -> String {
    var rules: [String] = []
    if let reset = policy.reset { rules.append("reset: \(reset)") }
    if let clock = policy.clock { rules.append("clock: \(clock)") }
    if let attempts = policy.attempts { rules.append("attempts: \(attempts)") }
    if let timeout = policy.connectTimeout {
      rules.append("connectTimeout: \(durationText(timeout))")
    }
    if let first = policy.first { rules.append("first: \(durationText(first))") }
    return rules.isEmpty ? "those of the session" : rules.joined(separator: ", ")
  }

  static let findings: [Topic] = FindingCode.all.map {
    Topic($0.rawValue, .finding, "It holds where: \($0.meaning)")
  }

  /// Every definition of a metric, under the name that it covers.
  static let metrics: [Topic] =
    metricDefinitions.map { metric($0) } + [
      Topic(
        "metrics", .notion,
        "All that a run measures. A distribution has count, p50, p90, p95, p99, p999, max and mean.",
        members: metricDefinitions.map { ($0.name, firstSentence($0.definition)) },
        aliases: ["metric", "results"])
    ]

  static func metric(_ definition: MetricDefinition) -> Topic {
    Topic(
      definition.name, .metric, definition.definition,
      facts: [
        ("unit", definition.unit),
        ("better", definition.better == .neither ? nil : definition.better.rawValue),
        ("source", definition.source),
      ])
  }
}
