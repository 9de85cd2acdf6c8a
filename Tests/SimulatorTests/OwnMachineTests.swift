import Primitives
import Sessions
import Simulator
import Testing

/// A session machine that the package does not know runs like its own.
@Suite("A machine of one's own")
struct OwnMachineTests {
  /// Cut off at 60 s and refused until 120 s: attempts at 67, 74, ..., 123 s.
  @Test(arguments: QueueChoice.allCases) func comesBackByItsOwnRule(queue: QueueChoice) throws {
    var world = FleetWorld(
      Fleet([AnyConfiguration(Redialler.self, .seconds(7))]),
      network: constantNetwork(milliseconds: 0))
    world.faults = [outage(at: 60, for: 60)]
    let run = try world.run(queue)
    #expect(run.recovery.outcomes.recovered == world.clients)
    #expect(run.load.attempts == 9 * world.clients)
    #expect(run.recovery.recoveries.allSatisfy { $0 == .seconds(3) })
    #expect(run.sessions.states.map(\.name.word) == ["down", "up"])
  }

  /// Beside a system of the package.
  @Test func runsInAMixedFleet() throws {
    let stoat = try BackoffPolicyForTests.parse("stoat-web")
    var world = FleetWorld(
      Fleet([AnyConfiguration(Redialler.self, .seconds(7)), .stoat(stoat)]))
    world.faults = [outage(at: 60, for: 60)]
    let run = try world.run()
    #expect(run.recovery.outcomes.recovered == world.clients)
    #expect(Set(run.sessions.states.map(\.name.system.rawValue)) == ["redialler", "stoat"])
  }
}

/// Holds a socket, and opens it again after the wait that its configuration says.
private struct Redialler: SimulatedSession {
  typealias Configuration = Interval
  typealias Stimulus = Start
  typealias Message = NoCode
  typealias Call = NoCode
  typealias Timer = Retry
  typealias Milestone = NoCode

  enum Start: UInt8, Code { case start }
  enum Retry: UInt8, Code { case retry }

  var isUp = false

  mutating func handle(
    _ event: Event<Redialler>, under wait: borrowing Interval, in turn: inout Turn<Redialler>
  ) {
    switch event {
    case .stimulus, .fired: turn.emit(.open)
    case .opened: isUp = true
    case .closed:
      isUp = false
      turn.emit(.arm(.retry, after: copy wait))
    case .received, .answered: break
    }
  }

  var standing: Standing { isUp ? .connected : .waiting }
  var connectionTimers: TimerSet<Retry> { [] }
  var keepaliveTimers: TimerSet<Retry> { [] }

  static var system: SystemName { SystemName(rawValue: "redialler") }
  static var firstDigestNumber: UInt16 { 700 }
  static var setUpStages: SetUpStages { [.admission, .handshake] }
  static var hasPushes: Bool { false }
  static func fresh(under wait: Interval) -> Redialler { Redialler() }
  static func longestPeriod(_ wait: Interval) -> Interval { .seconds(10) }
  static var stateNames: [SystemWord] { ["down", "up"].map { SystemWord(system, $0) } }
  static var milestoneNames: [SystemWord] { [] }
  var stateNumber: Int { isUp ? 1 : 0 }

  func stimulus(for happening: EnvironmentEvent) -> DirectedStimulus<Redialler>? {
    if case .start = happening { DirectedStimulus(.start) } else { nil }
  }
}
