/// Turns scenario files into ones that nobody would write, and some that somebody might.
struct ScenarioMutator {
  private let corpus: [[UInt8]]
  private var dice: Dice

  init(_ corpus: [[UInt8]], _ dice: Dice) {
    self.corpus = corpus
    self.dice = dice
  }

  /// A file. Most are only a little wrong, so that what comes behind the first problem is reached.
  mutating func file() -> [UInt8] {
    var text = dice.pick(corpus)
    for _ in 0..<dice.pick([1, 1, 1, 2, 3, 4]) { mutate(&text) }
    return text
  }

  private mutating func mutate(_ text: inout [UInt8]) {
    switch dice.below(13) {
    case 0: flipBits(&text)
    case 1: insertOddity(&text)
    case 2, 3: movePiece(&text)
    case 4, 5, 6, 7: editLines(&text)
    case 8, 9, 10, 11: replaceNumber(&text)
    default: exaggerate(&text)
    }
  }

  // MARK: Bytes

  private mutating func flipBits(_ text: inout [UInt8]) {
    guard !text.isEmpty else { return }
    for _ in 0..<dice.between(1, 8) { text[dice.below(text.count)] ^= 1 << UInt8(dice.below(8)) }
  }

  private mutating func insertOddity(_ text: inout [UInt8]) {
    text.insert(contentsOf: dice.pick(Self.oddities), at: dice.below(text.count + 1))
  }

  /// Takes a piece away, or puts it there twice.
  private mutating func movePiece(_ text: inout [UInt8]) {
    let begin = dice.below(text.count)
    let end = min(text.count, begin + dice.between(1, 40))
    if dice.chance(0.5) {
      text.removeSubrange(begin..<end)
    } else {
      text.insert(contentsOf: text[begin..<end], at: end)
    }
  }

  // MARK: Lines

  private mutating func editLines(_ text: inout [UInt8]) {
    var lines = Self.lines(of: text)
    let one = dice.below(lines.count)
    let other = dice.below(lines.count)
    switch dice.below(5) {
    case 0: lines.remove(at: one)
    case 1: lines.insert(lines[one], at: other)
    case 2: lines.swapAt(one, other)
    case 3: lines[one] = dice.pick([[0x20], [0x20, 0x20], [0x09]]) + lines[one]
    default: lines.insert(dice.pick(Self.lines(of: dice.pick(corpus))), at: one)
    }
    text = Array(lines.joined(separator: [0x0A]))
  }

  private static func lines(of text: [UInt8]) -> [[UInt8]] {
    text.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  }

  // MARK: Numbers

  private mutating func replaceNumber(_ text: inout [UInt8]) {
    let numbers = Self.numbers(in: text)
    guard !numbers.isEmpty else { return }
    let number = dice.pick(numbers)
    var extreme = Array(dice.pick(Self.extremes).utf8)
    // With its unit it is of the right kind, and may pass the first check.
    if dice.chance(0.5), let last = extreme.last, Self.isDigit(last) {
      extreme += text[number].reversed().prefix { !Self.isDigit($0) }.reversed()
    }
    text.replaceSubrange(number, with: extreme)
  }

  /// Digits, with a point and what unit stands behind them.
  private static func numbers(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place < text.count {
      let begin = place
      while place < text.count, isPartOfNumber(text[place], isFirst: place == begin) { place += 1 }
      if place > begin { found.append(begin..<place) } else { place += 1 }
    }
    return found
  }

  private static func isPartOfNumber(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): !isFirst
    default: !isFirst && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%"))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Size

  /// Depth, length, number and expansion.
  private mutating func exaggerate(_ text: inout [UInt8]) {
    let count = dice.pick([10, 64, 65, 500, 5_000, 50_000])
    switch dice.below(8) {
    case 0: text += Self.nested("\nx: ", "[", "]", count)
    case 1: text += Self.nested("\nx: ", "{a: ", "}", count)
    case 2: text += Self.nested("\nclients:\n  backoff: '", "(", ")", count) + Array("'".utf8)
    case 3: text = Array(Self.aliases.utf8) + text
    case 4: text.removeSubrange(dice.below(text.count)...)
    case 5: text += Array((0..<count).map { "\nk\($0): 1" }.joined().utf8)
    case 6:
      let fault = "  - {at: 1s, for: 1s, kind: outage, mode: refuse}\n"
      text += Array("\nfaults:\n\(String(repeating: fault, count: count))".utf8)
    default: text += Array("\nabout: \(String(repeating: "A ", count: count))".utf8)
    }
  }

  private static func nested(
    _ head: String, _ open: String, _ close: String, _ depth: Int
  ) -> [UInt8] {
    let text =
      head + String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    return Array(text.utf8)
  }

  /// Thirty lines that stand for 3^29 values.
  private static let aliases =
    "a0: &a0 [x, x]\n"
    + (1..<30).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]\n" }.joined()
}
