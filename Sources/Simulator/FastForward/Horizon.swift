import Faults
import Primitives

/// The moment up to which clients may be played ahead of the loop's clock: the next moment at which
/// the world changes, or at which all clients are looked at.
///
/// An object, because the loop moves it and all subfleets read it.
final class Horizon {
  private let timeline: FaultTimeline
  /// The moment from which no client is played ahead.
  @exclusivity(unchecked) private var end: Instant
  @exclusivity(unchecked) private var change = Instant.never
  /// When all clients are to be looked at next.
  @exclusivity(unchecked) private var nextLook = Instant.never
  @exclusivity(unchecked) private var slice: Slice
  /// The moment before which events may be played.
  @exclusivity(unchecked) private(set) var bound = Instant.start
  /// The latest moment up to which any client has been played.
  @exclusivity(unchecked) private(set) var reached = Instant.start
  /// Events that have been played ahead so far.
  @exclusivity(unchecked) private(set) var played = 0

  init(_ plan: SimulationPlan, _ timeline: FaultTimeline) {
    self.timeline = timeline
    end = plan.skipsQuietTime ? .start + plan.duration : .start
    slice = Slice(clients: plan.clients)
    worldChanged(at: -1)
  }

  /// The end of the present slice.
  var sliceEnd: Instant { slice.due }

  /// The world has changed at a moment of the timeline.
  func worldChanged(at moment: Int) {
    let next = moment + 1
    let moments = timeline.moments
    change = next < moments.count ? timeline.changes[moments[next].lowerBound].at : .never
    setBound()
  }

  private func setBound() { bound = min(min(change, nextLook), min(slice.end, end)) }

  /// The clock is about to move to `instant`.
  /// - Parameters:
  ///   - nextLook: when all clients are to be looked at next.
  ///   - events: that have happened so far.
  func goOn(before instant: Instant, nextLook: Instant, events: Int) {
    if instant >= slice.due { slice.renew(at: instant, events: events) }
    self.nextLook = nextLook
    setBound()
  }

  /// Ends the playing ahead of clients.
  func close() {
    end = .start
    setBound()
  }

  /// Events up to `instant` have been played ahead.
  @inline(__always)
  func plays(at instant: Instant, events: Int = 1) {
    reached = max(reached, instant)
    played += events
  }
}

/// Clients are played ahead slice by slice, so that a run that is broken off need not go on for long
/// until all of them have come equally far.
private struct Slice {
  private(set) var end = Instant.start
  /// When the next one begins: before this one ends, so that no client is held up at its end. Formulas
  /// that double end their waits just where slices that double would.
  private(set) var due = Instant.start
  private var length = Interval.seconds(64)
  /// Events before it began.
  private var before = 0
  /// How many events it is to have: some for every client.
  private let target: Int

  init(clients: Int) { target = max(1 << 18, 8 * clients) }

  /// Begins the next one, of a length that the events of this one suggest.
  mutating func renew(at now: Instant, events: Int) {
    let count = events - before
    before = events
    if count < target / 2 && length < .hours(1 << 20) {
      length = length + length
    } else if count > 2 * target && length > .milliseconds(1) {
      length = .nanoseconds(length.nanoseconds / 2)
    }
    end = now + length
    due = now + .nanoseconds(length.nanoseconds / 4)
  }
}
