extension BackoffPolicy {
  /// The name that a text gives to what it describes: `mine` of `mine=uniform(0s, 2^x)`; nil where
  /// it gives none. `parse` decides if the name is allowed.
  public static func givenName(in text: String) -> String? { NamedText(text)?.name }

  /// True if `name` was given, rather than being the policy's own text or a name of the catalogue.
  public var hasGivenName: Bool {
    name != formula.text && NamedText.isName(name) && Catalogue.entry(named: name) == nil
  }
}

/// A text of the form `name=formula`, taken apart.
struct NamedText {
  let name: String
  /// The text behind the `=`.
  let body: String
  /// How many characters stand before `body`.
  let offset: Int

  /// nil where no name is given. A lone `=` somewhere within a formula is reported by the formula's
  /// reader.
  init?(_ text: String) {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let behind = text.index(after: sign)
    guard behind == text.endIndex || text[behind] != "=" else { return nil }
    let head = text[..<sign]
    let isWords = head.allSatisfy {
      $0.isLetter || $0.isNumber || $0.isWhitespace || "-_.".contains($0)
    }
    name = trimmed(head)
    guard isWords, !name.isEmpty else { return nil }
    body = String(text[behind...])
    offset = head.count + 1
  }

  /// Letters, digits, `-` and `_`, with at least one letter or digit in front.
  static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isNameStart || first.isDigit else { return false }
    return text.allSatisfy { $0.isNameStart || $0.isDigit || $0 == "-" }
  }

  /// The problem with the name; nil where it is allowed.
  var problem: String? {
    guard Self.isName(name) else {
      return "'\(name)' is not a name: it is made of letters, digits, - and _"
    }
    if Catalogue.entry(named: name) != nil {
      return "'\(name)' is a backoff of the catalogue; give yours another name"
    }
    if FormulaParser.knownNames.contains(name) {
      return "'\(name)' means something in a formula and cannot be a name; a comparison is "
        + "written '=='"
    }
    // A comparison calls the clients' own backoffs `own`.
    return name == "own" ? "'own' stands for the scenario's own backoff; choose another name" : nil
  }
}
