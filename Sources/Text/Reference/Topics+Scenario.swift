import Scenarios
import Systems

extension Topic {
  /// The keys of scenario files, each under its path.
  static let keys: [Topic] =
    ScenarioReference.entries.map { entry in
      let words = entry.words
      return Topic(
        entry.path, .key, words.meaning,
        facts: [
          ("only for", entry.only), ("value", words.shape.text),
          ("default", words.standard ?? "none: it must be given"),
          ("example", "\(words.name): \(words.example)"), ("source", words.source),
        ], members: members(of: words.shape, path: entry.path), aliases: [words.name])
    } + [scenario, distribution] + shared

  private static let scenario = Topic(
    "scenario", .notion, ScenarioReference.root.meaning,
    members: members(of: .group(ScenarioReference.root), path: ""),
    aliases: ["file", "yaml", "keys"])

  private static let distribution = Topic(
    "distribution", .notion, ScenarioReference.distribution.meaning,
    members: members(of: .group(ScenarioReference.distribution), path: "distribution"),
    aliases: ["lognormal", "latency distribution"])

  private static let shared = ScenarioReference.shared.map { group in
    Topic(
      group.name, .notion, group.meaning, members: members(of: .group(group), path: group.name),
      aliases: otherNames[group.name] ?? [])
  }

  private static let otherNames = [
    "gilbertElliott": ["fade", "burst", "bursts", "burst loss"],
    "discipline": ["queue discipline", "fifo", "lifo", "adaptive LIFO", "controlled delay"],
  ]

  /// Returns the members that may stand below a key.
  private static func members(of shape: ValueShape, path: String) -> [(String, String)] {
    let prefix = path.isEmpty ? "" : path + "."
    switch shape {
    case .fault:
      return FaultKindWords.common.map { (prefix + $0.name, firstSentence($0.meaning)) }
        + FaultKindWords.all.map { ($0.name, firstSentence($0.meaning)) }
    case .parameters:
      return ScenarioReference.entries.filter { $0.path.hasPrefix(prefix) }.map {
        ($0.path, "\($0.only ?? ""): \(firstSentence($0.words.meaning))")
      }
    case .behaviour:
      return ScenarioReference.entries.filter {
        $0.path.hasPrefix(prefix) && !$0.path.dropFirst(prefix.count).contains(".")
      }.map { ($0.path, firstSentence($0.words.meaning)) }
    default:
      return shape.group?.keys.map { (prefix + $0.name, firstSentence($0.meaning)) } ?? []
    }
  }

  /// The kinds of faults.
  static let faults: [Topic] = FaultKindWords.all.map { kind in
    Topic(
      kind.name, .fault, kind.meaning, facts: [("example", kind.example)],
      members: (kind.shared + kind.keys).map {
        ("faults.\($0.name)", firstSentence($0.meaning))
      }, aliases: ["faults.\(kind.name)"])
  }

  /// The words that keys may have as values, each with the keys that have it.
  static let values: [Topic] = {
    var places: [(word: String, keys: [ScenarioReference.Entry])] = []
    for entry in ScenarioReference.entries {
      for word in entry.words.shape.wordValues {
        if let place = places.firstIndex(where: { $0.word == word }) {
          places[place].keys.append(entry)
        } else {
          places.append((word, [entry]))
        }
      }
    }
    let known = Set(FaultKindWords.all.map(\.name) + SessionSystem.names)
    return places.filter { !known.contains($0.word) }.map { word, keys in
      Topic(
        word, .value, ScenarioReference.profileText(word) ?? "What it means stands with the key.",
        members: keys.map { ($0.path, $0.words.meaning) })
    }
  }()

  /// The session systems, with all that a scenario may say of their clients.
  static let sessions: [Topic] = SessionSystem.all.map { system in
    let metrics = metricNames(of: system)
    return Topic(
      system.name.rawValue, .session, system.about.meaning,
      facts: [
        (
          "profiles",
          system.profiles.map { "\($0): \(system.about.profiles[$0] ?? "")" }
            .joined(separator: " ")
        ),
        ("default", system.defaultProfile),
        ("backoff", system.backoffs[system.defaultProfile] ?? "rules of its own, no formula"),
        (
          "faults that mean nothing to it",
          system.foreignFaults.isEmpty
            ? nil
            : system.foreignFaults.sorted { $0.key < $1.key }.map { "\($0) (\($1))" }
              .joined(separator: ", ")
        ),
      ],
      members: ScenarioReference.parameters(of: system).map {
        (
          "clients.parameters.\($0.name)",
          "\(firstSentence($0.meaning)) Default \($0.standard ?? "")."
        )
      }
        + ScenarioReference.behaviour(of: system).map {
          ("clients.behaviour.\($0.name)", firstSentence($0.meaning))
        } + metrics)
  }

  private static func metricNames(of system: SessionSystem) -> [(String, String)] {
    metricDefinitions.filter { $0.name.hasPrefix("\(system.name.rawValue).") }
      .map { ($0.name, firstSentence($0.definition)) }
  }
}
