import Words

/// A piece of SVG: a tag with attributes, and its content.
package struct Element: Hashable, Sendable {
  package let tag: String
  private let attributes: [Attribute]
  private let text: String
  private let children: [Element]

  private struct Attribute: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// - Parameter attributes: in the order in which they are written.
  package init(
    _ tag: String, _ attributes: KeyValuePairs<String, any AttributeValue> = [:], text: String = "",
    _ children: [Element] = []
  ) {
    self.tag = tag
    self.attributes = attributes.map { Attribute(name: $0.key, value: $0.value.attribute) }
    self.text = text
    self.children = children
  }

  /// The element as it stands in a page. Its texts are escaped, so that none of them is a tag.
  package var markup: String {
    let list = attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    let inside = escaped(text) + children.map(\.markup).joined()
    return inside.isEmpty ? "<\(tag)\(list)/>" : "<\(tag)\(list)>\(inside)</\(tag)>"
  }
}

/// The value of an attribute: a word, or a length with two decimals at most.
package protocol AttributeValue {
  var attribute: String { get }
}

extension String: AttributeValue {
  package var attribute: String { self }
}

extension Int: AttributeValue {
  package var attribute: String { "\(self)" }
}

extension Double: AttributeValue {
  package var attribute: String { length(self) }
}

/// A text with the five characters that HTML and XML read as more than themselves written otherwise.
package func escaped(_ text: String) -> String {
  guard text.utf8.contains(where: isSpecial) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case _: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func isSpecial(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
    UInt8(ascii: "'"):
    true
  case _: false
  }
}

/// A length in user units: two decimals at most, none where it is whole.
package func length(_ number: Double) -> String {
  guard number.isFinite else { return "0" }
  let hundredths = Int(clamped: (max(-1e9, min(1e9, number)) * 100).rounded())
  let sign = hundredths < 0 ? "-" : ""
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  switch rest {
  case 0: return hundredths == 0 ? "0" : "\(sign)\(whole)"
  case _ where rest % 10 == 0: return "\(sign)\(whole).\(rest / 10)"
  case _: return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
