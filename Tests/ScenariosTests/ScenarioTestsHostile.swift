import TestRuns
import Testing

@testable import Scenarios

/// Files that are not scenarios, by accident or by intent. None may crash or take long.
@Suite(.timeLimit(.minutes(1))) struct ScenarioTestsHostile {
  @Test func duplicateKeys() {
    let text = """
      seed: 1
      network: { loss: 1%, latency: 10, loss: 2% }
      "seed": 2
      clients:
        count: 5
        count: 6
        count: 7
      """
    #expect(
      problems(text) == [
        "f.yaml:2:31: network.latency: 10 has no unit: did you mean 10ms, or 10s?",
        "f.yaml:2:35: network.loss: duplicate key; it stands first in line 2",
        "f.yaml:3:1: seed: duplicate key; it stands first in line 1",
        "f.yaml:6:3: clients.count: duplicate key; it stands first in line 5",
        "f.yaml:7:3: clients.count: duplicate key; it stands first in line 5",
      ])
  }

  @Test func manyDuplicateKeysEnd() {
    let text = (1...50).map { "a\($0): 1\na\($0): 2" }.joined(separator: "\n")
    #expect(!problems(text).isEmpty)
  }

  @Test func emptyFiles() {
    let message = "f.yaml:1:1: the file is empty: a scenario is a mapping of keys to values"
    for text in ["", "\n\n", "# only a comment\n"] {
      #expect(problems(text) == [message], "\(text)")
    }
    #expect(problems("---\n").count == 1)
    #expect(problems("~").count == 1)
  }

  @Test func otherThanAMapping() {
    let expected = "expected keys and values, such as 'name: gateway-restart', found"
    #expect(
      problems("Simulate a storm, please.") == [
        "f.yaml:1:1: \(expected) 'Simulate a storm, please.'"
      ])
    #expect(problems("- a\n- b") == ["f.yaml:1:1: \(expected) a list"])
  }

  @Test func notYAML() {
    for text in ["name: [1, 2", "name: x\n\tseed: 1", "a: b: c", "\u{1}\u{2}", "key: \"open"] {
      let found = problems(text)
      #expect(found.count == 1)
      #expect(found[0].contains(": not YAML: "), "\(found)")
      #expect(found[0].hasPrefix("f.yaml:"), "\(found)")
    }
    #expect(problems("ok: 1\nb: \u{0}").first?.hasPrefix("f.yaml:2:4: not YAML: ") == true)
    #expect(problems("name: x\n\tseed: 1").first?.hasPrefix("f.yaml:2:1: not YAML: ") == true)
  }

  @Test func binary() {
    let bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 0xFF, 0xFE, 0x00]
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioFile.decode(bytes: bytes, file: "a.out")
    }
    #expect(error?.description == "a.out:1:1: not a text file: it is not UTF-8")
  }

  @Test func severalDocuments() {
    #expect(
      problems("name: a\n---\nname: b\n") == [
        "f.yaml:2:1: a second document begins here: a scenario file holds one"
      ])
  }

  @Test func aByteOrderMarkIsIgnored() throws {
    #expect(try decoded("\u{FEFF}name: a").name == "a")
  }

  /// Ten to the ninth values once expanded.
  private var bomb: String {
    var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in 1...8 {
      let many = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      lines.append("a\(level): &a\(level) [\(many)]")
    }
    return lines.joined(separator: "\n")
  }

  @Test func aliasBomb() {
    let found = problems(bomb)
    #expect(found.count == 1)
    #expect(found[0].hasSuffix("more than 100000 values once aliases are expanded"))
  }

  /// Such a key would be expanded while Yams compares it with the others.
  @Test(arguments: [
    "? *a8\n: 1", "*a8 : 1", "*a8: 1", "b: {*a8 : 1}", "b: {*a8}", "b: {c, *a8}", "b: {[*a8]}",
    "b: [*a8:1]", "b: [*a8 : 1]", "b: {*a8:1}", "b: {?*a8}", "[*a8]: 1", "b: { ? [*a8] : 1 }",
    "? - *a8\n: 1", "? # why\n  *a8\n: 1", "b: {{c: *a8}}", "b: 1\u{2028}*a8 : 1",
    "b: 1\r*a8 : 1", "b: [x, {x\n,\n*a8\n}]", "b: {\"x\":*a8 : 1}", "c: |\n  it's ' \"\n*a8 : 1",
  ])
  func aliasBombInAKey(line: String) {
    let found = problems(bomb + "\n" + line)
    #expect(found.count == 1)
    #expect(
      found[0].hasSuffix("an alias cannot be part of a key") || found[0].contains("not YAML"),
      "\(found)")
  }

  @Test func aliasesOfValuesAreFine() throws {
    let text = """
      network: &path { profile: wifi }
      clients: { mix: [{ name: a, share: 100%, network: *path }] }
      about: 'what? a * b : c & d'
      """
    #expect(try decoded(text).clients.mix[0].network?.profile == "wifi")
  }

  @Test func deepNesting() {
    let levels = { (n: Int) in
      String(repeating: "[", count: n) + String(repeating: "]", count: n)
    }
    #expect(problems("a: " + levels(70))[0].hasSuffix("nested more than 64 levels deep"))
    #expect(problems("a: " + levels(900))[0].hasSuffix("nested more than 64 levels deep"))
    #expect(problems("a: " + levels(100_000)).count == 1)
    #expect(problems(String(repeating: "{a: ", count: 100_000)).count == 1)
  }

  @Test func largeFiles() {
    let text = "about: " + String(repeating: "x", count: 1 << 20)
    #expect(problems(text) == ["f.yaml:1:1: the file is larger than 1 MiB"])
  }

  /// Nothing takes more than linear time in the length of a file.
  @Test func longFiles() {
    let keys = (1...30_000).map { "k\($0): 1" }.joined(separator: "\n")
    #expect(problems(keys).last == "and 29980 more")
    #expect(problems("a: &a x\nb: *a" + String(repeating: ":", count: 200_000)).count == 1)
    #expect(problems("a: &a x\nb: [*a" + String(repeating: " ?", count: 100_000)).count == 1)
  }

  @Test func keysThatAreNoWords() {
    #expect(
      problems("[a, b]: 1") == ["f.yaml:1:1: a key must be a word, found a list or a mapping"])
  }

  /// Every cut of a good file either decodes or is told what is wrong.
  @Test func truncatedFiles() throws {
    let text = try #require(ScenarioFile.builtIn("mobile-flapping"))
    for length in stride(from: 0, to: text.count, by: 7) {
      _ = problems(String(text.prefix(length)))
    }
  }
}
