import Foundation
import Testing

/// The examples of the documentation, run as they stand there.
///
/// A block marked `console` has a command behind `$` and what it prints; a line `...` stands for any
/// lines. A block marked `yaml` whose first line is `# NAME.yaml` is a file that later commands read.
@Suite("Examples in the documentation", .enabled(if: isOptimised))
struct DocumentTests {
  /// Relative to the repository.
  static let pages: [String] = {
    let found = FileManager.default.enumerator(atPath: folder.appendingPathComponent("docs").path)
    let names = (found?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".md") }
    return ["README.md"] + names.map { "docs/\($0)" }.sorted()
  }()

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func thereAreExamples() throws {
    for (page, least) in [
      ("docs/tutorial.md", 5), ("docs/scenarios.md", 3), ("docs/reading.md", 3),
    ] {
      #expect(try Self.blocks(of: page).count { $0.kind == "console" } >= least, "\(page)")
    }
  }

  @Test("a page links to pages that are there", arguments: pages)
  func links(page: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(page), encoding: .utf8)
    for match in text.matches(of: /\]\(([^)#:\s]+)(#[^)]*)?\)/) {
      let place = Self.folder.appendingPathComponent(page).deletingLastPathComponent()
        .appendingPathComponent(String(match.1))
      #expect(FileManager.default.fileExists(atPath: place.path), "\(match.1)")
    }
  }

  @Test("what a page shows is what the program prints", arguments: pages)
  func examples(page: String) throws {
    let place = try Workplace()
    for block in try Self.blocks(of: page) {
      let first = block.lines.first ?? ""
      if block.kind == "yaml", first.hasPrefix("# "), first.hasSuffix(".yaml") {
        try place.write(
          block.lines.joined(separator: "\n") + "\n", to: String(first.dropFirst(2)))
      } else if block.kind == "console" {
        try check(block.lines, in: place)
      }
    }
  }

  private func check(_ lines: [String], in place: Workplace) throws {
    let command = try #require(lines.first.flatMap { $0.hasPrefix("$ simulate ") ? $0 : nil })
    let words = try Self.words(of: String(command.dropFirst("$ simulate ".count)))
    let process = try place.start(words)
    process.waitUntilExit()
    let printed = try place.ending(of: process).results.components(separatedBy: "\n")
    var rest = printed[...]
    for piece in lines.dropFirst().split(separator: "...", omittingEmptySubsequences: true) {
      let wanted = Array(piece)
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: wanted) }) else {
        Issue.record("\(command): not printed:\n\(wanted.joined(separator: "\n"))")
        return
      }
      rest = rest[(start + wanted.count)...]
    }
  }

  /// The words of a command line, with single quotes as a shell takes them.
  private static func words(of line: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    try #require(!isQuoted)
    return words + [word].compactMap(\.self)
  }

  private struct Block {
    let kind: String
    let lines: [String]
  }

  private static func blocks(of page: String) throws -> [Block] {
    let text = try String(contentsOf: folder.appendingPathComponent(page), encoding: .utf8)
    let parts = text.components(separatedBy: "\n```")
    // Every other part is inside a block; its first line says what kind.
    return stride(from: 1, to: parts.count, by: 2).map { index in
      var lines = parts[index].components(separatedBy: "\n")
      return Block(kind: lines.removeFirst(), lines: lines)
    }
  }
}
