import Backoff
import Primitives
import Sessions
import Testing

@testable import Simulator

/// What may be passed over: courses that leave a machine as it was, but for what its formula remembers.
@Suite("A passage rehearsed with the machine itself") struct PassageRehearsalTests {
  @Test func aRefusedStoatClient() throws {
    let passage = try #require(Retrier.passage(.refused(.refused), of: Self.waiting()))
    #expect(passage.wake == .retry && passage.limit == .connect)
    #expect(passage.patience == .seconds(20))
    #expect(Self.milestones(passage.atBegin) == [.reconnecting, .cacheInvalidated])
    #expect(Self.milestones(passage.atFailure) == [.disconnected])
  }

  @Test(arguments: [Course.turnedAway(.shed), .timedOut, .timedOutOnceOpen])
  func anAttemptUnderWay(course: Course) throws {
    let passage = try #require(Retrier.passage(course, of: Self.connecting()))
    #expect(passage.wake == .retry && passage.limit == .connect)
    #expect(passage.openTimers == (course == .timedOutOnceOpen ? [.heartbeat] : []))
    #expect(Self.milestones(passage.atFailure) == [.disconnected])
    #expect(Self.milestones(passage.atBegin) == [.reconnecting, .cacheInvalidated])
  }

  /// Every course needs the timers that go with it.
  @Test func theTimersMustBeThoseOfTheCourse() {
    let open = Self.stoat([.fired(.retry), .opened])
    #expect(Retrier.passage(.timedOut, of: open, [.connect, .heartbeat]) != nil)
    #expect(Retrier.passage(.timedOut, of: open, [.connect, .heartbeat, .pong]) == nil)
    #expect(Retrier.passage(.timedOut, of: open, [.heartbeat]) == nil)
    let connecting = Self.connecting()
    #expect(Retrier.passage(.timedOutOnceOpen, of: connecting, [.connect, .heartbeat]) == nil)
    #expect(Retrier.passage(.turnedAway(.shed), of: connecting, [.connect, .retry]) == nil)
    #expect(Retrier.passage(.refused(.refused), of: Self.waiting(), [.retry, .connect]) == nil)
    // Behind an error of the server's the client does not come back.
    #expect(Retrier.passage(.refused(.refused), of: connecting, [.connect]) == nil)
  }

  /// A machine that does as the formula says and no more, and one of each kind that does more.
  @Test(arguments: Habit.allCases) func whoDoesMoreIsStepped(habit: Habit) throws {
    let random = RandomSource(seed: 1)
    guard let waiting = Rehearsal(of: Retrier(), under: habit, random, at: .seconds(9)) else {
      #expect(habit == .hasNoFormula)
      return
    }
    let refused = Passage(.refused(.refused), [.wait], waiting)
    #expect((refused != nil) == (habit == .plain), "\(habit)")
    var trying = Retrier()
    trying.isTrying = true
    let rehearsal = try #require(Rehearsal(of: trying, under: habit, random, at: .seconds(9)))
    let passages = [rehearsal, rehearsal.postponed].map {
      Passage(.turnedAway(.shed), [.limit], $0)
    }
    guard let first = passages[0], let second = passages[1] else {
      // Another attempt than the first may leave another count behind.
      #expect(habit != .plain && habit != .counts && habit != .remembersWhen, "\(habit)")
      return
    }
    // What it remembers of the moment gives it away.
    #expect(first.isSame(as: second) == (habit != .remembersWhen), "\(habit)")
  }

  // MARK: Stoat clients

  private static func milestones(_ moment: Moment) -> [StoatMilestone] {
    (0..<moment.count).map { StoatMilestone(rawValue: moment[$0])! }
  }

  private static func waiting() -> StoatClient { stoat([]) }
  private static func connecting() -> StoatClient { stoat([.fired(.retry)]) }

  /// A client that has lost its first attempt, and what comes after that.
  private static func stoat(_ events: [Event<StoatClient>]) -> StoatClient {
    var client = StoatClient()
    let draws = RandomStream(scripted: 0.5)
    var turn = Turn<StoatClient>(random: draws, perClient: draws)
    for event in [.stimulus(.storedSession), .closed(.refused)] + events {
      turn.begin(at: .start, isDeviceOnline: true)
      client.handle(event, under: configuration, in: &turn)
    }
    return client
  }

  fileprivate static let configuration = StoatConfiguration(
    profile: .spec,
    policy: try! BackoffPolicy.parse("min(30s, 2^x) * uniform(0.5, 1), connectTimeout: 20s"))
}

extension Retrier {
  fileprivate static func passage(
    _ course: Course, of client: StoatClient, _ running: TimerSet<StoatTimer>? = nil
  ) -> Passage<StoatClient>? {
    let usual: TimerSet<StoatTimer> =
      if case .refused = course { [.retry] } else { [.connect] }
    return Rehearsal(
      of: client, under: PassageRehearsalTests.configuration, RandomSource(seed: 1), at: .start
    ).flatMap { Passage(course, running ?? usual, $0) }
  }
}

/// What a machine does beside what its formula says.
enum Habit: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case plain
  /// It counts its failures itself, too.
  case counts
  /// It remembers when its attempt began.
  case remembersWhen
  /// It waits longer than the formula says.
  case waitsLonger
  /// It steps its formula twice.
  case countsTwice
  /// It sends something, opens twice, arms another timer.
  case sends, armsAnother
  /// It waits by rules of its own.
  case hasNoFormula
  /// It is done after a failure.
  case givesUp
}

/// Waits, tries, is refused, waits. Its configuration says what else it does.
private struct Retrier: SimulatedSession {
  typealias Configuration = Habit
  typealias Stimulus = NoCode
  typealias Message = RetrierMessage
  typealias Call = NoCode
  typealias Timer = RetrierTimer
  typealias Milestone = NoCode

  var formula = BackoffState()
  var ownCount: UInt8 = 0
  var began: UInt32 = 0
  var isTrying = false
  var isDone = false

  static let policy = try! BackoffPolicy.parse("2^x").resolved(
    reset: .ready, clock: .failure, connectTimeout: .seconds(10))

  static func policy(of habit: borrowing Habit) -> ResolvedPolicy? {
    habit == .hasNoFormula ? nil : policy
  }

  mutating func handle(
    _ event: Event<Retrier>, under habit: borrowing Habit, in turn: inout Turn<Retrier>
  ) {
    let habit = copy habit
    switch event {
    case .fired(.wait):
      isTrying = true
      formula.attemptBegan(at: turn.now)
      if habit == .remembersWhen { began = UInt32(turn.now.nanoseconds / 1_000) }
      turn.emit(.open)
      turn.emit(.arm(.limit, after: .seconds(10)))
      if habit == .armsAnother { turn.emit(.arm(.other, after: .seconds(3))) }
    case .closed:
      isTrying = false
      if habit == .counts { ownCount &+= 1 }
      if habit == .sends { turn.emit(.send(.word)) }
      if habit == .givesUp { isDone = true }
      formula.countFailure(at: turn.now, under: Self.policy)
      if habit == .countsTwice { formula.countFailure(at: turn.now, under: Self.policy) }
      let decision = formula.nextDelay(
        at: turn.now, after: .none, random: &turn.draws.random, perClient: turn.perClient,
        under: Self.policy)
      guard case .retry(let delay) = decision else { return }
      let more = habit == .waitsLonger ? Interval.microseconds(1) : .zero
      turn.emit(.arm(.wait, after: delay + more))
    case .fired, .opened, .received, .stimulus, .answered: break
    }
  }

  var standing: Standing { isDone ? .gaveUp : .waiting }
  var connectionTimers: TimerSet<RetrierTimer> { [.limit, .other] }
  var keepaliveTimers: TimerSet<RetrierTimer> { [] }

  static var system: SystemName { SystemName(rawValue: "retrier") }
  static var firstDigestNumber: UInt16 { 700 }
  static func fresh(under habit: Habit) -> Retrier { Retrier() }
  func stimulus(for happening: EnvironmentEvent) -> DirectedStimulus<Retrier>? { nil }
  static func longestPeriod(_ habit: Habit) -> Interval { .seconds(10) }
  var stateNumber: Int { isTrying ? 1 : 0 }
  static var stateNames: [SystemWord] {
    ["waiting", "trying"].map { SystemWord(SystemName(rawValue: "retrier"), $0) }
  }
  static var milestoneNames: [SystemWord] { [] }
}

private enum RetrierMessage: UInt8, Code { case word }
private enum RetrierTimer: UInt8, Code { case wait, limit, other }
