import NetworkModel
import Primitives
import Testing

@testable import Simulator

@Suite("The order of messages of one direction")
struct LineTests {
  private let schedule = CopySchedule(roundTrip: .milliseconds(100))

  /// What is sent before the first copy of the head comes right after it; what is sent later one round trip after it.
  @Test func headOfLine() {
    var line = Line()
    let begin = Instant.start
    #expect(
      line.send(at: begin, own: begin + .seconds(5), schedule) == .arrives(begin + .seconds(5)))
    let early = line.send(
      at: begin + .milliseconds(299), own: begin + .milliseconds(349), schedule)
    #expect(early == .arrives(begin + .seconds(5) + .nanoseconds(1)))
    let late = line.send(at: begin + .milliseconds(300), own: begin + .milliseconds(350), schedule)
    #expect(late == .arrives(begin + .milliseconds(5_100)))
    // Several keep their order.
    let later = line.send(at: begin + .milliseconds(400), own: begin + .milliseconds(450), schedule)
    #expect(later == .arrives(begin + .milliseconds(5_100) + .nanoseconds(1)))
  }

  @Test func whatIsAloneIsNotHeldUp() {
    var line = Line()
    for second in 0..<5 {
      let sent = Instant.start + .seconds(Int64(second))
      #expect(
        line.send(at: sent, own: sent + .milliseconds(50), schedule)
          == .arrives(sent + .milliseconds(50)))
    }
  }

  /// A head that no copy brings through ends the connection one pause after the last copy; what waits behind it has no
  /// end of its own.
  @Test func abort() {
    var line = Line()
    let begin = Instant.start
    #expect(line.send(at: begin, own: nil, schedule) == .aborts(begin + Interval(seconds: 873.6)))
    #expect(line.send(at: begin + .seconds(1), own: nil, schedule) == .waitsForEver)
  }
}
