import Foundation

/// The package's sources, without comments and texts of one line.
struct SourceTree {
  struct File {
    /// Below `Sources`, such as `Simulator/Loop/Simulation.swift`.
    let path: String
    let lines: [String]
  }

  let files: [File]

  /// All of `Sources`.
  init() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    files = try (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(
        contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      return File(
        path: path,
        lines: text.split(separator: "\n", omittingEmptySubsequences: false).map {
          Self.code(of: String($0))
        })
    }
  }

  /// The files below a folder.
  func files(in folder: String) -> [File] { files.filter { $0.path.hasPrefix(folder + "/") } }

  private static func code(of line: String) -> String {
    let withoutTexts = line.replacing(#/"(\\.|[^"\\])*"/#, with: "\"\"")
    return String(
      withoutTexts.prefix(
        upTo: withoutTexts.firstRange(of: "//")?.lowerBound
          ?? withoutTexts.endIndex))
  }
}

extension SourceTree.File {
  func count(_ pattern: some RegexComponent) -> Int {
    lines.reduce(0) { $0 + $1.matches(of: pattern).count }
  }
}

extension [SourceTree.File] {
  func count(_ pattern: some RegexComponent) -> Int { reduce(0) { $0 + $1.count(pattern) } }
}
