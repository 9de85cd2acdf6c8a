/// The first thing in an output that acts on a terminal, or is no text; nil where there is none.
///
/// Written apart from what the program itself uses to keep such things out.
func unprintable(_ bytes: [UInt8]) -> String? {
  if bytes.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return nil }
  guard let text = String(validating: bytes, as: UTF8.self) else { return "what is not UTF-8" }
  let found = text.unicodeScalars.first { actsOnTerminal($0.value) }
  return found.map { "U+\(String($0.value, radix: 16, uppercase: true))" }
}

/// Control characters of both sets but the line feed, line separators, and marks of the writing
/// direction.
private func actsOnTerminal(_ value: UInt32) -> Bool {
  switch value {
  case 0x0A: false
  case 0..<0x20, 0x7F..<0xA0: true
  case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200B, 0xFEFF:
    true
  default: false
  }
}

/// Bytes as text in which nothing is hidden: what is not plain ASCII is spelled out. Long ones are
/// cut.
func shown(_ bytes: [UInt8], upTo limit: Int = 4_000) -> String {
  var text = ""
  for byte in bytes.prefix(limit) {
    switch byte {
    case 0x0A: text += "\n"
    case 0x5C: text += "\\\\"
    case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
    default: text += escaped(byte)
    }
  }
  return bytes.count > limit ? text + "... (\(bytes.count) bytes)" : text
}
