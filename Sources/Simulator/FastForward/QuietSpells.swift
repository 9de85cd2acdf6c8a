import Faults
import Primitives
import VirtualTime

/// The spells in which clients may be fast-forwarded: between two changes of faults that concern
/// connected clients.
final class QuietSpells<Clients: Clientele> {
  private let clients: Clients
  private let timeline: FaultTimeline
  /// The moment beyond which no client is fast-forwarded.
  private let end: Instant

  /// - Parameter end: of the run; its start where no client is to be fast-forwarded.
  init(_ clients: Clients, _ timeline: FaultTimeline, end: Instant) {
    self.clients = clients
    self.timeline = timeline
    self.end = end
    lookAhead(from: 0)
  }

  /// Takes a moment of the timeline: each fast-forwarded client is put where it stands just before
  /// `event`, if the moment changes anything for connected clients.
  func interrupt(
    at number: Int, _ event: PendingEvent, _ buffer: inout EventBuffer,
    post: (inout EventBuffer) -> Void
  ) {
    if isDisturbance(timeline.moments[number]) {
      clients.resumeEveryone(before: event, &buffer, post: post)
    }
  }

  /// From now on the moments after this one are to come.
  func lookAhead(beyond number: Int) { lookAhead(from: number + 1) }

  /// Finds the next moment from `number` on at which faults change anything for connected clients.
  private func lookAhead(from number: Int) {
    let next = timeline.moments[number...].first(where: isDisturbance)
    let change = next.map { timeline.changes[$0.lowerBound].at } ?? .never
    clients.look(ahead: min(change, end))
  }

  private func isDisturbance(_ moment: Range<Int>) -> Bool {
    moment.contains { index in
      timeline.effects[timeline.changes[index].fault].disturbsConnections
    }
  }
}
