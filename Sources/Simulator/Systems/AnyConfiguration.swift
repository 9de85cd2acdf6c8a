import Sessions

/// The configuration that the clients of a cohort share, whatever session system they are of, and
/// how they are run.
public struct AnyConfiguration: Sendable {
  public let system: SimulatedSystem
  /// The configuration of the system's machine.
  public let own: any Sendable
  /// The name in error messages of the formula that clients wait by; the system where there is
  /// none.
  let formula: String
  /// Runs a plan whose cohorts are all of this system.
  let run: Run
  /// The clients of such a plan, and what is around them.
  let clients: @Sendable (SimulationPlan, [AnyConfiguration]) -> (any Clientele, RunContext)
  /// The subfleet of this system's cohorts in a mixed fleet, made once it is known what is around it.
  let subfleet: @Sendable ([AnyConfiguration], inout Roster) -> (RunContext) -> SubfleetCalls

  typealias Run =
    @Sendable (
      SimulationPlan, [AnyConfiguration], QueueChoice, (RunProgress) -> Bool
    ) throws(SimulationError) -> RunResult

  /// Call it with a concrete type, in the module that declares the loop: the compiler makes a loop for
  /// that machine then. Elsewhere it works too, several times slower.
  @inline(__always)
  public init<Machine: SimulatedSession>(_: Machine.Type, _ own: Machine.Configuration) {
    system = SimulatedSystem(Machine.self)
    self.own = own
    formula = Machine.formula(of: own) ?? Machine.system.rawValue
    run = {
      (plan, cohorts, queue, control) throws(SimulationError) -> RunResult in
      let (subfleet, shared) = oneHerd(Machine.self, plan, cohorts.map { $0.own(of: Machine.self) })
      return try runLoop(subfleet, shared, cohorts.map(\.formula), queue, control)
    }
    clients = { plan, cohorts in
      oneHerd(Machine.self, plan, cohorts.map { $0.own(of: Machine.self) })
    }
    subfleet = { cohorts, roster in
      herdBesideOthers(Machine.self, cohorts.map { $0.own(of: Machine.self) }, &roster)
    }
  }

  /// Returns the configuration of the machine; nil where it is of another system.
  private func own<Machine: SimulatedSession>(of _: Machine.Type) -> Machine.Configuration? {
    guard system.name == Machine.system else { return nil }
    guard let own = own as? Machine.Configuration else {
      preconditionFailure("two session systems are named \(system.name.rawValue)")
    }
    return own
  }
}
