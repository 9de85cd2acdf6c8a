import Foundation

/// One source file, as the house rules look at it.
struct SwiftSource {
  /// From the package's root: `Sources/Sessions/Stoat/StoatClient.swift`.
  var path: String
  var text: String

  var target: String { String(path.split(separator: "/")[1]) }
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  /// The lines with comments and the insides of string literals blanked.
  var code: [Substring] {
    var blanker = Blanker(text)
    return blanker.blanked().split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The package that this test is part of.
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file under a folder of the package, in order of their paths.
  static func all(under folder: String) throws -> [SwiftSource] {
    let manager = FileManager.default
    let base = root.appending(path: folder).path
    return try (manager.enumerator(atPath: base)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { SwiftSource(path: "\(folder)/\($0)", text: try read("\(base)/\($0)")) }
  }

  private static func read(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Where a pattern occurs in code, as `path:line`.
  func places(of pattern: Regex<Substring>) -> [String] {
    code.enumerated().compactMap { index, line in
      line.contains(pattern) ? "\(path):\(index + 1)" : nil
    }
  }

  /// The functions and their lengths in lines, by the line on which each begins.
  func functions() -> [(line: Int, length: Int)] {
    let code = code
    let head = /(^|\s)(func\s|init[?!]?[<(]|subscript[<(])/
    var found: [(line: Int, length: Int)] = []
    for (index, line) in code.enumerated() where line.contains(head) {
      guard let end = Self.endOfBody(from: index, in: code) else { continue }
      found.append((index + 1, end - index + 1))
    }
    return found
  }

  /// The line on which the first body after `start` ends; nil where there is none.
  private static func endOfBody(from start: Int, in code: [Substring]) -> Int? {
    var depth = 0
    for index in start..<code.count {
      if index > start, depth == 0, code[index].contains(/^\s*(}|$|(\S+ )*(func|var|let|init)\W)/) {
        return nil
      }
      for character in code[index] {
        if character == "{" { depth += 1 }
        if character == "}" {
          depth -= 1
          if depth == 0 { return index }
          if depth < 0 { return nil }
        }
      }
    }
    return nil
  }
}

/// Blanks comments and string literals, leaving every line where it is.
private struct Blanker {
  private let characters: [Character]
  private var at = 0
  private var result: [Character] = []

  init(_ text: String) { characters = Array(text) }

  mutating func blanked() -> String {
    while at < characters.count {
      if sees("//") {
        while at < characters.count, characters[at] != "\n" { blank() }
      } else if sees("/*") {
        blockComment()
      } else if let quote = openingQuote() {
        literal(quote)
      } else {
        result.append(characters[at])
        at += 1
      }
    }
    return String(result)
  }

  private func sees(_ text: String) -> Bool {
    at + text.count <= characters.count && characters[at..<(at + text.count)].elementsEqual(text)
  }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where at < characters.count {
      result.append(characters[at] == "\n" ? "\n" : " ")
      at += 1
    }
  }

  private mutating func blockComment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        blank(2)
      } else if sees("*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && at < characters.count
  }

  /// The delimiter of a literal that begins here: `"`, `"""`, `#"` and so on.
  private func openingQuote() -> String? {
    let hashes = characters[at...].prefix { $0 == "#" }.count
    let quotes = characters[(at + hashes)...].prefix { $0 == "\"" }.count
    guard quotes > 0 else { return nil }
    return String(repeating: "#", count: hashes) + (quotes >= 3 ? "\"\"\"" : "\"")
  }

  private mutating func literal(_ opening: String) {
    let closing = String(opening.reversed())
    let hashes = opening.prefix { $0 == "#" }.count
    let escape = "\\" + String(repeating: "#", count: hashes)
    blank(opening.count)
    while at < characters.count, !sees(closing) {
      if sees(escape + "(") {
        interpolation(escape.count)
      } else {
        blank(sees(escape) ? escape.count + 1 : 1)
      }
    }
    blank(closing.count)
  }

  private mutating func interpolation(_ escape: Int) {
    blank(escape)
    var depth = 0
    repeat {
      if characters[at] == "(" { depth += 1 }
      if characters[at] == ")" { depth -= 1 }
      if let quote = openingQuote() { literal(quote) } else { blank() }
    } while depth > 0 && at < characters.count
  }
}
