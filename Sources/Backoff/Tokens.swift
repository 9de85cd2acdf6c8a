/// A word of the formula language and where it begins (1-based, in characters).
struct Token {
  var kind: Kind
  var column: Int

  enum Kind: Equatable {
    /// Seconds; `hasUnit` where it was written as a duration.
    case number(Double, hasUnit: Bool)
    /// A fraction that was written in per cent.
    case share(Double)
    case name(String)
    case symbol(Symbol)
    case end
  }

  enum Symbol: String, CaseIterable {
    // Longer ones first: the reader takes the first that fits.
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case power = "^"
    case open = "("
    case close = ")"
    case comma = ","
    case semicolon = ";"
    case colon = ":"
  }
}

extension Token.Kind {
  /// How the word is named in an error.
  var quoted: String {
    switch self {
    case .number(let value, _): "'\(value)'"
    case .share(let value): "'\(value * 100)%'"
    case .name(let name): "'\(name)'"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .end: "the end"
    }
  }
}

/// Splits a text into tokens.
struct TokenReader {
  private let text: String
  private let characters: [Character]
  private var position = 0

  static let maximumLength = 4096

  init(_ text: String) throws(FormulaError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw FormulaError(
        "a formula is at most 4,096 characters long, this one has \(text.utf8.count) bytes",
        text: String(text.prefix(60)), column: 1)
    }
    self.text = text
    characters = Array(text)
  }

  mutating func tokens() throws(FormulaError) -> [Token] {
    var result: [Token] = []
    while true {
      while position < characters.count, characters[position].isWhitespace { position += 1 }
      let column = position + 1
      guard position < characters.count else {
        result.append(Token(kind: .end, column: column))
        return result
      }
      result.append(Token(kind: try nextKind(), column: column))
    }
  }

  private mutating func nextKind() throws(FormulaError) -> Token.Kind {
    let first = characters[position]
    if first.isDigit || (first == "." && peek(1)?.isDigit == true) { return try number() }
    if first.isNameStart { return .name(word()) }
    if first == "*", peek(1) == "*" {
      throw error("'**' is not an operator; a power is written '^'")
    }
    for symbol in Token.Symbol.allCases where matches(symbol.rawValue) {
      position += symbol.rawValue.count
      return .symbol(symbol)
    }
    if first == "." {
      throw error("'.' has no meaning in a formula: functions have no module, min(30s, 2^x)")
    }
    if first == "=" { throw error("'=' is not an operator; a comparison is written '=='") }
    throw error("'\(first)' has no meaning in a formula")
  }

  private mutating func number() throws(FormulaError) -> Token.Kind {
    let start = position
    skipDigits()
    if peek(0) == "." {
      position += 1
      skipDigits()
    }
    if peek(0) == "e" || peek(0) == "E" {
      let sign = peek(1) == "+" || peek(1) == "-" ? 1 : 0
      if peek(1 + sign)?.isDigit == true {
        position += 1 + sign
        skipDigits()
      }
    }
    guard let value = Double(String(characters[start..<position])), value.isFinite else {
      position = start
      throw error("this number is too large")
    }
    if peek(0) == "%" {
      position += 1
      return .share(value / 100)
    }
    guard peek(0)?.isNameStart == true else { return .number(value, hasUnit: false) }
    let place = position
    let unit = word()
    guard let seconds = inSeconds(value, unit) else {
      position = place
      throw error("unknown unit '\(unit)'; durations end in us, ms, s, m or h, a product needs '*'")
    }
    return .number(seconds, hasUnit: true)
  }

  /// Divides rather than multiplying by a fraction, so that 250ms is exactly 0.25.
  private func inSeconds(_ value: Double, _ unit: String) -> Double? {
    switch unit {
    case "us": value / 1_000_000
    case "ms": value / 1_000
    case "s": value
    case "m": value * 60
    case "h": value * 3_600
    default: nil
    }
  }

  private mutating func word() -> String {
    let start = position
    while let c = peek(0), c.isNameStart || c.isDigit { position += 1 }
    return String(characters[start..<position])
  }

  private mutating func skipDigits() {
    while peek(0)?.isDigit == true { position += 1 }
  }

  private func peek(_ offset: Int) -> Character? {
    position + offset < characters.count ? characters[position + offset] : nil
  }

  private func matches(_ word: String) -> Bool {
    characters[position...].starts(with: word)
  }

  private func error(_ message: String) -> FormulaError {
    FormulaError(message, text: text, column: position + 1)
  }
}

extension Character {
  var isDigit: Bool { self >= "0" && self <= "9" }
  var isNameStart: Bool {
    (self >= "a" && self <= "z") || (self >= "A" && self <= "Z") || self == "_"
  }
}

/// `text` without white space at its ends.
func trimmed(_ text: some StringProtocol) -> String {
  guard let first = text.firstIndex(where: { !$0.isWhitespace }),
    let last = text.lastIndex(where: { !$0.isWhitespace })
  else { return "" }
  return String(text[first...last])
}
