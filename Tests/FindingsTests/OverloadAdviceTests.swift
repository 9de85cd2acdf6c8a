import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Studies

/// The verdict on an overload names an admission limit only where one would end the storm.
@Suite("What is advised against an overload") struct OverloadAdviceTests {
  /// Handshakes of 10/s in all, on one node or several.
  private func run(_ rejection: String, admission: String, nodes: Int = 1) throws -> Summary {
    let experiment = try Experiment(
      decoded(
        """
        duration: 12m
        until: settled
        clients: {count: 500, backoff: 'uniform(1s, 3s), connectTimeout: 3s'}
        gateway:
          nodes: \(nodes)
          handshake: {cores: 1, rate: \(10 / nodes)/s}
          admission: \(admission)
          rejection: {\(rejection): handshake}
        faults: [{at: 10s, for: 60s, kind: outage, mode: refuse, drop: true}]
        """))
    return Summary(experiment, try experiment.run())
  }

  private static func limit(_ rate: String) -> String { "{rate: \(rate), burst: 9}" }

  private func advises(_ summary: Summary) -> Bool {
    summary.findings.contains {
      $0.code == .metastableOverload && $0.sentence.contains("An admission limit below that")
    }
  }

  /// Behind the handshake no limit helps; the words say where one would, and below which rate.
  @Test func whereALimitMustStand() throws {
    let storm = try run("after", admission: Self.limit("40/s"))
    let words = try #require(storm.findings.first { $0.code == .metastableOverload }).sentence
    #expect(
      words.contains(
        "An admission limit helps only before the handshake, below the 10 a second that come through over all nodes; "
          + "behind it, it spares the handshakes nothing: --set 'gateway.admission={rate: 9/s, per: gateway}' "
          + "--set 'gateway.rejection={before: handshake}'."), "\(words)")
    let limited = try run("before", admission: Self.limit("9/s"))
    #expect(limited.run.recovery.outcomes.recovered == 500)
  }

  /// The rate is that of all nodes: as the limit of each it would let twice as many through.
  @Test("without a limit before the handshakes one is advised, and ends the storm")
  func noLimitAtAll() throws {
    let storm = try run("before", admission: "none", nodes: 2)
    let words = try #require(storm.findings.first { $0.code == .metastableOverload }).sentence
    #expect(
      words.contains(
        "An admission limit below the 10 a second that come through over all nodes would keep its queue short: "
          + "--set 'gateway.admission={rate: 9/s, per: gateway}'. Without one, a formula would have to wait for "
          + "about 47.5 s in the mean."), "\(words)")
    let limited = try run("before", admission: "{rate: 9/s, burst: 9, per: gateway}", nodes: 2)
    #expect(limited.run.recovery.outcomes.recovered == 500)
  }

  @Test("before the handshake a limit spares it, and is advised", arguments: ["before", "after"])
  func handshakes(rejection: String) throws {
    let storm = try run(rejection, admission: Self.limit("40/s"))
    try #require(storm.findings.contains { $0.code == .metastableOverload })
    let limited = try run(rejection, admission: Self.limit("9/s"))
    let isSaved = limited.run.recovery.outcomes.recovered == 500
    #expect(isSaved == (rejection == "before"))
    #expect(advises(storm) == isSaved)
  }
}
