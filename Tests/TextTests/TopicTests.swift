import Foundation
import Metrics
import Scenarios
import Sessions
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

/// `simulate explain` has an answer for every word that a user may meet.
@Suite("Words that are explained")
struct TopicTests {
  private let index = TopicIndex(commands: [
    Topic("run", .command, "Runs."), Topic("--out", .flag, "Where."),
  ])

  private func kinds(_ word: String) -> [Topic.Kind] { index.topics(of: word).map(\.kind) }

  @Test func everyWordIsKnown() {
    for entry in ScenarioReference.entries {
      #expect(kinds(entry.path).contains(.key), "\(entry.path)")
      #expect(kinds(entry.words.name).contains(.key), "\(entry.words.name)")
      for word in entry.words.shape.wordValues { #expect(!kinds(word).isEmpty, "\(word)") }
    }
    for kind in FaultKindWords.all { #expect(kinds(kind.name).first == .fault) }
    for name in SessionSystem.names { #expect(kinds(name) == [.session]) }
    for word in FormulaWord.all {
      #expect(kinds(word.name).contains(word.kind == .axis ? .axis : .formula), "\(word.name)")
    }
    for name in Catalogue.names { #expect(kinds(name).contains(.backoff), "\(name)") }
    for name in MetricNames.all { #expect(kinds(name).contains(.metric), "\(name)") }
    for definition in metricDefinitions { #expect(kinds(definition.name).contains(.metric)) }
    for code in FindingCode.all {
      #expect(kinds(code.rawValue).contains(.finding), "\(code.rawValue)")
    }
    for name in ScenarioFile.builtInNames {
      let topic = index.topics(of: name).first { $0.kind == .scenario }
      #expect(topic.map { !$0.meaning.isEmpty } == true, "\(name)")
    }
    #expect(kinds("silence").contains(.value) && kinds("tunnels").contains(.fault))
    #expect(kinds("run") == [.command] && kinds("--out") == [.flag])
  }

  /// The page on findings, the sources and `explain` tell the same codes.
  @Test func everyWarningIsExplained() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../..").standardizedFileURL
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/findings.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for topic in Topic.warnings {
      let row = rows.first { $0.hasPrefix("| `\(topic.name)` |") }
      let words = row?.dropFirst("| `\(topic.name)` | ".count).dropLast(" |".count) ?? ""
      #expect(topic.meaning.lowercased() == "\(words).".lowercased())
      #expect(kinds(topic.name) == [.warning])
    }
    let files = try #require(
      FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path))
    let texts = try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: root.appendingPathComponent("Sources/\($0)"), encoding: .utf8) }
    let made = texts.flatMap { text in
      text.matches(of: /Warning\(\s*"([a-z-]+)"/).map { String($0.output.1) }
    }
    #expect(Set(made).sorted() == Topic.warnings.map(\.name).sorted())
  }

  @Test func aWordMayMeanSeveralThings() {
    #expect(kinds("loss") == [.fault, .key])
    #expect(kinds("uniform") == [.formula, .key] || kinds("uniform") == [.key, .formula])
    #expect(kinds("reset") == [.value, .axis])
    #expect(kinds("network.loss") == [.key])
  }

  /// What people call things elsewhere leads to what they are called here.
  @Test func otherNamesLeadToTheTopic() {
    for (name, others) in OtherNames.all {
      for other in others {
        #expect(index.topics(of: other).contains { $0.name == name }, "\(other)")
      }
    }
    #expect(index.topics(of: "database").contains { $0.name == "gateway.auth" })
  }

  @Test func itemsOfListsGoByTheirNumbers() {
    #expect(index.topics(of: "faults.0.for").map(\.name) == ["faults.for"])
    #expect(index.topics(of: "clients.mix.2.share").map(\.name) == ["clients.mix.share"])
    #expect(index.topics(of: "spread.2.effective_s").map(\.kind) == [.metric])
  }

  @Test func capitalsDoNotMatter() {
    #expect(index.topics(of: "Outage").map(\.name) == ["outage"])
    #expect(index.topics(of: "GATEWAY.NODES").map(\.name) == ["gateway.nodes"])
  }

  @Test func aNearMissIsOffered() {
    let near = ["gatway": "gateway", "outtage": "outage", "recover.p98": "recover.p90"]
    for (word, meant) in near {
      #expect(index.topics(of: word).isEmpty)
      #expect(index.nearestWord(to: word)?.hasPrefix(meant.prefix(8)) == true, "\(word)")
    }
    #expect(index.nearestWord(to: "zzzzzzzzzzzz") == nil)
  }

  @Test func linesFitTheTerminal() {
    for topic in index.topics {
      let lines = topic.text(width: 80).split(separator: "\n")
      // A word longer than a line is left whole.
      #expect(
        lines.allSatisfy { $0.count <= 80 || !$0.dropFirst(40).contains(" ") }, "\(topic.name)")
    }
  }
}

@Suite("The JSON Schema")
struct ScenarioSchemaTests {
  /// Every key of the reference stands in the schema, under its group.
  @Test func everyKeyIsThere() {
    let text = scenarioSchema().text
    for entry in ScenarioReference.entries {
      #expect(text.contains("\"\(entry.words.name)\": {"), "\(entry.path)")
    }
    #expect(text.contains("https://json-schema.org/draft/2020-12/schema"))
  }
}
