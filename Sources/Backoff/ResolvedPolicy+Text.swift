extension ResolvedPolicy {
  /// Every rule but the formula, as the formula language writes it:
  /// `reset: ready, clock: failure, attempts: unlimited, connectTimeout: 10s`.
  public var axesText: String {
    var axes = [
      "reset: \(reset)", "clock: \(clock)",
      "attempts: \(attempts.map { "\($0)" } ?? "unlimited")",
      "connectTimeout: \(durationText(connectTimeout))",
    ]
    if let first { axes.append("first: \(durationText(first))") }
    return axes.joined(separator: ", ")
  }

  /// The formula and every rule around it. Where the formula is an expression, `BackoffPolicy.parse`
  /// reads it back.
  public var text: String { "\(formula.text), \(axesText)" }
}

extension BackoffPolicy {
  /// The formula alone, with every axis left to the session.
  public var withoutAxes: BackoffPolicy { BackoffPolicy(name: name, formula: formula) }
}
