/// A key of a scenario file with a value, as a sentence says it: `4 nodes` of `gateway.nodes`. Keys that few people vary
/// stand as they are typed.
package struct KeyPhrase: Sendable {
  private let key: String
  private let phrase: Phrase?

  private struct Phrase: Sendable {
    /// The words before and behind the value.
    let before: String
    let behind: String
    let noun: String

    init(_ before: String = "", behind: String = "", noun: String) {
      self.before = before
      self.behind = behind
      self.noun = noun
    }
  }

  private static let phrases: [String: Phrase] = [
    "clients.count": Phrase(behind: " clients", noun: "number of clients"),
    "gateway.nodes": Phrase(behind: " nodes", noun: "number of nodes"),
    "network.loss": Phrase("a loss of ", noun: "loss"),
    "network.latency": Phrase("a one-way latency of ", noun: "latency"),
    "faults.0.for": Phrase("a first fault of ", noun: "length of the first fault"),
    "faults.1.for": Phrase("a second fault of ", noun: "length of the second fault"),
    "clients.backoff": Phrase(noun: "formula"),
    "backoff": Phrase(noun: "formula"),
  ]

  package init(_ key: String) {
    self.key = key
    phrase = Self.phrases[key]
  }

  /// `with(4)` of `gateway.nodes`: `4 nodes`; of an unknown key: `KEY 4`.
  package func with(_ value: String) -> String {
    guard let phrase else { return "\(key) \(value)" }
    // Words behind a value are a plural.
    return phrase.before + value + (value == "1" ? String(phrase.behind.dropLast()) : phrase.behind)
  }

  /// `number of nodes`; of an unknown key the key.
  package var noun: String { phrase?.noun ?? key }

  /// `the number of nodes`; of an unknown key the key.
  package var subject: String { phrase.map { "the \($0.noun)" } ?? key }

  /// `The number of nodes`; an unknown key stands as it is typed, also where it begins a sentence.
  package var atBegin: String { phrase.map { "The \($0.noun)" } ?? key }
}
