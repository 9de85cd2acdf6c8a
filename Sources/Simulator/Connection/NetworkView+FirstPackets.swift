import Faults
import NetworkModel
import Primitives

// The path as a first packet meets it: it is on no node yet.
extension NetworkView {
  func timeline(
    unconnected client: UInt32, minds: ClientTimeline.Minding = .nothing
  ) -> ClientTimeline {
    let subject = World.Subject(client: client, cohort: clients.cohort(client), node: nil)
    return ClientTimeline(world: world, subject: subject, minds: minds)
  }

  /// `Path.knock` on a path that changes.
  func knock(
    ofSyn syn: Int, _ key: PacketKey, at sent: Instant
  ) -> (out: Interval, back: Interval)? {
    if isCalm { return self[pathOf: key.client].knock(ofSyn: syn, key, sentAt: sent, random) }
    let timeline = timeline(unconnected: key.client)
    return self[pathOf: key.client].knock(ofSyn: syn, key, sentAt: sent, on: timeline, random)
  }
}

extension FirstPacketFate {
  /// How long it takes to the gateway; nil where it does not arrive.
  var arrival: Interval? {
    if case .arrives(let delay, _) = self { delay } else { nil }
  }
}
