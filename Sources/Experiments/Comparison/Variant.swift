import Sessions

/// One of the backoffs that are compared over the same worlds.
public struct Variant: Hashable, Sendable {
  /// As typed: a catalogue name or a formula, with the axes that were given.
  public let name: String
  public let policy: BackoffPolicy

  public init(name: String, policy: BackoffPolicy) {
    self.name = name
    self.policy = policy
  }

  /// - Throws: `FormulaError` where the text is neither a catalogue name nor a formula.
  public init(_ text: String) throws(FormulaError) {
    let policy = try BackoffPolicy.parse(text)
    self.init(name: policy.name, policy: policy)
  }

  /// The same formula under the session's own rules.
  public var withoutAxes: Variant { Variant(name: name, policy: policy.withoutAxes) }

  /// The whole catalogue, in its order.
  public static var catalogue: [Variant] {
    Catalogue.entries.map { Variant(name: $0.name, policy: $0.policy) }
  }
}

extension Scenario {
  /// Whether any client would wait by a variant: it is of a system that waits by a formula, and its
  /// cohort brings none of its own.
  public var takesVariants: Bool {
    clients.mix.contains { clients.system(of: $0).hasBackoff && $0.backoff == nil }
  }

  /// The backoff of the clients that take variants, as the scenario has it; nil where there are no
  /// such clients.
  public var ownBackoff: String? {
    let cohort = clients.mix.first { clients.system(of: $0).hasBackoff && $0.backoff == nil }
    return cohort.map { clients.backoffText(of: $0) }
  }
}
