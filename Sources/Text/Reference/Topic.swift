/// The text of `simulate explain` about one word.
package struct Topic: Sendable {
  /// As one asks for it: `gateway.nodes`, `outage`, `x`, `recover.p99`.
  package let name: String
  package let kind: Kind
  /// Its value, default and example, a line each.
  package let facts: [Fact]
  /// One or more sentences.
  package let meaning: String
  /// The keys, settings and metrics that belong to it.
  package let members: [Member]
  /// Other words that lead here.
  package let aliases: [String]

  package struct Fact: Sendable {
    let label: String
    let text: String
  }

  package struct Member: Sendable {
    let name: String
    let text: String
  }

  /// The sort of word that it is, as the title says it. Listed in this order.
  package enum Kind: String, Sendable, CaseIterable {
    case key = "key of a scenario file"
    case fault = "kind of fault"
    case value = "value of a key"
    case session = "session system"
    case scenario = "built-in scenario"
    case formula = "word of a formula"
    case axis = "axis of a backoff"
    case backoff = "backoff of the catalogue"
    case metric = "metric"
    case finding = "finding"
    case warning = "warning"
    case flag = "option of a command"
    case command = "command"
    case notion = "notion"
  }

  package init(
    _ name: String, _ kind: Kind, _ meaning: String, facts: [(String, String?)] = [],
    members: [(String, String)] = [], aliases: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.meaning = meaning
    self.facts = facts.compactMap { label, text in text.map { Fact(label: label, text: $0) } }
    self.members = members.map { Member(name: $0.0, text: $0.1) }
    self.aliases = aliases
  }
}

/// The first sentence of a text.
func firstSentence(_ text: String) -> String {
  guard let end = text.firstRange(of: ". ") else { return text }
  return String(text[..<end.lowerBound]) + "."
}
