/// Which values of a scenario were not written down but come from a profile or are a default: paths
/// such as `gateway.admission`.
///
/// It says where values came from and is no part of what they are: two scenarios that say the same in
/// different ways are equal.
package struct Inheritance: Hashable, Sendable {
  package var paths: Set<String>

  package init(_ paths: Set<String> = []) { self.paths = paths }

  package static func == (a: Inheritance, b: Inheritance) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}

  func contains(_ path: String) -> Bool { paths.contains(path) }
}

extension MappingReader {
  /// Those that the file, or the command line, does not give.
  func inheritance() -> Inheritance {
    let gateway = GatewayKeys.group.keys.map(\.name).filter { $0 != GatewayKeys.profile.name }
    return Inheritance(
      Set(
        missing(gateway, in: ScenarioKeys.gateway) + missingOfStations
          + missing([MetastableKeys.window.name], in: ScenarioKeys.metastable)))
  }

  /// Servers and times of the stations that a file mentions.
  private var missingOfStations: [String] {
    guard let field = take(ScenarioKeys.gateway), field.isMapping, let reader = field.mapping()
    else {
      return []
    }
    return GatewayKeys.stations.flatMap { key, keys -> [String] in
      guard let station = reader.take(key), station.isMapping, let own = station.mapping() else {
        return []
      }
      let names = [keys.servers.name, keys.time.name]
      let given = own.given(names)
      return names.filter { !given.contains($0) }.map { "gateway.\(key.name).\($0)" }
    }
  }

  private func missing(_ keys: [String], in group: Key<Field>) -> [String] {
    let field = take(group)
    let given = field.flatMap { $0.isMapping ? $0.mapping()?.given(keys) : nil } ?? []
    return keys.filter { !given.contains($0) }.map { "\(group.name).\($0)" }
  }
}
