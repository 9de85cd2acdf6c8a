/// `a`, `a and b`, `a, b and c`.
/// - Parameter most: if there are more names, the rest is counted: `a, b and 3 more`.
package func listed(_ names: [String], most: Int = 8) -> String {
  if names.count > most {
    return names.prefix(most - 1).joined(separator: ", ") + " and \(names.count - most + 1) more"
  }
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " and " + last
}

/// A text cut to some characters, with dots where something is missing.
package func cut(_ text: String, to width: Int) -> String {
  text.count <= width ? text : text.prefix(max(1, width - 3)) + "..."
}

/// With its first letter as a sentence begins.
package func capitalized(_ text: String) -> String {
  text.prefix(1).uppercased() + text.dropFirst()
}
