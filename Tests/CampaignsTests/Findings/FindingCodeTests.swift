import Foundation
import Systems
import Testing

@testable import Campaigns

@Suite("The codes of findings")
struct FindingCodeTests {
  @Test func theyAreInKebabCase() {
    for code in FindingCode.allCases {
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
    (.metastableOverload, .metastableRejection), (.interrupted, .knock), (.gaveUp, .nobodyWaited),
  ])
  func exclude(_ one: FindingCode, _ other: FindingCode) {
    #expect(FindingCode.contradictions(among: [one, other]).count == 1)
    #expect(FindingCode.contradictions(among: [other, one]).count == 1)
  }

  @Test func otherPairsDoNot() {
    #expect(FindingCode.contradictions(among: [.knock, .formulaPaces, .relapses]).isEmpty)
    #expect(
      FindingCode.contradictions(among: [.gaveUp, .stuck, .unfinishedButProgressing]).isEmpty)
    #expect(FindingCode.contradictions(among: [.knock, .knock]).isEmpty)
  }

  @Test func everyPairStandsOnce() {
    let places = Dictionary(
      uniqueKeysWithValues: FindingCode.allCases.enumerated().map { ($1, $0) })
    var seen: Set<[Int]> = []
    for (one, other) in FindingCode.exclusions {
      #expect(places[one]! < places[other]!)
      #expect(seen.insert([places[one]!, places[other]!]).inserted)
    }
  }

  @Test func everyCodeIsExplained() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/findings.md").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    for code in FindingCode.allCases { #expect(text.contains("| `\(code.rawValue)` |")) }
  }

  /// A code that nothing finds is a promise that nobody keeps.
  @Test func everyCodeIsFoundSomewhere() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources").standardizedFileURL
    let folders = ["Campaigns/Summary/Findings", "Systems/Findings"]
    let text = try folders.map { sources.appendingPathComponent($0) }.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("FindingCode") }
        .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }.joined()
    for code in FindingCode.allCases {
      #expect(text.contains(".\(code),") || text.contains(".\(code) "), "\(code)")
    }
  }
}
