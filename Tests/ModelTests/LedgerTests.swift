import Primitives
import Testing

@testable import Simulator

/// Five times of 52 bits share their words with what is small: each must stand for itself.
@Suite("What is remembered of a client")
struct LedgerTests {
  @Test func nothingAtFirst() {
    let ledger = ClientStatistics()
    #expect(ledger.since == .start && ledger.hitAt == .start && ledger.beganAt == .start)
    #expect(ledger.lastArrival == .start - .nanoseconds(1))
    #expect(ledger.downtime == .zero && ledger.recovery == nil)
    #expect(ledger.severed == 0 && ledger.calls == 0 && ledger.callsUnderWay == 0)
    #expect(ledger.recoveryMarks.isEmpty)
  }

  @Test(arguments: [false, true]) func eachStandsForItself(isLate: Bool) {
    var ledger = ClientStatistics()
    let last = ClientStatistics.longestRun - .nanoseconds(isLate ? 9 : 1_000_000_009)
    let marks = RecoveryMarks(rawValue: isLate ? 255 : 85)
    ledger.since = .start + last
    ledger.downtime = last - .nanoseconds(1)
    ledger.hitAt = .start + last - .nanoseconds(2)
    ledger.recovery = last - .nanoseconds(3)
    ledger.lastArrival = .start + last - .nanoseconds(4)
    ledger.recoveryMarks = marks
    ledger.severed = isLate ? .max : 0xA5C3_960F
    ledger.calls = isLate ? .max : 0xC35A
    for _ in 0..<9 { ledger.callSetsOut() }
    // Once more, with all bits around it set.
    ledger.since = .start + last
    ledger.recoveryMarks = marks

    #expect(ledger.since == .start + last)
    #expect(ledger.downtime == last - .nanoseconds(1))
    #expect(ledger.hitAt == .start + last - .nanoseconds(2))
    #expect(ledger.recovery == last - .nanoseconds(3))
    #expect(ledger.lastArrival == .start + last - .nanoseconds(4))
    #expect(ledger.recoveryMarks == marks)
    #expect(ledger.severed == (isLate ? .max : 0xA5C3_960F))
    #expect(ledger.calls == (isLate ? .max : 0xC35A))
    #expect(ledger.callsUnderWay == 9)
  }

  @Test func whatIsTakenBackIsGone() {
    var ledger = ClientStatistics()
    ledger.recovery = .zero
    #expect(ledger.recovery == .zero)
    ledger.recovery = nil
    #expect(ledger.recovery == nil)
    ledger.severed = .max
    ledger.severed = 0
    #expect(ledger.severed == 0 && ledger.calls == 0 && ledger.since == .start)
  }

  /// Connections from before the run, and answers that come when it is long over.
  @Test func timesOutsideARunAreKeptAsItsLimits() {
    var ledger = ClientStatistics()
    ledger.begin(at: .start - .seconds(30))
    #expect(ledger.beganAt == .start)
    ledger.lastArrival = .start + .hours(24 * 365 * 50)
    #expect(ledger.lastArrival >= .start + .hours(24 * 52))
  }

  /// Who cannot say any more how many calls are under way says that there are some.
  @Test func callsUnderWayAreCountedUpToAMaximum() {
    var ledger = ClientStatistics()
    ledger.callSetsOut()
    ledger.callSetsOut()
    ledger.callIsDone()
    #expect(ledger.callsUnderWay == 1)
    for _ in 0..<100 { ledger.callSetsOut() }
    for _ in 0..<101 { ledger.callIsDone() }
    #expect(ledger.callsUnderWay > 0)
  }
}
