import Measurements
import Primitives
import Sessions

/// Records what clients do in passages: what stepping records turn by turn.
struct PassageStatistics {
  let run: RunStatistics
  private let place: SubfleetPlace
  private let firstFact: UInt16

  init(_ statistics: RunStatistics, _ place: SubfleetPlace) {
    run = statistics
    self.place = place
    firstFact = Fact.milestone(place.firstDigestNumber).rawValue
  }

  /// Something happens that the digest knows, and the machine says its milestones.
  @inline(__always)
  func note(_ fact: Fact, _ moment: Moment, _ client: UInt32, at now: Instant, second: Int) {
    var facts = Digest()
    facts.add(fact.rawValue, client: client, at: now)
    for index in 0..<moment.count {
      facts.add(firstFact &+ UInt16(moment[index]), client: client, at: now)
    }
    run.facts.add(facts, second: second)
  }

  /// The machine says its milestones, once.
  func say(_ moment: Moment, _ client: UInt32, at now: Instant) {
    if moment.count == 0 { return }
    for index in 0..<moment.count {
      run.facts.add(
        .milestone(place.firstDigestNumber + UInt16(moment[index])), client, at: now)
    }
    count(moment, times: 1)
  }

  /// A client goes from one state of its session to another, or stays.
  @inline(__always)
  func move(from old: Int, to new: Int, at now: Instant) {
    if old == new { return }
    run.recorder.states.move(
      from: place.firstState + old, to: place.firstState + new, at: now)
  }

  /// Counts the milestones of a moment that has come `times`.
  func count(_ moment: Moment, times: Int) {
    for index in 0..<moment.count {
      run.recorder.milestones[place.firstMilestone + Int(moment[index])].count += times
    }
  }

  /// A client is in a state of its session for a while, and then in another; `first` was the one before.
  @inline(__always)
  func visit(
    _ state: Int, from first: Int, since begin: Instant, _ beginSecond: Int, then last: Int,
    at end: Instant, _ endSecond: Int
  ) {
    let offset = place.firstState
    if first == last {
      return run.recorder.states.visit(
        offset + state, from: offset + first, since: begin, beginSecond, until: end, endSecond)
    }
    run.recorder.states.move(from: offset + first, to: offset + state, at: begin)
    run.recorder.states.move(from: offset + state, to: offset + last, at: end)
  }
}
