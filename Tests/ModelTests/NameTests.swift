import Primitives
import Sessions
import Testing

@testable import Simulator

/// Results name what can happen as the code does. The names are written out, so that they can be wrong.
@Suite("Names in results")
struct NameTests {
  @Test func milestonesAreCalledAsTheirCases() {
    expectNames(of: StoatClient.self)
    expectNames(of: ChatSocketAgent.self)
    expectNames(of: SessionPrimer.self)
    expectNames(of: AppExtensionPair.self)
    expectNames(of: OptimisticClient.self)
  }

  private func expectNames<Machine: SimulatedSession>(of _: Machine.Type) {
    let cases = Machine.Milestone.allCases
    #expect(Machine.milestoneNames.map(\.word) == cases.map { "\($0)" })
    #expect(Machine.milestoneNames.allSatisfy { $0.system == Machine.system })
    #expect(cases.map(Machine.name(of:)) == Machine.milestoneNames)
  }

  @Test func reasonsAreCalledAsTheirCases() {
    #expect(CloseReason.allCases.map(\.name) == CloseReason.allCases.map { "\($0)" })
  }

  @Test func stagesAreCalledAsTheirCases() {
    #expect(SetUpStage.allCases.map(\.name) == ["admission"] + StationRole.allCases.map { "\($0)" })
  }
}
