import Primitives
import Sessions
import VirtualTime

/// Which future event list a run uses. The results do not depend on it.
public enum QueueChoice: String, Sendable, CaseIterable {
  /// Fast.
  case wheel
  /// Small and obvious: the oracle of the wheel.
  case heap
}

/// Runs a plan with Stoat clients.
///
/// One concrete entry per session system and queue, so that a plain release build specialises the
/// generic loop.
/// - Parameters:
///   - configurations: one per cohort of the plan.
///   - formulas: what an error calls each cohort's formula.
///   - control: asked every 65,536 events; false ends the run, and the result says it is truncated.
public func simulateStoat(
  _ plan: SimulationPlan, configurations: [StoatConfiguration], queue: QueueChoice = .wheel,
  control: (RunProgress) -> Bool = { _ in true }
) throws(SimulationError) -> RunResult {
  let formulas = configurations.map(\.backoff.name)
  switch queue {
  case .wheel:
    var simulation = Simulation<StoatClient, TimingWheel>(
      plan, configurations: configurations, formulas: formulas)
    let isComplete = try simulation.run(control: control)
    return simulation.result(isTruncated: !isComplete)
  case .heap:
    var simulation = Simulation<StoatClient, HeapQueue>(
      plan, configurations: configurations, formulas: formulas)
    let isComplete = try simulation.run(control: control)
    return simulation.result(isTruncated: !isComplete)
  }
}
