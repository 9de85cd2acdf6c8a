import Scenarios
import Sessions

/// One of the backoffs that are compared over the same worlds.
package struct Variant: Hashable, Sendable {
  /// The name as typed: a catalogue name or a formula, with the axes that were given; `own`.
  package let name: String
  /// The policy of every client that waits by a formula; nil if each client keeps the policy that
  /// the scenario gives it.
  package let policy: BackoffPolicy?

  /// Every client under the backoff that its scenario and cohort give it.
  package static let own = Variant(name: "own", policy: nil)

  package init(name: String, policy: BackoffPolicy?) {
    self.name = name
    self.policy = policy
  }

  /// - Throws: `FormulaError` where the text is neither a catalogue name nor a formula.
  package init(_ text: String) throws(FormulaError) {
    let policy = try BackoffPolicy.parse(text)
    self.init(name: policy.name, policy: policy)
  }

  /// The same formula under the session's own rules.
  package var withoutAxes: Variant { Variant(name: name, policy: policy?.withoutAxes) }

  /// True if rules were typed behind its formula or name, beyond those of the catalogue.
  package var hasTypedAxes: Bool {
    guard let policy, Catalogue.entry(named: name) == nil else { return false }
    return policy != policy.withoutAxes
  }

  /// The whole catalogue, in its order.
  package static var catalogue: [Variant] {
    Catalogue.entries.map { Variant(name: $0.name, policy: $0.policy) }
  }
}

extension Scenario {
  /// True if any client would wait by a variant: it is of a system that waits by a formula, and its
  /// cohort brings no backoff of its own.
  package var takesVariants: Bool {
    clients.mix.contains { clients.system(of: $0).hasBackoff && $0.backoff == nil }
  }

  /// The backoffs of all clients that take variants, each once, in the order of their cohorts.
  package var ownBackoffs: [String] {
    clients.mix.filter { clients.system(of: $0).hasBackoff && $0.backoff == nil }
      .map { clients.backoffText(of: $0) }.withoutRepetition
  }
}

extension Sequence where Element == Scenario {
  /// The backoff by which the clients that take variants wait in the scenarios as they are: one
  /// text, or nil if they differ.
  package var commonBackoff: String? {
    let texts = flatMap(\.ownBackoffs).withoutRepetition
    return texts.count == 1 ? texts[0] : nil
  }
}
