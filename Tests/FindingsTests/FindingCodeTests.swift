import Foundation
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Studies

@Suite("The codes of findings")
struct FindingCodeTests {
  @Test func theyAreInKebabCase() {
    for code in FindingCode.all {
      #expect(code.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(code.rawValue)")
    }
  }

  /// Those that a reader would hold against each other.
  @Test(arguments: [
    (FindingCode.recoveredQuickly, FindingCode.metastableOverload),
    (.recoveredQuickly, .metastableLockstep), (.gatewayPaces, .formulaPaces),
    (.nobodyAffected, .recoveredQuickly), (.nobodyAffected, .relapses),
    (.metastableRejection, .unfinishedButProgressing), (.retriesCollide, .formulaPaces),
    (.endlessFault, .gatewayPaces), (.backBeforeClear, .formulaPaces),
    (.metastableOverload, .metastableRejection), (.interrupted, .arrivalBurst),
    (.gaveUp, .nobodyWaited),
  ])
  func exclude(_ one: FindingCode, _ other: FindingCode) {
    #expect(FindingCode.contradictions(among: [one, other]).count == 1)
    #expect(FindingCode.contradictions(among: [other, one]).count == 1)
  }

  @Test func otherPairsDoNot() {
    #expect(FindingCode.contradictions(among: [.arrivalBurst, .formulaPaces, .relapses]).isEmpty)
    #expect(
      FindingCode.contradictions(among: [.gaveUp, .stuck, .unfinishedButProgressing]).isEmpty)
    #expect(FindingCode.contradictions(among: [.arrivalBurst, .arrivalBurst]).isEmpty)
  }

  @Test func everyPairStandsOnce() {
    let places = Dictionary(
      uniqueKeysWithValues: FindingCode.all.enumerated().map { ($1, $0) })
    var seen: Set<[Int]> = []
    for (one, other) in FindingCode.exclusions {
      #expect(places[one]! < places[other]!)
      #expect(seen.insert([places[one]!, places[other]!]).inserted)
    }
  }

  @Test func everyCodeIsExplained() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/findings.md").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    for code in FindingCode.all {
      let row = text.split(separator: "\n").first { $0.hasPrefix("| `\(code.rawValue)` |") }
      let words = row?.dropFirst("| `\(code.rawValue)` | ".count).dropLast(" |".count) ?? ""
      #expect(code.meaning.lowercased() == "\(words).".lowercased())
    }
  }

  @Test func everyCodeThatIsDeclaredHasAPlace() throws {
    let declared = try sources { _ in true }.matches(
      of: /static let \w+ = FindingCode\(\s*"([a-z-]+)",/
    ).map { String($0.output.1) }
    #expect(declared.sorted() == FindingCode.all.map(\.rawValue).sorted())
  }

  /// A code that nothing finds is a promise that nobody keeps.
  @Test func everyCodeIsFoundSomewhere() throws {
    let text = try sources { !$0.hasPrefix("FindingCode") }
      .replacing(/codes: \[[^\]]*\]/, with: "")
    for code in FindingCode.all {
      let words = code.rawValue.split(separator: "-")
      let name = words[0] + words.dropFirst().map(\.capitalized).joined()
      #expect(text.contains(".\(name),") || text.contains(".\(name) "), "\(name)")
    }
  }

  /// The files in which findings are made and their codes declared, one after the other.
  private func sources(_ isWanted: (String) -> Bool) throws -> String {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources").standardizedFileURL
    return try ["Findings", "Systems/Findings"].flatMap { name in
      let folder = sources.appendingPathComponent(name)
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") && isWanted($0) }
        .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }.joined()
  }
}
