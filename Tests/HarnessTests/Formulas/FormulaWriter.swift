/// Writes formulas by the grammar of the language, and spoils some of them.
struct FormulaWriter {
  private var dice: Dice

  init(_ dice: Dice) { self.dice = dice }

  /// A whole policy, as `--backoff` takes it.
  /// - Parameter known: formulas and names of real clients.
  mutating func policy(_ known: [String]) -> String {
    var text = dice.chance(0.6) ? expression(dice.between(1, 6)) : dice.pick(known)
    if dice.chance(0.05) { text = nested(in: text) }
    if dice.chance(0.3) {
      for _ in 0..<dice.between(1, 3) { text += ", " + dice.pick(Self.axes) }
    }
    if dice.chance(0.1) { text = dice.pick(Self.names) + text }
    if dice.chance(0.4) {
      for _ in 0..<dice.between(1, 4) { spoil(&text) }
    }
    // No system takes much longer words.
    return String(decoding: text.utf8.prefix(100_000), as: UTF8.self)
  }

  // MARK: The grammar

  private mutating func expression(_ depth: Int) -> String {
    if depth == 0 || dice.chance(0.2) {
      return dice.chance(0.5) ? dice.pick(Self.numbers) : dice.pick(Self.variables)
    }
    let below = depth - 1
    switch dice.below(12) {
    case 0, 1, 2, 3:
      return expression(below) + dice.pick(Self.operators) + expression(below)
    case 4: return "(" + expression(below) + ")"
    case 5: return "-" + expression(below)
    case 6: return dice.pick(["min", "max"]) + call(dice.between(1, 4), below)
    case 7: return dice.pick(["exp", "log", "floor", "ceil", "round", "abs"]) + call(1, below)
    case 8: return "pow" + call(2, below)
    case 9: return dice.pick(["uniform", "normal"]) + call(2, below)
    case 10: return "if" + call(3, below)
    default:
      let values = String(call(dice.between(1, 4), below).dropLast())
      return "list" + values + "; " + expression(below) + ")"
    }
  }

  /// Many brackets. Operators that bind ever more tightly let values wait before each of them.
  private mutating func nested(in text: String) -> String {
    let depth = dice.pick([20, 60, 63, 64])
    let waiting = ["x < ", "x + ", "x * ", "1 ^ "].suffix(dice.between(0, 4)).joined()
    let open = waiting + dice.pick(["(", "min(prev, ", "abs("])
    return String(repeating: open, count: depth) + text + String(repeating: ")", count: depth)
  }

  private mutating func call(_ count: Int, _ depth: Int) -> String {
    var values: [String] = []
    for _ in 0..<count { values.append(expression(depth)) }
    return "(" + values.joined(separator: ", ") + ")"
  }

  // MARK: Spoiling

  private mutating func spoil(_ text: inout String) {
    var characters = Array(text)
    let place = dice.below(characters.count + 1)
    let piece = characters[place..<min(characters.count, place + dice.between(1, 6))]
    switch dice.below(6) {
    case 0: characters.removeSubrange(piece.indices)
    case 1: characters.insert(contentsOf: dice.pick(Self.hostile), at: place)
    case 2:
      let copies = Array(repeating: Array(piece), count: dice.pick([2, 50, 700])).joined()
      characters.insert(contentsOf: copies, at: place)
    case 3: characters.insert(contentsOf: dice.pick(Self.numbers), at: place)
    case 4: characters.insert(contentsOf: dice.pick(Self.symbols), at: place)
    default:
      let depth = dice.pick([10, 64, 65, 1_000, 30_000])
      characters = Array(repeating: "(", count: depth) + characters
      characters += Array(repeating: ")", count: depth)
    }
    text = String(characters)
  }
}
