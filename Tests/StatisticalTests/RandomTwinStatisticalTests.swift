import Metrics
import Scenarios
import SecondSimulator
import Simulator
import Studies
import Testing
import Text

/// Worlds that were drawn, ten seeds of both programs in each: every figure within four standard errors of its
/// difference. Some thousand figures are compared, so that chance alone brings a few that lie further apart; those
/// are looked at again with 40 other seeds.
@Suite("Random worlds against a second program", .enabled(if: isOptimised))
struct RandomTwinStatisticalTests {
  @Test(arguments: 0..<(isNightly ? 300 : 30)) func agrees(number: Int) throws {
    let world = RandomTwin.world(number)
    let few = try TwinRuns(world, seeds: 10, from: 1)
    let suspects = TwinFigure.all.filter { few.difference(in: $0, within: 4) != nil }
    if suspects.isEmpty { return }
    let runs = try TwinRuns(world, seeds: 40, from: 101)
    for difference in suspects.compactMap({ runs.difference(in: $0, within: 4) }) {
      Issue.record("\(world.name): \(difference)")
    }
  }
}
