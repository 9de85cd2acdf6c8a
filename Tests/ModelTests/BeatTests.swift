import Primitives
import Sessions
import Testing

@testable import Simulator

/// What may be fast-forwarded: a steady exchange that leaves the machine as it was at each of its
/// events, because a client can be resumed between any two of them.
@Suite("A heartbeat played with a copy of the machine")
struct BeatTests {
  @Test func aMachineThatRemembersNothingIsPlayedAhead() throws {
    let beat = try #require(Self.beat(remembers: false))
    #expect(beat.every == .seconds(20) && beat.patience == .seconds(10))
    #expect(beat.reply == .ack && beat.limit == .silence)
  }

  /// Resumed between beat and answer it would not know the answer.
  @Test func oneThatRemembersItsBeatIsNot() { #expect(Self.beat(remembers: true) == nil) }

  private static func beat(remembers: Bool) -> Beat<Prober>? {
    var turn = Turn<Prober>(
      random: RandomStream(scripted: 0.5), perClient: RandomStream(scripted: 0.5))
    return Beat(of: Prober(), .beat, at: .start, under: remembers, in: &turn)
  }
}

/// Sends a beat every 20 s and waits 10 s for the answer. Its configuration says whether it remembers
/// that a beat is out.
private struct Prober: SimulatedSession {
  typealias Configuration = Bool
  typealias Stimulus = NoCode
  typealias Message = ProberMessage
  typealias Call = NoCode
  typealias Timer = ProberTimer
  typealias Milestone = NoCode

  var isBeatOut = false

  mutating func handle(
    _ event: Event<Prober>, under remembers: borrowing Bool, in turn: inout Turn<Prober>
  ) {
    switch event {
    case .fired(.beat):
      turn.emit(.send(.beat))
      turn.emit(.arm(.beat, after: .seconds(20)))
      turn.emit(.arm(.silence, after: .seconds(10)))
      isBeatOut = copy remembers
    case .received(.ack, _):
      turn.emit(.disarm(.silence))
      isBeatOut = false
    case .fired(.silence), .received(.beat, _), .opened, .closed, .stimulus, .answered: break
    }
  }

  var standing: Standing { .connected }
  var connectionTimers: TimerSet<ProberTimer> { TimerSet(bits: 0b11) }
  var keepaliveTimers: TimerSet<ProberTimer> { TimerSet(bits: 0b11) }

  static var system: SystemName { SystemName(rawValue: "prober") }
  static var firstDigestNumber: UInt16 { 700 }
  static func fresh(under remembers: Bool) -> Prober { Prober() }
  static func longestPeriod(_ remembers: Bool) -> Interval { .seconds(20) }
  static var stateNames: [SystemWord] { [SystemWord(system, "on")] }
  static var milestoneNames: [SystemWord] { [] }
  var stateNumber: Int { 0 }

  func stimulus(for happening: EnvironmentEvent) -> DirectedStimulus<Prober>? { nil }

  func answer(to message: ProberMessage) -> PeerAnswer<ProberMessage> {
    switch message {
    case .beat: .reply(.ack)
    case .ack: .nothing
    }
  }
}

private enum ProberMessage: UInt8, Code { case beat, ack }
private enum ProberTimer: UInt8, Code { case beat, silence }
