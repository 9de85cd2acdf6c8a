import Foundation
import Testing

@Suite("The README") struct ReadmeTests {
  private static let text = Result {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)
  }

  @Test("shows what its first command prints, but for the time it took")
  func firstCommand() throws {
    let blocks = try Self.text.get().components(separatedBy: "```").enumerated()
      .filter { $0.offset % 2 == 1 }.map { $0.element.trimmingCharacters(in: .newlines) }
    #expect(blocks[0] == "swift run -c release simulate --clients 10000")
    let ending = try Workplace().simulate("--clients", "10000")
    #expect(ending.status == 0)
    let printed = ending.results.trimmingCharacters(in: .newlines)
    #expect(withoutTime(blocks[1]) == withoutTime(printed))
  }

  /// Without ` in 0.15 s` in the last line.
  private func withoutTime(_ text: String) -> [String] {
    let lines = text.components(separatedBy: "\n")
    let last = lines[lines.count - 1].components(separatedBy: " events in ")[0]
    return lines.dropLast() + [last]
  }
}
