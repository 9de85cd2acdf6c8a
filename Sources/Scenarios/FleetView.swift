import Metrics
import Simulator
import Systems

/// Which session systems a fleet is made of, and what their cohorts say.
package struct FleetView: Sendable {
  /// In the order in which the cohorts name them.
  package let systems: [SystemName]
  /// The same with what is known of them.
  package let sessions: [SessionSystem]
  private let clients: ClientsDescription

  package init(_ clients: ClientsDescription) {
    self.clients = clients
    systems = clients.mix.map { clients.system(of: $0).name }.withoutRepetition
    sessions = systems.map { SessionSystem.named($0) }
  }

  /// The system of all clients; nil where they are of several.
  package var only: SessionSystem? { sessions.count == 1 ? sessions[0] : nil }

  package func has(_ system: SystemName) -> Bool { systems.contains(system) }

  /// How many of `count` clients are of each system, by the shares; the sum is `count`.
  package func split(_ count: Int) -> [(system: SystemName, count: Int)] {
    var share = 0.0
    var given = 0
    return systems.map { system in
      share += cohorts(of: system).reduce(0) { $0 + $1.share }
      let upTo = system == systems.last ? count : Int((share * Double(count)).rounded())
      defer { given = upTo }
      return (system, upTo - given)
    }
  }

  /// Returns the settings of a system's cohorts.
  package func settings(of system: SystemName) -> CohortSettings {
    let own = cohorts(of: system)
    return CohortSettings(
      profiles: own.map { $0.profile ?? clients.profile },
      values: own.map { $0.parameters ?? clients.parameters })
  }

  private func cohorts(of system: SystemName) -> [CohortDescription] {
    clients.mix.filter { clients.system(of: $0).name == system }
  }
}
