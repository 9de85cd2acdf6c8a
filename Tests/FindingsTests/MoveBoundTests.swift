import Findings
import Metrics
import Scenarios
import TestRuns
import Testing

/// Clients go to an old address until their resolver's cache turns over: nobody is back before that.
@Suite struct MoveBoundTests {
  private func summary(_ text: String) throws -> Summary {
    let experiment = try Experiment(decoded(text))
    return Summary(experiment, try experiment.run(queue: .ladder) { _ in true })
  }

  /// The caches of 2,000 clients turn over uniformly within 60 s of the move. All but 20 have turned by the 21st from
  /// the end: 60 (1 - 21/2001) s, with a standard deviation of 60 sqrt(21)/2001.
  @Test func whenTheCachesHaveTurnedOver() throws {
    let moved = try summary(
      """
      duration: 5m
      clients: {count: 2000, backoff: 1s}
      network: {dns: {ttl: 60s}}
      gateway: ideal
      faults: [{at: 60s, kind: move, old: refuse, drop: true}]
      """)
    let bound = try #require(moved.value(at: "lower_bound_s")?.number)
    let deviation = 60 * 21.0.squareRoot() / 2_001
    #expect(abs(bound - 60 * (1 - 21.0 / 2_001)) < 4 * deviation)
    #expect(moved.value(at: "limited_by") == .word("name"))
    let efficiency = try #require(moved.value(at: "storm_efficiency")?.number)
    // They try once a second.
    #expect(efficiency <= 1 && efficiency > 0.95)
    let pace = try #require(moved.findings.first { $0.code == .gatewayPaces })
    #expect(pace.sentence.hasPrefix("The name of the service sets the pace, not "))
    #expect(pace.sentence.hasSuffix("that the caches of resolvers make unavoidable."))
  }

  /// Where all caches turn over before clear, the move takes nothing; where a resolver got no answer at the turn, it
  /// asks anew, and knows the new address at once.
  @Test func whereTheMoveCostsNothing() throws {
    func bound(_ more: String, ttl: String) throws -> Double {
      try summary(
        """
        duration: 5m
        clients: {count: 300}
        network: {dns: {ttl: \(ttl)}}
        faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}\(more)]
        """
      ).value(at: "lower_bound_s")?.number ?? -1
    }
    let plain = try bound("", ttl: "60s")
    #expect(plain > 0)
    let move = ", {at: 70s, kind: move}"
    #expect(try bound(move, ttl: "60s") > 9)
    #expect(try bound(move, ttl: "40s") == plain)
    let silence = ", {at: 0s, for: 71s, kind: dns, answer: silent}"
    #expect(try bound(move + silence, ttl: "60s") == plain)
  }
}
