import Findings
import Scenarios
import Testing

/// The estimate is for machines with 64 bits: the peaks were measured on one, in a release build, with the
/// memory of the process taken off. Tests of optimised code hold it against runs.
@Suite("The estimate of a run's memory")
struct RunMemoryTests {
  private func memory(_ scenario: String, _ overrides: String...) throws -> RunMemory {
    try ScenarioFile.decode(
      text: try #require(ScenarioFile.builtIn(scenario)), file: "f.yaml",
      overrides: overrides.map { try #require(Override($0)) }
    ).memory
  }

  @Test(
    "of eight days of twenty clients is within a factor of two",
    arguments: [
      ("gateway-restart", 77.0, 240.0), ("mixed-fleet", 467, 692), ("primer-live", 298, 207),
      ("chat-train", 57, 170), ("extension-push-storm", 120, 282), ("contention", 61, 174),
    ])
  func days(scenario: String, run: Double, folder: Double) throws {
    let memory = try memory(scenario, "clients.count=20", "duration=8d")
    #expect((0.5...2).contains(Double(memory.total) / 1e6 / run), "\(memory)")
    #expect((0.5...2.3).contains(Double(memory.folder) / 1e6 / folder), "\(memory)")
  }

  /// 800,000 changes took 113 MB.
  @Test func ofAFaultThatChangesOftenCountsTheChanges() throws {
    let fault = "{at: 0s, for: 800s, kind: flapping, of: path, up: 1ms, down: 1ms, together: true}"
    let few = try memory("gateway-restart", "clients.count=1")
    let many = try memory("gateway-restart", "clients.count=1", "faults=[\(fault)]")
    #expect((0.7...1.4).contains(Double(many.total - few.total) / 113e6), "\(many)")
  }

  @Test func namesTheRemedyForWhatTakesMost() throws {
    #expect(try memory("gateway-restart", "clients.count=1M").remedy == "lower clients.count")
    #expect(
      try memory("gateway-restart", "clients.count=1", "duration=30d").remedy
        == "shorten the duration")
  }
}
