import Faults
import NetworkModel
import Primitives

// The conditions that a first packet meets: it is on no node yet.
extension NetworkView {
  func conditions(ofFirstPacketOf client: UInt32, at instant: Instant) -> PathConditions {
    if !world.perturbsAnyPath { return PathConditions() }
    return PathConditions(world.pathChange(subject(unconnected: client), at: instant))
  }

  /// Returns the subject of a client that sends a first packet: it is on no node yet.
  private func subject(unconnected client: UInt32) -> World.Subject {
    World.Subject(client: client, cohort: clients.cohort(client), node: nil)
  }
}
