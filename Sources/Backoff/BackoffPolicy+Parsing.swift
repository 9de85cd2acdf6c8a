import Primitives
import Words

extension BackoffPolicy {
  /// Reads a policy: a catalogue name or a formula, then any axes that differ:
  /// `socketio, reset: uptime(10s)`, `min(20s, 2^x), attempts: 10, first: 0s`.
  ///
  /// A catalogue name brings every axis its client states; an axis in the text replaces it. An
  /// underscore in a name is read as a hyphen. `mine=` in front gives the policy that name.
  /// - Throws: `FormulaError` for a name, formula or axis that cannot be read.
  public static func parse(_ text: String) throws(FormulaError) -> BackoffPolicy {
    guard let named = NamedText(text) else { return try parseUnnamed(text) }
    if let problem = named.problem { throw FormulaError(problem, text: text, column: 1) }
    do throws(FormulaError) {
      var policy = try parseUnnamed(named.body)
      policy.name = named.name
      return policy
    } catch {
      throw FormulaError(error.message, text: text, column: error.column + named.offset)
    }
  }

  private static func parseUnnamed(_ text: String) throws(FormulaError) -> BackoffPolicy {
    var parser = try FormulaParser(text)
    let head = text.prefix { $0 != "," }
    var policy: BackoffPolicy
    if let known = Catalogue.entry(named: trimmed(head)) {
      policy = known.policy
      parser.skipToComma()
      if parser.token.kind == .symbol(.comma) { policy.name = trimmed(text) }
    } else {
      try parser.rejectUnknownCatalogueName(trimmed(head))
      let program = try parser.program()
      let end = parser.token.column - 1
      policy = BackoffPolicy(
        name: trimmed(text), formula: Formula(text: trimmed(text.prefix(end)), program: program))
    }
    try parser.axes(of: &policy)
    return policy
  }
}

extension FormulaParser {
  private static let axisNames = FormulaWord.axisNames

  fileprivate mutating func skipToComma() {
    while token.kind != .symbol(.comma), token.kind != .end { advance() }
  }

  /// A bare word that is neither a formula nor a catalogue name deserves an error about names.
  fileprivate func rejectUnknownCatalogueName(_ head: String) throws(FormulaError) {
    let isName =
      head.first?.isNameStart == true
      && head.allSatisfy { $0.isNameStart || $0.isDigit || $0 == "-" }
    let firstWord = String(head.prefix { $0 != "-" })
    guard isName, !Self.knownNames.contains(firstWord), !Self.isCounter(head) else { return }
    if let family = FormulaWord.families[head.lowercased()] {
      throw error("no backoff is called '\(head)'; write \(family)", at: tokens[0].column)
    }
    let known = nearest(to: head, in: Catalogue.names + Self.knownNames, atMost: 3)
    let hint = known.map { "; did you mean '\($0)'?" } ?? "; `simulate backoffs` lists them"
    throw error("no backoff is called '\(head)'\(hint)", at: tokens[0].column)
  }

  /// `, axis: value` until the end.
  fileprivate mutating func axes(of policy: inout BackoffPolicy) throws(FormulaError) {
    var seen: Set<String> = []
    while accept(.comma) {
      let start = token
      guard case .name(let name) = start.kind else {
        throw error("expected an axis such as 'reset: ready', found \(start.kind.quoted)")
      }
      advance()
      guard Self.axisNames.contains(name) else {
        let near = nearest(to: name, in: Self.axisNames, atMost: 3).map {
          "; did you mean '\($0)'?"
        }
        // `a, b` in place of two: a name of the catalogue may go on behind a dash.
        if Catalogue.names.contains(where: { $0 == name || $0.hasPrefix("\(name)-") }) {
          throw error(
            "'\(name)' begins a second backoff, and this is one: give each by itself",
            at: start.column)
        }
        let all = "; there are \(Self.axisNames.joined(separator: ", "))"
        throw error("unknown axis '\(name)'\(near ?? all)", at: start.column)
      }
      guard seen.insert(name).inserted else {
        throw error("'\(name)' is given twice", at: start.column)
      }
      try expect(.colon, "after '\(name)'")
      try axis(name, of: &policy)
    }
    try expectEnd()
  }

  private mutating func axis(
    _ name: String, of policy: inout BackoffPolicy
  ) throws(FormulaError) {
    switch name {
    case "reset": policy.reset = try resetRule()
    case "clock":
      let column = token.column
      let word = try word(of: "clock", from: ClockOrigin.allCases.map(\.rawValue))
      guard let clock = ClockOrigin(rawValue: word) else {
        throw error("unknown clock '\(word)'", at: column)
      }
      policy.clock = clock
    case "attempts": policy.attempts = try attemptLimit()
    case "connectTimeout":
      let column = token.column
      let timeout = try duration("connectTimeout")
      guard timeout > .zero else { throw error("a connect timeout is more than 0", at: column) }
      policy.connectTimeout = timeout
    default: policy.first = try duration("first")
    }
  }

  private mutating func resetRule() throws(FormulaError) -> ResetRule {
    let names = ["ready", "open", "uptime", "idle", "every", "resync", "never"]
    switch try word(of: "reset", from: names) {
    case "ready": return .ready
    case "open": return .open
    case "uptime": return .uptime(try bracketedDuration("uptime"))
    case "idle": return .idle(try bracketedDuration("idle"))
    case "every": return .every(try bracketedDuration("every"))
    case "resync": return .resync
    default: return .never
    }
  }

  private mutating func word(
    of axis: String, from allowed: [String]
  ) throws(FormulaError) -> String {
    guard case .name(let name) = token.kind else {
      throw error(
        "'\(axis)' is one of \(allowed.joined(separator: ", ")), found \(token.kind.quoted)")
    }
    guard allowed.contains(name) else {
      let near = didYouMean(name, in: allowed, atMost: 3)
      let all = "it is one of \(allowed.joined(separator: ", "))"
      throw error("unknown \(axis) '\(name)'; \(near ?? all)")
    }
    advance()
    return name
  }

  private mutating func bracketedDuration(_ name: String) throws(FormulaError) -> Interval {
    try expect(.open, "after '\(name)', as in \(name)(10s)")
    let column = token.column
    let time = try duration(name)
    guard time > .zero else { throw error("'\(name)' needs a time of more than 0", at: column) }
    try expect(.close, "after the time")
    return time
  }

  private mutating func duration(_ name: String) throws(FormulaError) -> Interval {
    guard case .number(let seconds, _) = token.kind else {
      throw error("'\(name)' needs a duration such as 10s, found \(token.kind.quoted)")
    }
    guard seconds <= longestDelay else { throw error("a duration is at most 100 years") }
    advance()
    return Interval(seconds: seconds)
  }

  private mutating func attemptLimit() throws(FormulaError) -> Int? {
    if token.kind == .name("unlimited") {
      advance()
      return nil
    }
    guard case .number(let value, hasUnit: false) = token.kind, value == value.rounded(.down),
      value <= 1e9
    else {
      throw error("'attempts' is a whole number or 'unlimited', found \(token.kind.quoted)")
    }
    advance()
    return Int(value)
  }
}
