import GatewayModel
import Primitives
import Testing

@Suite("Controlled delay") struct CodelTests {
  struct Judgement: Sendable {
    let at: Double
    let waited: Double
    let isDropped: Bool
    /// nil where the table does not say.
    let isOverloaded: Bool?
  }

  /// One interval of 100 ms after the other, with a target of 5 ms.
  static let table = [
    Judgement(at: 0, waited: 0.05, isDropped: false, isOverloaded: false),
    Judgement(at: 0.01, waited: 0.02, isDropped: false, isOverloaded: true),
    Judgement(at: 0.02, waited: 0.03, isDropped: true, isOverloaded: nil),
    Judgement(at: 0.05, waited: 0.004, isDropped: false, isOverloaded: nil),
    Judgement(at: 0.11, waited: 0.05, isDropped: true, isOverloaded: true),
    Judgement(at: 0.12, waited: 0.05, isDropped: false, isOverloaded: false),
    Judgement(at: 0.15, waited: 0.02, isDropped: false, isOverloaded: false),
    Judgement(at: 0.2, waited: 0.008, isDropped: false, isOverloaded: false),
    Judgement(at: 0.22, waited: 0.011, isDropped: false, isOverloaded: false),
    Judgement(at: 0.23, waited: 0.012, isDropped: false, isOverloaded: true),
    Judgement(at: 0.24, waited: 0.009, isDropped: false, isOverloaded: nil),
    Judgement(at: 0.33, waited: 0.012, isDropped: true, isOverloaded: nil),
    Judgement(at: 0.34, waited: 0.011, isDropped: false, isOverloaded: true),
    Judgement(at: 0.35, waited: 0.02, isDropped: true, isOverloaded: nil),
    Judgement(at: 0.36, waited: 0, isDropped: false, isOverloaded: nil),
  ]

  @Test func judgesByTheLeastWaitOfAnInterval() {
    var codel = Codel(interval: .milliseconds(100), target: .milliseconds(5))
    for row in Self.table {
      let now = Instant.start + Interval(seconds: row.at)
      let isDropped = codel.drops(afterWaiting: Interval(seconds: row.waited), at: now)
      #expect(isDropped == row.isDropped, "at \(row.at)")
      if let isOverloaded = row.isOverloaded {
        #expect(codel.isOverloaded == isOverloaded, "at \(row.at)")
      }
    }
  }
}
