import Findings
import Scenarios
import Systems
import TestRuns
import Testing

/// A rolling restart that drops its connections at once is told of the drain that would spread them.
@Suite("What is advised for a deploy") struct DrainAdviceTests {
  private func scenario(
    fault: String = "kind: restart, rolling: true, for: 20s", gateway: String = "",
    duration: String = "15m"
  ) throws -> Scenario {
    try decoded(
      """
      duration: \(duration)
      until: settled
      clients: {count: 2000, backoff: phoenix}
      gateway: {nodes: 4, admission: {rate: 25/s}\(gateway)}
      faults: [{at: 60s, \(fault)}]
      """)
  }

  private func summary(_ scenario: Scenario) throws -> Summary {
    let experiment = try Experiment(scenario)
    return Summary(experiment, try experiment.run())
  }

  /// The last node has about 500 x (4/3)^3 = 1,185 connections when its turn comes, 1,323 with four standard
  /// deviations. The three others let 75 a second in; at half of that it takes 35.3 s, in round figures 45.
  @Test func itIsToldAndHelps() throws {
    let without = try summary(try scenario())
    let words = try #require(without.findings.first { $0.code == .undrainedRestart }).sentence
    #expect(
      words.hasSuffix(
        "--set 'faults.0.drain={within: 45s}'. The restart then takes 260 s in place of 80 s."),
      "\(words)")
    let with = try summary(
      try scenario(fault: "kind: restart, rolling: true, for: 20s, drain: {within: 45s}"))
    #expect(!with.findings.contains { $0.code == .undrainedRestart })
    let peaks = try [without, with].map {
      try #require($0.value(at: "peak_arrivals_1s")?.number)
    }
    #expect(peaks[0] > 500 && peaks[1] < 75, "\(peaks)")
  }

  /// Four nodes of 45 + 20 s each from 60 s on are done at 320 s.
  @Test func aRunThatIsTooShortForIt() throws {
    #expect(
      try scenario(duration: "5m").drainAdvice?.options
        == "--set 'faults.0.drain={within: 45s}' --duration 7m")
    #expect(
      try scenario(duration: "6m").drainAdvice?.options == "--set 'faults.0.drain={within: 45s}'")
  }

  @Test(
    "nothing is told",
    arguments: [
      ("kind: restart, rolling: true, for: 20s, drain: {batch: 10, every: 1s}", ""),
      ("kind: restart, rolling: true, for: 20s, drop: false", ""), ("kind: restart, for: 20s", ""),
      ("kind: outage, mode: refuse, drop: true, for: 20s", ""),
      // The storm may be that of the other incident.
      (
        "kind: restart, rolling: true, for: 20s}, {at: 2m, kind: outage, mode: refuse, drop: true, for: 20s",
        ""
      ),
    ])
  func whereThereIsNothingToDrain(fault: String, gateway: String) throws {
    #expect(try scenario(fault: fault, gateway: gateway).drainAdvice == nil)
  }
}
