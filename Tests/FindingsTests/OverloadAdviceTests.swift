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
        "An admission limit before the handshake would help, below the 10 a second that come through over all nodes: "
          + "--set 'gateway.admission={rate: 9/s, per: gateway}' --set 'gateway.rejection={before: handshake}'. Behind "
          + "the handshake it would not."), "\(words)")
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
          + "--set 'gateway.admission={rate: 9/s, per: gateway}'. Without one, a connectTimeout "
          + "above 50.0 s would do, the time for all that were affected."), "\(words)")
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

extension OverloadAdviceTests {
  /// A storm that ends by itself is told of it, too: a queue of more than 3 s holds those that have hung up.
  @Test func aStormThatEnds() throws {
    func run(_ rate: Int) throws -> Summary {
      let experiment = try Experiment(
        decoded(
          """
          duration: 60m
          clients: {count: 300, backoff: 'uniform(5s, 20s), connectTimeout: 3s'}
          gateway:
            nodes: 1
            handshake: {cores: 1, rate: 10/s}
            admission: {rate: \(rate)/s, per: gateway}
            rejection: {before: handshake}
            abandonment: notice
          faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
          """))
      return Summary(experiment, try experiment.run())
    }
    let storm = try run(40)
    let words = try #require(storm.findings.first { $0.code == .retriesCollide }).sentence
    #expect(words.contains("--set 'gateway.admission={rate: 9/s, per: gateway}'."), "\(words)")
    let times = try [storm, try run(9)].map { try #require($0.value(at: "recover.p99")?.number) }
    #expect(2 * times[1] < times[0], "\(times)")
  }

  /// A limit between the handshakes and a narrower pool behind them would only move the queue.
  @Test func belowTheNarrowestStageBehindIt() throws {
    func run(_ rate: Double) throws -> Summary {
      let experiment = try Experiment(
        decoded(
          """
          duration: 40m
          until: settled
          clients: {count: 500, backoff: 'uniform(1s, 3s), connectTimeout: 10s'}
          gateway:
            nodes: 1
            handshake: {cores: 1, rate: 25/s}
            auth: {workers: 1, rate: 7.5/s}
            admission: {rate: \(rate)/s, per: gateway}
            rejection: {before: handshake}
          faults: [{at: 10s, for: 60s, kind: outage, mode: refuse, drop: true}]
          """))
      return Summary(experiment, try experiment.run())
    }
    let storm = try run(32.5)
    let words = try #require(storm.findings.first { $0.code == .metastableOverload }).sentence
    #expect(words.contains("--set 'gateway.admission={rate: 6.7/s, per: gateway}'."), "\(words)")
    #expect(try run(6.7).run.recovery.outcomes.recovered == 500)
  }

  /// A limit that is 5 % too high kills a fleet as well as one that is four times too high.
  @Test func aLittleTooHigh() throws {
    let storm = try run("before", admission: "{rate: 10.5/s, burst: 9}")
    try #require(storm.findings.contains { $0.code == .metastableOverload })
    #expect(advises(storm))
  }
}
