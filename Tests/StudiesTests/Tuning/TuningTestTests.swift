import TestRuns
import Testing

@testable import Studies

@Suite("What a tuning's test says") struct TuningTestTests {
  @Test func whoIsAtLeastAsGood() throws {
    func entry(_ name: String, _ role: TuningTest.Role) -> TuningTest.Entry {
      TuningTest.Entry(name: name, role: role, policy: nil)
    }
    let entries = [
      entry("w", .winner), entry("same", .catalogue), entry("worse", .catalogue),
      entry("other", .catalogue), entry("never", .catalogue), entry("better", .catalogue),
    ]
    let points: [[Double]] = [
      [20, 500, 4], [20, 500, 4], [21, 600, 5], [19, 900, 4], [.infinity, 500, 4], [20, 499, 3],
    ]
    let test = try #require(
      TuningTest([try decoded("name: a")], entries, points.map { .measured([$0]) }))
    #expect(test.atLeastAsGood == ["same", "better"])
    #expect(test.outdone == ["same", "worse", "never"])
    #expect(test.catalogueFront.map(\.name) == ["other", "better"])
    let interrupted = try TuningTest([decoded("name: a")], entries, points.map { _ in nil })
    #expect(interrupted == nil)
  }
}
