/// Formulas by names that are short enough for a drawing.
///
/// A formula that was typed has itself as its name: the page calls it "your formula", or "formula A" where there
/// are several, and says once what that is. Marks that turn the direction of writing are taken out: they would turn what stands beside.
struct ShownNames {
  /// Names that the page has given, with what they stand for.
  let given: [(name: String, formula: String)]
  private let shown: [String: String]

  private static let longest = 22

  init(_ names: [String]) {
    var shown: [String: String] = [:]
    var given: [(name: String, formula: String)] = []
    let long = Set(names.map(Self.clean).filter { $0.count > Self.longest })
    for name in names where shown[name] == nil {
      let clean = Self.clean(name)
      if clean.count <= Self.longest {
        shown[name] = clean
      } else {
        let own = long.count == 1 ? "your formula" : "formula \(Self.letters(given.count))"
        shown[name] = own
        given.append((own, clean))
      }
    }
    self.shown = shown
    self.given = given
  }

  subscript(_ name: String) -> String { shown[name] ?? Self.clean(name) }

  /// A sentence with the short names in it.
  func replaced(in text: String) -> String {
    given.sorted { $0.formula.count > $1.formula.count }
      .reduce(Self.clean(text)) { $0.replacing($1.formula, with: $1.name) }
  }

  /// `A` to `Z`, then `AA`.
  private static func letters(_ place: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(65 + place % 26)))
    return place < 26 ? letter : letters(place / 26 - 1) + letter
  }

  static func clean(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isUnseen = category == .control || category == .format
      result.unicodeScalars.append(isUnseen ? "\u{fffd}" : scalar)
    }
    return result
  }
}
