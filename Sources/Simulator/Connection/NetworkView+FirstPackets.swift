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
}

extension FirstPacketFate {
  /// How long it takes to the gateway; nil where it does not arrive.
  var arrival: Interval? {
    if case .arrives(let delay, _) = self { delay } else { nil }
  }
}
