import Foundation
import FuzzedReaders
import Testing

@Suite("What a fuzzer found worth keeping") struct FuzzedReaderTests {
  /// A finding is a trap: it ends the test run, which names this test last.
  @Test("is read, or refused", arguments: FuzzedReader.allCases)
  func corpus(_ reader: FuzzedReader) throws {
    let inputs = try Self.corpus(of: reader)
    #expect(inputs.count >= 50)
    for input in inputs { reader.read(input) }
  }

  /// One input a line, as `.ci/fuzz --keep` writes them.
  private static func corpus(of reader: FuzzedReader) throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fuzzer/Corpus")
    let text = try String(
      contentsOf: folder.appendingPathComponent("\(reader.rawValue).txt"), encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      [UInt8](try #require(Data(base64Encoded: String(line))))
    }
  }
}
