/// An option as it was typed, fit for a message: cut where it is very long, and without characters
/// that would act on a terminal.
package func shownOption(_ text: String) -> String {
  let limit = 200
  let start = text.prefix(limit).map { character -> Character in
    let acts = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return acts ? "\u{FFFD}" : character
  }
  return String(start) + (text.count > limit ? "..." : "")
}

/// Text that somebody typed, made harmless for a terminal.
package func harmless(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    let isControl = scalar.properties.generalCategory == .control
    result.unicodeScalars.append(isControl ? "?" : scalar)
  }
  return result
}
