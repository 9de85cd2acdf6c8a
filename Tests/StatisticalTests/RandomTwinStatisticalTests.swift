import Campaigns
import Metrics
import Scenarios
import SecondSimulator
import Simulator
import Testing

/// Worlds that were drawn, ten seeds of both programs in each: every figure within four standard errors of its
/// difference. Some thousand figures are compared, so that chance alone brings a few that lie further apart; those
/// are looked at again with 40 other seeds.
@Suite("Random worlds against a second program", .enabled(if: isOptimised))
struct RandomTwinStatisticalTests {
  /// Worlds of the first 300 that both read in different ways. The second program knows no handover of an
  /// attempt that is under way (102). What paths that come and go during an outage or a recovery do (18, 167,
  /// 268), and latency or loss that comes with a blackhole (179, 290), is open: the passages of the first
  /// program are not why, it gives the same step by step.
  private static let open: Set = [18, 102, 167, 179, 268, 290]

  @Test(arguments: 0..<(isNightly ? 300 : 30)) func agrees(number: Int) throws {
    if Self.open.contains(number) {
      try withKnownIssue { try compare(number) }
    } else {
      try compare(number)
    }
  }

  private func compare(_ number: Int) throws {
    let world = RandomTwin.world(number)
    let few = try TwinRuns(world, seeds: 10, from: 1)
    let suspects = TwinFigure.all.filter { few.difference(in: $0, within: 4) != nil }
    if suspects.isEmpty { return }
    let runs = try TwinRuns(world, seeds: 40, from: 101)
    for difference in suspects.compactMap { runs.difference(in: $0, within: 4) } {
      Issue.record("\(world.name): \(difference)")
    }
  }
}
