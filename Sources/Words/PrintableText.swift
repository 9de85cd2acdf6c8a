/// Text from outside, such as a name in a file or an argument, as one line that does nothing to a
/// terminal but to fill its columns.
///
/// Control characters (escape sequences begin with one), line breaks, and the marks that turn the
/// direction of what is around them are spelled out: `\u{1B}`. Everything that messages quote from
/// outside goes through here.
package func printable(_ text: some StringProtocol) -> String {
  guard text.unicodeScalars.contains(where: \.actsOnTerminal) else { return String(text) }
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if scalar.actsOnTerminal {
      shown.append(
        contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
    } else {
      shown.append(scalar)
    }
  }
  return String(shown)
}

extension Unicode.Scalar {
  /// True if a terminal does more with it than show it: control characters, line separators, and
  /// marks of the writing direction (UAX #9). Also true of what it does not show at all, so that two
  /// texts look alike which are not.
  package var actsOnTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E: true
    // Soft hyphen, zero width space, invisible operators, byte order mark, annotations, tags.
    case 0xAD, 0x200B, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001...0xE007F: true
    // Noncharacters, which no text may hold that is exchanged.
    case 0xFDD0...0xFDEF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }
}

extension StringProtocol {
  /// The first character that a terminal does more with than to show it, as `printable` spells it.
  package var firstUnprintable: String? {
    unicodeScalars.first(where: \.actsOnTerminal).map { printable(String($0)) }
  }
}

/// A whole message or table of ours. Its line breaks stay, and its colours too, if it may have any.
/// All printed text goes through here last, in case text from outside has come in unseen.
package func printableLines(_ text: String, keepsColours: Bool) -> String {
  guard text.unicodeScalars.contains(where: { $0.actsOnTerminal && $0 != "\n" }) else {
    return text
  }
  var shown = String.UnicodeScalarView()
  var rest = text.unicodeScalars[...]
  while let scalar = rest.first {
    let length = keepsColours ? rest.colourLength : 0
    if length > 0 {
      shown.append(contentsOf: rest.prefix(length))
      rest = rest.dropFirst(length)
      continue
    }
    rest = rest.dropFirst()
    if scalar == "\n" || !scalar.actsOnTerminal {
      shown.append(scalar)
    } else {
      shown.append(contentsOf: printable(String(scalar)).unicodeScalars)
    }
  }
  return String(shown)
}

/// Lines of which none is a command to GitHub Actions, which takes what begins with two colons for one.
package func withoutCommands(_ lines: String) -> String {
  guard lines.utf8.contains(UInt8(ascii: ":")) else { return lines }
  return lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    let rest = line.drop { $0 == " " || $0 == "\t" }
    guard rest.hasPrefix("::") else { return String(line) }
    return "\(line.dropLast(rest.count))\\u{3A}\(rest.dropFirst())"
  }.joined(separator: "\n")
}

extension Substring.UnicodeScalarView {
  /// Scalars of the sequence at the begin that only changes colours (ECMA-48, SGR); 0 where there is
  /// none.
  fileprivate var colourLength: Int {
    guard first == "\u{1B}", dropFirst().first == "[" else { return 0 }
    let parameters = dropFirst(2).prefix { ("0"..."9").contains($0) || $0 == ";" }
    guard dropFirst(2 + parameters.count).first == "m" else { return 0 }
    return 3 + parameters.count
  }
}
