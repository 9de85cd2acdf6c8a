import Faults
import Primitives

extension Scenario {
  /// When its faults begin, end and change.
  package var timeline: FaultTimeline {
    FaultTimeline(
      faults, nodes: gateway.nodes, end: .start + duration, recoveryFrom: recoveryFrom)
  }
}
