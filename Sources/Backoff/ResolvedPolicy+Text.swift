import Words

extension ResolvedPolicy {
  /// Every rule but the formula, by the names that the formula language has for them.
  public var axes: [(name: String, value: String)] {
    [
      ("reset", "\(reset)"), ("clock", "\(clock)"),
      ("attempts", attempts.map { "\($0)" } ?? "unlimited"),
      ("connectTimeout", durationText(connectTimeout)),
    ] + (first.map { [("first", durationText($0))] } ?? [])
  }

  /// The same as the formula language writes it:
  /// `reset: ready, clock: failure, attempts: unlimited, connectTimeout: 10s`.
  public var axesText: String {
    axes.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
  }

  /// The formula and every rule around it. Where the formula is an expression, `BackoffPolicy.parse`
  /// reads it back.
  public var text: String { "\(formula.text), \(axesText)" }
}

extension BackoffPolicy {
  /// The formula alone, with every axis left to the session.
  public var withoutAxes: BackoffPolicy { BackoffPolicy(name: name, formula: formula) }
}
