import Metrics
import Simulator
import Systems

extension Scenario {
  /// The stages that a set-up of this fleet's clients passes. Those of a fleet without connections
  /// ask the api alone.
  package var setUpStages: [SetUpStage] { .passed(by: systems.map(\.setUpStages)) }

  /// True if connections of any of its clients pass a stage of the gateway.
  package var hasSetUps: Bool { systems.contains { !$0.setUpStages.isEmpty } }

  /// The stage with the least throughput of those that a set-up passes; nil where none limits.
  package var bottleneck: GatewayStage? { gateway.bottleneck(of: setUpStages) }

  /// By cohort.
  private var systems: [SessionSystem] { clients.mix.map { clients.system(of: $0) } }
}
