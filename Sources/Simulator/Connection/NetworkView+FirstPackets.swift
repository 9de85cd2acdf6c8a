import Faults
import NetworkModel
import Primitives

// The past and future places of a first packet. They follow from its draws and from the faults of
// the plan.
extension NetworkView {
  /// Returns the moments at which a packet that arrives at the gateway at `arrival` may have been
  /// sent. The latency is that of the moment at which it was sent, so there may be several.
  func sendingMoments(of key: PacketKey, arrivedAt arrival: Instant) -> [Instant] {
    var moments: [Instant] = []
    for instant in [.start, arrival] + world.pathChanges where instant <= arrival {
      let conditions = conditions(ofFirstPacketOf: key.client, at: instant)
      let sent = arrival - self[pathOf: key.client].delay(key, .out, conditions, random)
      let isSo = self.conditions(ofFirstPacketOf: key.client, at: sent) == conditions
      if isSo && !moments.contains(sent) { moments.append(sent) }
    }
    return moments
  }

  /// Returns true if a first packet of a client that came to the gateway at a moment of the run got
  /// no answer there.
  func isListenerSilent(to client: UInt32, at instant: Instant) -> Bool {
    world.swallows(subject(unconnected: client), at: instant)
      || world.isClosedSilently(at: instant)
  }

  func conditions(ofFirstPacketOf client: UInt32, at instant: Instant) -> PathConditions {
    if !world.perturbsAnyPath { return PathConditions() }
    return PathConditions(world.pathChange(subject(unconnected: client), at: instant))
  }

  /// Returns the subject of a client that sends a first packet: it is on no node yet.
  private func subject(unconnected client: UInt32) -> World.Subject {
    World.Subject(client: client, cohort: clients.cohort(client), node: nil)
  }
}
