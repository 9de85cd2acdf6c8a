/// Reads a formula and compiles it on the way: precedence climbing over the tokens.
struct FormulaParser {
  let text: String
  let tokens: [Token]
  var position = 0
  var code = Program()
  /// Values on the stack at this point of the program.
  var depth = 0
  private var brackets = 0
  private var recursion = 0

  static let maximumBrackets = 64
  // Guards the parser's own recursion where no brackets are needed to nest: `2^2^2^...`, `----x`.
  // 64 brackets with three operators of different precedence around each stay within it.
  private static let maximumRecursion = 256

  init(_ text: String) throws(FormulaError) {
    self.text = text
    var reader = try TokenReader(text)
    tokens = try reader.tokens()
  }

  /// The program of the expression at the current position.
  mutating func program() throws(FormulaError) -> Program {
    code = Program()
    depth = 0
    try expression(above: 0)
    return code
  }

  // MARK: Tokens

  var token: Token { tokens[position] }

  mutating func advance() {
    if position < tokens.count - 1 { position += 1 }
  }

  mutating func accept(_ symbol: Token.Symbol) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: Token.Symbol, _ purpose: String) throws(FormulaError) {
    guard accept(symbol) else {
      throw error("expected '\(symbol.rawValue)' \(purpose), found \(token.kind.quoted)")
    }
  }

  func expectEnd() throws(FormulaError) {
    guard token.kind == .end else {
      throw error("expected an operator or the end, found \(token.kind.quoted)")
    }
  }

  func error(_ message: String, at column: Int? = nil) -> FormulaError {
    FormulaError(message, text: text, column: column ?? token.column)
  }

  // MARK: Expressions

  /// An operand and every operator after it that binds tighter than `minimum`.
  mutating func expression(above minimum: Int) throws(FormulaError) {
    recursion += 1
    defer { recursion -= 1 }
    guard recursion <= Self.maximumRecursion else {
      throw error("the formula is nested too deeply")
    }
    try operand()
    var compared = false
    while case .symbol(let symbol) = token.kind, let infix = Infix(symbol),
      infix.precedence > minimum
    {
      if infix.precedence == Infix.comparison {
        guard !compared else { throw error("comparisons cannot be chained; use brackets") }
        compared = true
      }
      advance()
      // `^` lets another `^` on its right go first.
      try expression(above: infix.precedence - (symbol == .power ? 1 : 0))
      emit(infix.instruction, pops: 2)
    }
  }

  private mutating func operand() throws(FormulaError) {
    let start = token
    switch start.kind {
    case .number(let value, _):
      advance()
      try push(.constant(value))
    case .symbol(.minus):
      advance()
      try expression(above: Infix.negation)
      emit(.negate, pops: 1)
    case .symbol(.open):
      try bracketed { parser throws(FormulaError) in try parser.expression(above: 0) }
    case .name(let name):
      advance()
      try named(name, at: start.column)
    case .share(let value):
      throw error("a share in per cent is no value of a formula: write \(value)")
    case .symbol, .end:
      throw error("expected a value, found \(start.kind.quoted)")
    }
  }

  /// `(`, what `body` reads, `)`.
  mutating func bracketed(
    _ body: (inout FormulaParser) throws(FormulaError) -> Void
  ) throws(FormulaError) {
    brackets += 1
    defer { brackets -= 1 }
    guard brackets <= Self.maximumBrackets else {
      throw error("brackets are nested more than \(Self.maximumBrackets) deep")
    }
    let opening = token.column
    try expect(.open, "here")
    try body(&self)
    guard token.kind != .end else { throw error("this '(' is never closed", at: opening) }
    try expect(.close, "here")
  }

  // MARK: Code

  mutating func push(_ instruction: Instruction) throws(FormulaError) {
    depth += 1
    guard depth <= Program.stackSize else {
      throw error("the formula needs more than \(Program.stackSize) values at once")
    }
    code.instructions.append(instruction)
  }

  /// An instruction that takes `pops` values and leaves one.
  mutating func emit(_ instruction: Instruction, pops: Int) {
    depth -= pops - 1
    code.instructions.append(instruction)
  }
}

/// An operator between two values.
private struct Infix {
  let precedence: Int
  let instruction: Instruction

  static let comparison = 1
  static let sum = 2
  static let product = 3
  static let negation = 4
  static let power = 5

  init?(_ symbol: Token.Symbol) {
    switch symbol {
    case .less: self.init(Self.comparison, .less)
    case .lessOrEqual: self.init(Self.comparison, .lessOrEqual)
    case .greater: self.init(Self.comparison, .greater)
    case .greaterOrEqual: self.init(Self.comparison, .greaterOrEqual)
    case .equal: self.init(Self.comparison, .equal)
    case .notEqual: self.init(Self.comparison, .notEqual)
    case .plus: self.init(Self.sum, .add)
    case .minus: self.init(Self.sum, .subtract)
    case .times: self.init(Self.product, .multiply)
    case .divided: self.init(Self.product, .divide)
    case .power: self.init(Self.power, .power)
    case .open, .close, .comma, .semicolon, .colon: return nil
    }
  }

  private init(_ precedence: Int, _ instruction: Instruction) {
    self.precedence = precedence
    self.instruction = instruction
  }
}
