extension FormulaFamily {
  /// Families of the literature, each with a window of its own for the first retry: how that is
  /// spread decides the first peak, what comes after it the rest.
  package static let builtIn: [FormulaFamily] = [
    builtIn("full", "uniform(0s, min($cap, $base * $factor^x))"),
    builtIn("equal", "min($cap, $base * $factor^x) * uniform(0.5, 1)"),
    builtIn("decorrelated", "min($cap, uniform($base, 3 * max(prev, $base)))"),
    builtIn(
      "exponential", "min($cap, $base * $factor^x) * uniform(1 - $width, 1 + $width)"),
  ]

  package static func builtIn(named name: String) -> FormulaFamily? {
    builtIn.first { $0.name == name }
  }

  /// The same family with other ranges for some of its parameters.
  package func replacing(_ parameters: [TuningParameter]) -> FormulaFamily {
    let replaced = self.parameters.map { own in
      parameters.first { $0.name == own.name } ?? own
    }
    return catalogued(name, template, replaced)
  }

  /// The first window ends at 20 s: a client that has only lost its own path waits for it as well.
  private static let ranges = [
    "first=500ms..20s", "cap=5s..120s", "base=100ms..10s", "factor=1.2..3", "width=0.02..0.9",
  ]

  private static func builtIn(_ name: String, _ rest: String) -> FormulaFamily {
    let parameters = ranges.compactMap { try? parseTuningParameter($0) }
    return catalogued(name, "list(uniform(0s, $first); \(rest))", parameters)
  }
}

/// A family whose parameters are known to be there.
private func catalogued(
  _ name: String, _ template: String, _ parameters: [TuningParameter]
) -> FormulaFamily {
  do {
    return try FormulaFamily(name: name, template, parameters)
  } catch {
    preconditionFailure("\(error)")
  }
}
