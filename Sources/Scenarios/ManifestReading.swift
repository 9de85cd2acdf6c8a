extension LocatedNode {
  /// The scenario that a results folder's manifest records, as a scenario file would say it; nil where
  /// this is no manifest.
  ///
  /// `resolved` has every value of the scenario as `path: value`. Values in parentheses stand for what
  /// the scenario left open.
  func scenarioOfManifest(log: ProblemLog) -> LocatedNode? {
    guard case .mapping(let entries) = value,
      entries.contains(where: { $0.key == "resolved_hash" }),
      let resolved = entries.first(where: { $0.key == "resolved" }),
      case .mapping(let values) = resolved.value.value
    else { return nil }
    let recorded = RecordedValues(values)
    var tree = LocatedNode(value: .mapping([]), place: resolved.place)
    for entry in values {
      guard case .scalar(let text, _) = entry.value.value, !Self.leftOpen.contains(text),
        let path = recorded.path(of: entry.key)
      else { continue }
      tree.put(entry.value.asWritten(text, of: path, log: log), at: path, log: log)
    }
    return tree
  }

  // What a manifest says where the scenario says nothing.
  static let profilesOwn = "(the profile's own)"
  static let toTheEnd = "(to the end)"
  static let allStations = "(all)"

  private static let leftOpen = [profilesOwn, toTheEnd, allStations]

  /// The value as it would stand in a scenario file: a list or a mapping where it is one.
  private func asWritten(_ text: String, of path: String, log: ProblemLog) -> LocatedNode {
    let isWords = path.split(separator: ".").contains {
      ["name", "about", "backoff", "slo"].contains($0)
    }
    guard !isWords, text.hasPrefix("{") || text.hasPrefix("[") else {
      return LocatedNode(value: .scalar(text, isPlain: !isWords), place: place)
    }
    var reading = YAMLReading(log: log, option: place)
    return reading.read(text, path: path) ?? self
  }
}

/// The values of a manifest. It says of every cohort what its clients have, wherever that was said:
/// what a cohort has from the fleet is taken from there, so that a change of the fleet's reaches it.
private struct RecordedValues {
  private let values: [String: String]
  private let hasOneCohort: Bool

  init(_ entries: [LocatedNode.Entry]) {
    values = entries.reduce(into: [:]) { values, entry in
      if case .scalar(let text, _) = entry.value.value { values[entry.key] = text }
    }
    hasOneCohort = values["clients.mix.1.name"] == nil
  }

  /// Where a value belongs; nil where the fleet's value is the same.
  func path(of key: String) -> String? {
    let keys = key.split(separator: ".")
    guard keys.count > 3, keys[0] == "clients", keys[1] == "mix" else { return key }
    let cohort = keys[..<3].joined(separator: ".")
    let rest = keys[3...].joined(separator: ".")
    switch keys[3] {
    case "backoff", "profile": return values[key] == values["clients.\(rest)"] ? nil : key
    case "network": return hasFleetsNetwork(cohort) ? nil : key
    case "parameters", "behaviour": return hasOneCohort ? "clients.\(rest)" : key
    default: return key
    }
  }

  private func hasFleetsNetwork(_ cohort: String) -> Bool {
    values.allSatisfy { key, value in
      !key.hasPrefix("network.") || values["\(cohort).\(key)"] == value
    }
  }
}
