/// The keys of scenario files by the place at which they stand, `clients.mix[].share`, and the words
/// that stand behind them.
///
/// Keys that depend on something else say on what: `clients.parameters(primer).waitFor`,
/// `faults[](loss).rate`. The shapes of a distribution are the same everywhere, and counted once.
package struct Vocabulary: Sendable {
  package internal(set) var keys: Set<String> = []
  /// `clients.phase = aligned`
  package internal(set) var words: Set<String> = []

  package init() {}

  /// Adds all that a scenario says.
  package mutating func add(_ tree: ScenarioTree) { add(tree, at: "", of: "") }

  private mutating func add(_ tree: ScenarioTree, at place: String, of variant: String) {
    switch tree {
    case .scalar(let text): words.insert(Self.name(of: text, at: place))
    case .list(let items): for item in items { add(item, at: place + "[]", of: variant) }
    case .mapping(let entries):
      let variant = Self.variant(of: tree, at: place) ?? variant
      for entry in entries {
        let next = Self.place(of: entry.key, in: place, of: variant)
        keys.insert(next)
        add(entry.value, at: next, of: variant)
      }
    }
  }

  /// What the keys of a mapping depend on: its session system, or the kind of a fault. nil where that
  /// is as around it.
  private static func variant(of tree: ScenarioTree, at place: String) -> String? {
    switch place {
    case "clients": tree["session"]?.word ?? "stoat"
    case "clients.mix[]": tree["session"]?.word
    case "faults[]": tree["kind"]?.word
    default: nil
    }
  }

  static func name(of word: String, at place: String) -> String { "\(place) = \(word)" }

  /// The place of a key's value.
  /// - Parameter variant: the session system of the clients, or the kind of the fault.
  static func place(of key: String, in place: String, of variant: String) -> String {
    if shapes.contains(key) { return "a distribution.\(key)" }
    switch place {
    case "": return key
    case "faults[]":
      return ofAnyFault.contains(key) ? "faults[].\(key)" : "faults[](\(variant)).\(key)"
    case "clients", "clients.mix[]":
      return ofASystem.contains(key) ? "\(place).\(key)(\(variant))" : "\(place).\(key)"
    default: return "\(place).\(key)"
    }
  }

  private static let shapes = ["median", "sigma", "uniform", "exponential", "foldedNormal"]
  private static let ofAnyFault = ["at", "for", "kind", "scope"]
  private static let ofASystem = ["profile", "parameters", "behaviour"]
}
