import VirtualTime

/// The future event list that a run uses. The results do not depend on it.
public enum QueueChoice: String, Sendable, CaseIterable {
  /// Fast.
  case ladder
  /// Small and obvious: the oracle of the ladder.
  case heap
}

/// Runs the loop on the queue of choice.
///
/// Called with concrete types only, all in this module, so that a plain release build specialises
/// the whole loop for each of them.
///
/// - Parameter names: the name of each cohort's formula in error messages.
@inline(__always)
func runLoop<Clients: Clientele>(
  _ clients: Clients, _ shared: RunContext, _ names: [String], _ queue: QueueChoice,
  _ control: (RunProgress) -> Bool
) throws(SimulationError) -> RunResult {
  switch queue {
  case .ladder:
    let simulation = Simulation<Clients, LadderQueue>(clients, shared, formulas: names)
    let isComplete = try simulation.run(control: control)
    return simulation.result(isTruncated: !isComplete)
  case .heap:
    let simulation = Simulation<Clients, HeapQueue>(clients, shared, formulas: names)
    let isComplete = try simulation.run(control: control)
    return simulation.result(isTruncated: !isComplete)
  }
}
