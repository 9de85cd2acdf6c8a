import Metrics
import Primitives
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

  /// Whether all clients are of this system.
  package func isOnly(_ system: SystemName) -> Bool { systems == [system] }

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

  /// The profiles of a system's clients, each once.
  package func profiles(of system: SystemName) -> Set<String> {
    Set(cohorts(of: system).map { $0.profile ?? clients.profile })
  }

  /// A setting that all clients of a system share, in seconds; nil where they differ.
  /// - Parameter standard: what holds where the scenario does not say.
  package func seconds(_ parameter: String, of system: SystemName, standard: Interval) -> Double? {
    let found = Set(
      cohorts(of: system).map { cohort -> Interval in
        let values = cohort.parameters ?? clients.parameters
        if case .duration(let span)? = values[parameter] { return span }
        return standard
      })
    return found.count == 1 ? found.first?.seconds : nil
  }

  /// Whether a setting that is off by default is on for any client of a system.
  package func isOn(_ parameter: String, of system: SystemName) -> Bool {
    cohorts(of: system).contains { ($0.parameters ?? clients.parameters)[parameter] == .flag(true) }
  }

  private func cohorts(of system: SystemName) -> [CohortDescription] {
    clients.mix.filter { clients.system(of: $0).name == system }
  }
}
