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
      if let name = Self.fileName(of: block) {
        try place.write(block.lines.joined(separator: "\n") + "\n", to: name)
      } else if block.kind == "console" {
        try check(block.lines, in: place)
      }
    }
  }

  /// The lists of commands are not run to their end, but each is one that the program takes.
  @Test("a command that a page lists is a command", arguments: pages)
  func lists(page: String) throws {
    let place = try Workplace()
    for name in ["mine", "my"] {
      _ = try place.simulate("init", "\(name).yaml", "--admission", "250/s")
    }
    for block in try Self.blocks(of: page) {
      if let name = Self.fileName(of: block) {
        try place.write(block.lines.joined(separator: "\n") + "\n", to: name)
      }
      guard block.kind.isEmpty else { continue }
      for line in block.lines where line.hasPrefix("simulate ") {
        try checkUsage(line, in: place)
      }
    }
  }

  /// With `-n` nothing is run; a sweep, and what only prints, has no such flag.
  private func checkUsage(_ line: String, in place: Workplace) throws {
    // What stands behind two blanks says what it is for.
    let command = line.components(separatedBy: "  ")[0]
    let isPart = command.hasSuffix("\\") || command.contains("FORMULA") || command.contains("...")
    let isShell = ["<", ">", "|", "$", "&"].contains { command.contains($0) }
    if isPart || isShell && !command.contains("'") { return }
    let words = try Self.words(of: String(command.dropFirst("simulate ".count)))
    let others = [
      "sweep", "merge", "backoffs", "replay", "diagram", "scenarios", "validate", "init", "explain",
      "schema",
    ]
    if let verb = words.first, others.contains(verb) { return }
    if words.contains(where: { $0.contains("manifest.json") }) { return }
    let process = try place.start(words + ["-n"])
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 0, "\(command): \(ending.messages)")
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

  /// The file that a block is; nil where it is none.
  private static func fileName(of block: Block) -> String? {
    guard block.kind == "yaml", let first = block.lines.first, first.hasPrefix("# "),
      first.hasSuffix(".yaml")
    else { return nil }
    return String(first.dropFirst(2))
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
