import Faults
import NetworkModel
import Primitives

// Where a first packet was, and will be: that follows from its draws, and from the faults of the plan.
extension NetworkView {
  /// One-way delay of the SYN of try `syn` that leaves at `sent`; nil where it, or its answer, is lost.
  func delay(ofSyn syn: Int, _ key: PacketKey, at sent: Instant) -> Interval? {
    let conditions = conditions(ofFirstPacketOf: key.client, at: sent)
    if self[pathOf: key.client].losesSyn(
      syn, client: key.client, attempt: key.attempt, conditions, random)
    {
      return nil
    }
    return self[pathOf: key.client].delay(key, .out, conditions, random)
  }

  /// When a packet to the gateway may have been sent that arrives at `arrival`: latency is that of the moment at
  /// which it was sent, so that there may be several.
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

  /// Whether a first packet of a client's that came to the gateway at a moment of the run found nobody.
  func isDoorSilent(to client: UInt32, at instant: Instant) -> Bool {
    world.swallows(subject(unconnected: client), at: instant)
      || world.isClosedSilently(at: instant)
  }

  private func conditions(ofFirstPacketOf client: UInt32, at instant: Instant) -> PathConditions {
    if !world.perturbsAnyPath { return PathConditions() }
    return PathConditions(world.pathChange(subject(unconnected: client), at: instant))
  }

  /// Whoever sends a first packet is on no node yet.
  private func subject(unconnected client: UInt32) -> World.Subject {
    World.Subject(client: client, cohort: clients.cohort(client), node: nil)
  }
}
