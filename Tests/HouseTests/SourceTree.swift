import Foundation

/// The package's sources.
struct SourceTree {
  struct File {
    /// Below `Sources`, such as `Simulator/Loop/Simulation.swift`.
    let path: String
    /// With comments and texts.
    let text: String
    /// Without comments and texts.
    let code: String

    var target: String { String(path.prefix { $0 != "/" }) }

    /// Lines, empty ones and comments included.
    var lines: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
  }

  let files: [File]

  /// Read once: that takes longer than all that is asked of it.
  static let shared = Result { try SourceTree() }

  /// All of `Sources`.
  init() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    let unsaid = Pattern(#""""(?s:.*?)"""|"(\\.|[^"\\\n])*"|//[^\n]*"#)
    files = try (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(
        contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      return File(path: path, text: text, code: unsaid.removed(from: text))
    }
  }

  /// The files below a folder.
  func files(in folder: String) -> [File] { files.filter { $0.path.hasPrefix(folder + "/") } }
}

/// A regular expression in which `^` is the begin of any line.
///
/// Foundation's, because Swift's own takes twenty times as long where nothing is optimised.
struct Pattern {
  private let expression: NSRegularExpression

  init(_ text: String) {
    // A pattern that does not compile is a mistake in a test.
    expression = try! NSRegularExpression(pattern: text, options: .anchorsMatchLines)
  }

  func count(in text: String) -> Int {
    expression.numberOfMatches(in: text, range: Self.whole(text))
  }

  /// What the first group matches, each time.
  func groups(in text: String) -> [String] {
    expression.matches(in: text, range: Self.whole(text)).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  func removed(from text: String) -> String {
    expression.stringByReplacingMatches(in: text, range: Self.whole(text), withTemplate: "")
  }

  private static func whole(_ text: String) -> NSRange { NSRange(text.startIndex..., in: text) }
}

extension [SourceTree.File] {
  func count(_ pattern: String) -> Int {
    let pattern = Pattern(pattern)
    return reduce(0) { $0 + pattern.count(in: $1.code) }
  }
}
