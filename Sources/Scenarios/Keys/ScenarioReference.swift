import Systems
import Words

/// Everything that a scenario file may say, for code that explains it.
package enum ScenarioReference {
  /// A key and where it stands.
  package struct Entry: Sendable {
    /// Keys with dots between them, without the numbers of list items: `clients.mix.share`.
    package let path: String
    package let words: KeyWords
    /// The kind of fault or the session systems that have the key; nil for a key of every file.
    package let only: String?
  }

  /// The top of a file.
  package static let root = ScenarioKeys.group
  package static let distribution = DistributionKeys.group
  /// The mappings that several places share, each explained once.
  package static let shared = [FadeKeys.group, DisciplineKeys.group]
  /// The keys of a distribution that only the latency of a path has.
  package static let ofLatencyAlone = DistributionKeys.ofLatency

  /// All keys, in the order of a file; those below a key come after it.
  package static let entries: [Entry] =
    below(root, path: "")
    + below(distribution, path: distribution.name)
    + shared.flatMap { below($0, path: $0.name) }

  /// Returns true if a larger value of the key at a path means more capacity of the gateway.
  package static func isCapacity(_ path: String) -> Bool {
    entries.contains { $0.path == path && $0.words.isCapacity }
  }

  /// The mappings that have keys of their own, by the paths at which they stand.
  package static let groups: [(path: String, group: KeyGroup)] =
    [("scenario", root)]
    + entries.compactMap { entry in
      entry.words.shape.group.map { (entry.path, $0) }
    } + [("distribution", distribution)] + shared.map { ($0.name, $0) }

  /// The settings of a session system.
  package static func parameters(of system: SessionSystem) -> [KeyWords] {
    system.parameters.map { ParameterKeys.key($0).words }
  }

  /// Returns the keys for the behaviour of a system's users and backends.
  package static func behaviour(of system: SessionSystem) -> [KeyWords] {
    system.behaviourKeys.map(BehaviourKeys.words)
  }

  package static let networkProfiles = NetworkProfiles.names

  /// Returns the description of a profile of a network, a gateway or a session system; nil for any
  /// other word.
  package static func profileText(_ name: String) -> String? {
    var texts: [String] = []
    if let network = NetworkProfiles.named(name) {
      texts.append(
        "As a network: latency \(network.latency.text) one way, loss \(network.loss.text).")
    }
    if let gateway = GatewayProfiles.all.first(where: { $0.profile == name }) {
      texts.append("As a gateway: \(GatewayKeys.text(of: gateway)).")
    }
    for system in SessionSystem.all {
      guard let text = system.about.profiles[name] else { continue }
      texts.append("Of \(system.name.rawValue): \(text)")
    }
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  private static func below(_ group: KeyGroup, path: String) -> [Entry] {
    group.keys.flatMap { entries(of: $0, path: joined(path, $0.name), only: nil) }
  }

  private static func entries(of words: KeyWords, path: String, only: String?) -> [Entry] {
    let own = Entry(path: path, words: words, only: only)
    // A cohort's keys are those of the fleet.
    if path.hasPrefix("clients.mix."), CohortKeys.inherited.contains(words.name) { return [own] }
    return [own] + members(of: words.shape, path: path, only: only)
  }

  private static func members(
    of shape: ValueShape, path: String, only: String?
  ) -> [Entry] {
    switch shape {
    case .group(let group):
      return group.keys.flatMap { entries(of: $0, path: joined(path, $0.name), only: only) }
    case .list(let item): return members(of: item, path: path, only: only)
    case .either(let shapes): return shapes.flatMap { members(of: $0, path: path, only: only) }
    case .fault: return faultEntries(path)
    case .parameters:
      return SessionSystem.all.flatMap { system in
        parameters(of: system).map {
          Entry(path: joined(path, $0.name), words: $0, only: system.name.rawValue)
        }
      }
    case .behaviour:
      return BehaviourKey.allCases.flatMap { key -> [Entry] in
        let systems = SessionSystem.all.filter { $0.behaviourKeys.contains(key) }
        let names = systems.map(\.name.rawValue).joined(separator: ", ")
        return entries(
          of: BehaviourKeys.words(key), path: joined(path, key.rawValue), only: names)
      }
    default: return []
    }
  }

  private static func faultEntries(_ path: String) -> [Entry] {
    let common = FaultKindWords.common.flatMap {
      entries(of: $0, path: joined(path, $0.name), only: nil)
    }
    return common
      + FaultKindWords.all.flatMap { kind in
        kind.keys.flatMap { entries(of: $0, path: joined(path, $0.name), only: kind.name) }
      }
  }
}

extension ValueShape {
  /// The mapping that it may be.
  package var group: KeyGroup? {
    switch self {
    case .group(let group): group
    case .list(let item): item.group
    case .either(let shapes): shapes.lazy.compactMap(\.group).first
    default: nil
    }
  }

  /// The words that it may be.
  package var wordValues: [String] {
    switch self {
    case .word(let words): words
    case .list(let item): item.wordValues
    case .either(let shapes): shapes.flatMap(\.wordValues)
    default: []
    }
  }
}
