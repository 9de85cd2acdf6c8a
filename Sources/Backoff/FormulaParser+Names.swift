import Words

extension FormulaParser {
  /// Every name that means something in a formula.
  static let knownNames = FormulaWord.names

  /// Returns true if other languages use a name for the number of tries. The name does not say
  /// where they begin to count, on which the first delay depends.
  static func isCounter(_ name: String) -> Bool { counterNames.contains(name.lowercased()) }

  /// The names of a random number in other languages.
  private static let randomNames: Set = ["rand", "random", "rnd", "randint", "jitter"]

  /// The names of an answer's code in other languages.
  private static let statusNames: Set = ["status", "statuscode", "httpstatus", "httpcode"]

  private static let counterNames: Set = [
    "n", "i", "k", "attempt", "attempts", "retry", "retries", "try", "tries", "count", "failure",
    "failures",
  ]

  /// A variable, `stop`, or a call; the name itself has been read.
  mutating func named(_ name: String, at column: Int) throws(FormulaError) {
    switch name {
    case "x": try variable(.failures, name)
    case "prev": try variable(.previous, name)
    case "elapsed": try variable(.elapsed, name)
    case "retryAfter": try variable(.retryAfter, name)
    case "code": try variable(.code, name)
    case "stop": try variable(.stop, name)
    case "min": try reduction(name, at: column, .minimum)
    case "max": try reduction(name, at: column, .maximum)
    case "pow": try call(name, at: column, of: 2, .power)
    case "exp": try call(name, at: column, of: 1, .exponential)
    case "log": try call(name, at: column, of: 1, .logarithm)
    case "floor": try call(name, at: column, of: 1, .floor)
    case "ceil": try call(name, at: column, of: 1, .ceiling)
    case "round": try call(name, at: column, of: 1, .round)
    case "abs": try call(name, at: column, of: 1, .magnitude)
    case "if": try condition(at: column)
    case "uniform": try drawn(name, at: column) { .uniform($0) }
    case "normal": try drawn(name, at: column) { .normal($0) }
    case "list": try list(at: column)
    default:
      if Catalogue.entry(named: name) != nil {
        throw error("'\(name)' is a whole policy; only ', axis: value' can follow it", at: column)
      }
      // `attempts: 3` alone is an axis without a formula in front.
      if Self.isCounter(name), token.kind != .symbol(.colon) {
        throw error(
          "unknown name '\(name)'; x counts the failures, 1 at the first: where '\(name)' would "
            + "begin at 1 write x, where it would begin at 0 (x - 1), as in 2^(x - 1)",
          at: column)
      }
      if Self.randomNames.contains(name.lowercased()) {
        throw error(
          "unknown name '\(name)'; a random number from a to b is uniform(a, b), as in uniform(0, 1)",
          at: column)
      }
      if Self.statusNames.contains(name.lowercased()) {
        throw error(
          "unknown name '\(name)'; the code of the answer is code, as in if(code == 503, 30s, 2^x)",
          at: column)
      }
      if FormulaWord.axisNames.contains(name) {
        throw error(
          "'\(name)' is an axis: it stands behind the whole formula, after its last ')'", at: column
        )
      }
      let hint =
        nearest(to: name, in: Self.knownNames, atMost: 3).map { "; did you mean '\($0)'?" } ?? ""
      throw error("unknown name '\(name)'\(hint)", at: column)
    }
  }

  private mutating func variable(
    _ instruction: Instruction, _ name: String
  ) throws(FormulaError) {
    guard token.kind != .symbol(.open) else {
      throw error("'\(name)' is a value and takes no arguments")
    }
    try push(instruction)
  }

  /// A function of exactly `count` arguments.
  private mutating func call(
    _ name: String, at column: Int, of count: Int, _ instruction: Instruction
  ) throws(FormulaError) {
    let found = try arguments(of: name, at: column)
    guard found == count else {
      throw error("'\(name)' takes \(counted(count)), found \(found)", at: column)
    }
    emit(instruction, pops: count)
  }

  /// `min` or `max` of two or more.
  private mutating func reduction(
    _ name: String, at column: Int, _ instruction: Instruction
  ) throws(FormulaError) {
    try expectCall(name, at: column)
    var count = 0
    try bracketed { parser throws(FormulaError) in
      repeat {
        try parser.expression(above: 0)
        count += 1
        if count > 1 { parser.emit(instruction, pops: 2) }
      } while parser.accept(.comma)
    }
    guard count >= 2 else {
      throw error("'\(name)' takes at least 2 arguments, found \(count)", at: column)
    }
  }

  /// A random draw of two parameters. Draws are numbered where they are written, left to right.
  private mutating func drawn(
    _ name: String, at column: Int, _ instruction: (UInt32) -> Instruction
  ) throws(FormulaError) {
    let index = code.draws
    code.draws += 1
    try call(name, at: column, of: 2, instruction(index))
  }

  /// `if(condition, then, otherwise)`: only the branch that is taken is evaluated.
  private mutating func condition(at column: Int) throws(FormulaError) {
    try expectCall("if", at: column)
    try bracketed { parser throws(FormulaError) in
      try parser.expression(above: 0)
      try parser.nextArgument("'if' takes 3 arguments: condition, value, other value", column)
      let skipThen = parser.reserve()
      parser.depth -= 1
      try parser.expression(above: 0)
      try parser.nextArgument("'if' takes 3 arguments: condition, value, other value", column)
      let skipElse = parser.reserve()
      parser.depth -= 1
      parser.code.instructions[skipThen] = .jumpIfZero(parser.here)
      try parser.expression(above: 0)
      parser.code.instructions[skipElse] = .jump(parser.here)
      guard parser.token.kind != .symbol(.comma) else {
        throw parser.error("'if' takes 3 arguments, found more", at: column)
      }
    }
  }

  /// `list(v1, v2, ...; rest)`: the x-th value, and `rest` after the last.
  private mutating func list(at column: Int) throws(FormulaError) {
    try expectCall("list", at: column)
    try bracketed { parser throws(FormulaError) in
      let count = try parser.countListValues(at: column)
      parser.code.instructions.append(.select(Int32(count)))
      let table = parser.code.instructions.count
      for _ in 0...count { _ = parser.reserve() }
      var ends: [Int] = []
      for value in 0...count {
        parser.code.instructions[table + value] = .jump(parser.here)
        try parser.expression(above: 0)
        if value == count { break }
        ends.append(parser.reserve())
        parser.depth -= 1
        try parser.expect(value == count - 1 ? .semicolon : .comma, "in 'list'")
      }
      for end in ends { parser.code.instructions[end] = .jump(parser.here) }
    }
  }

  /// Looks ahead: the number of values before the `;` of a list, whose jump table comes first.
  private func countListValues(at column: Int) throws(FormulaError) -> Int {
    var level = 0
    var count = 1
    for token in tokens[position...] {
      switch token.kind {
      case .symbol(.open): level += 1
      case .symbol(.close) where level == 0, .end:
        throw error("'list' needs what comes after its values: list(1s, 2s; 5s)", at: column)
      case .symbol(.close): level -= 1
      case .symbol(.comma) where level == 0: count += 1
      case .symbol(.semicolon) where level == 0: return count
      default: break
      }
    }
    return count
  }

  private mutating func arguments(of name: String, at column: Int) throws(FormulaError) -> Int {
    try expectCall(name, at: column)
    var count = 0
    try bracketed { parser throws(FormulaError) in
      if parser.token.kind == .symbol(.close) { return }
      repeat {
        try parser.expression(above: 0)
        count += 1
      } while parser.accept(.comma)
    }
    return count
  }

  private func expectCall(_ name: String, at column: Int) throws(FormulaError) {
    guard token.kind == .symbol(.open) else {
      throw error("'\(name)' is a function: write \(name)(...)", at: column)
    }
  }

  private mutating func nextArgument(_ message: String, _ column: Int) throws(FormulaError) {
    guard token.kind != .symbol(.close) else { throw error(message, at: column) }
    try expect(.comma, "in 'if'")
  }

  /// Room for a jump whose target is not known yet.
  private mutating func reserve() -> Int {
    code.instructions.append(.jump(0))
    return code.instructions.count - 1
  }

  private var here: Int32 { Int32(code.instructions.count) }

  private func counted(_ n: Int) -> String { n == 1 ? "1 argument" : "\(n) arguments" }
}
