import NetworkModel
import Primitives
import Testing

@Suite("When copies of a message leave")
struct CopyScheduleTests {
  /// Linux 6.18 just after the handshake: the probe after 2 R + 0.2 s, unless R + max(0.2 s, 2 R) is less.
  @Test(arguments: [
    (0.0, [0.2, 0.4, 0.8, 1.6, 3.2, 6.4], 804.8),
    (0.05, [0.25, 0.5, 1, 2, 4, 8], 848),
    (0.1, [0.3, 0.6, 1.2, 2.4, 4.8, 9.6, 19.2], 873.6),
    (0.3, [0.8, 1.7, 3.5, 7.1, 14.3, 28.7], 1070.3),
  ])
  func measured(roundTrip: Double, copies: [Double], abort: Double) {
    let schedule = CopySchedule(roundTrip: Interval(seconds: roundTrip))
    for (number, seconds) in copies.enumerated() {
      #expect(schedule.delay(ofCopy: number + 1) == Interval(seconds: seconds))
    }
    #expect(schedule.abort == Interval(seconds: abort))
  }

  @Test func fixed() {
    let times = (0...6).map { CopySchedule.fixed.delay(ofCopy: $0).seconds }
    #expect(times == [0, 0.2, 0.6, 1.4, 3.0, 6.2, 12.6])
  }

  /// No pause is longer than two minutes.
  @Test func aLongRoundTrip() {
    let schedule = CopySchedule(roundTrip: .seconds(100))
    #expect(schedule.first == .seconds(120) && schedule.second == .seconds(120))
    #expect(schedule.pause(after: 9) == .seconds(120))
  }
}
