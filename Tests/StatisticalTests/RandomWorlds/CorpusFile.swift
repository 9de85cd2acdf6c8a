import Foundation
import Testing

/// A scenario that has caught something once. It begins with a comment that says what.
struct CorpusFile: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String

  var testDescription: String { name }

  /// What was caught.
  var reason: String {
    text.split(separator: "\n").prefix { $0.hasPrefix("#") }
      .map { $0.drop { "# ".contains($0) } }.joined(separator: " ")
  }

  /// `Tests/Corpus`.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Corpus")

  /// Those in the folder, in the order of their names.
  static let all: [CorpusFile] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted().compactMap { name in
      let file = folder.appendingPathComponent(name)
      return (try? String(contentsOf: file, encoding: .utf8)).map {
        CorpusFile(name: name, text: $0)
      }
    }
  }()
}
