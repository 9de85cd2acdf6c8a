import GatewayModel
import Scenarios

/// A gateway with one single limit in the place of the scenario's own.
package struct CapacityWorld: Hashable, Sendable {
  package let limit: SingleLimit
  /// Set-ups a second over all nodes of the scenario as it is.
  package let perSecond: Double

  /// Returns the gateway of a scenario with the single limit. The listener and the handshakes belong to
  /// each node: with more nodes they let more through. A limit that all nodes share stays as it is.
  func gateway(of scenario: Scenario, asBuilt: Scenario) -> GatewayDescription {
    let times = Double(scenario.gateway.nodes) / Double(asBuilt.gateway.nodes)
    return switch limit {
    case .listener, .handshake: scenario.gateway.limited(at: limit, perSecond: perSecond * times)
    case .auth, .api: scenario.gateway.limited(at: limit, perSecond: perSecond)
    }
  }
}
