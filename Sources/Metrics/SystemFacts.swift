import Measurements
import Simulator

/// The facts of a run about each session system of its fleet. Every fact about a system that the
/// fleet has no clients of is nil.
package struct SystemFacts: Sendable {
  private let systems: Set<SystemName>
  private let milestones: [SystemWord: Int]
  private let times: [SystemWord: DistributionSummary]
  private let states: [SystemWord: Double]
  private let pushFigures: [SystemName: PushFigures]
  private let pushDelays: [SystemName: DistributionSummary]

  init(_ input: RunInput, _ run: RunResult) {
    systems = Set(input.systems)
    milestones = Dictionary(
      uniqueKeysWithValues: run.sessions.milestones.map { ($0.name, $0.count) })
    times = Dictionary(
      uniqueKeysWithValues: run.sessions.milestones.compactMap { milestone in
        milestone.after.map { (milestone.name, $0.summary) }
      })
    states = Dictionary(uniqueKeysWithValues: run.sessions.states.map { ($0.name, $0.seconds) })
    pushFigures = Dictionary(uniqueKeysWithValues: run.sessions.pushes.map { ($0.system, $0) })
    pushDelays = pushFigures.mapValues(\.delay.summary)
  }

  /// How often a milestone was reached.
  package func count<Machine: SimulatedSession>(
    _: Machine.Type, _ milestone: Machine.Milestone
  ) -> Int? {
    contain(Machine.system) ? count(Machine.name(of: milestone)) : nil
  }

  package func count(_ milestone: SystemWord) -> Int? {
    contain(milestone.system) ? milestones[milestone] : nil
  }

  /// How long it took to reach a milestone.
  package func time<Machine: SimulatedSession>(
    _: Machine.Type, _ milestone: Machine.Milestone
  ) -> DistributionSummary? {
    contain(Machine.system) ? times[Machine.name(of: milestone)] : nil
  }

  /// Seconds that all clients together spent in a state.
  package func seconds(_ system: SystemName, _ state: String) -> Double? {
    systems.contains(system) ? states[SystemWord(system, state)] : nil
  }

  package func pushes(_ system: SystemName) -> PushFigures? {
    pushFigures[system]
  }

  package func pushDelay(_ system: SystemName) -> DistributionSummary? {
    pushDelays[system]
  }

  /// Returns true if the fleet has clients of it.
  package func contain(_ system: SystemName) -> Bool { systems.contains(system) }

  /// One count over another; nil where either is missing or the other is 0.
  package func share(_ part: Int?, of whole: Int?) -> Double? {
    guard let part, let whole, whole > 0 else { return nil }
    return Double(part) / Double(whole)
  }
}
