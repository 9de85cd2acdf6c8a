import Metrics
import Simulator

// The common parts of the session systems' metrics.

/// The last sentence in the definition of a metric that only the clients of one system have.
let withoutSuchClients = "Undefined for a fleet without clients of this system."

extension MetricDeclaration {
  /// How often clients reached one milestone.
  static func reached<Machine: SimulatedSession>(
    _ path: String, _: Machine.Type, _ milestone: Machine.Milestone, _ definition: String,
    source: String? = nil
  ) -> Self {
    .count(path, definition, source: source) { $0.systems.count(Machine.self, milestone) }
  }

  /// The time in each of some states of a system.
  static func seconds(
    _ path: String, _ system: SystemName, _ states: some Sequence<SystemWord>,
    _ definition: String
  ) -> Self {
    .group(
      path, .seconds, definition,
      states.map { state in
        .number(state.word, .seconds) { $0.systems.seconds(system, state.word) }
      })
  }

  /// The time in each state of a system.
  static func states(
    _ system: SystemName, _ states: [SystemWord], _ names: String
  ) -> Self {
    .seconds(
      "\(system.rawValue).state_seconds", system, states,
      "Time that all clients together spent in each state: \(names). \(withoutSuchClients)")
  }

  /// All milestones of a system.
  static func milestones(
    _ system: SystemName, _ milestones: [SystemWord], _ note: String
  ) -> Self {
    .group(
      "\(system.rawValue).milestones", .count,
      "How often clients reached each milestone; \(note). \(withoutSuchClients)",
      milestones.map { milestone in
        .count(milestone.word) { $0.systems.count(milestone) }
      })
  }
}
