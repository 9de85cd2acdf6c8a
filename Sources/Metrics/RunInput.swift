import Simulator

/// The input of a run, as far as its metrics look at it. They are read off this and a `RunResult`
/// alone.
package struct RunInput: Sendable {
  package let plan: SimulationPlan
  /// By cohort, the traits of its clients.
  let cohorts: [CohortTraits]

  package init(_ plan: SimulationPlan, _ cohorts: [CohortTraits]) {
    self.plan = plan
    self.cohorts = cohorts
  }

  /// By cohort, the session system of its clients.
  package var systems: [SystemName] { cohorts.map(\.system) }

  /// The stages of the gateway that a set-up of its clients passes.
  var setUpStages: [SetUpStage] { .passed(by: cohorts.map(\.setUpStages)) }
}
