import GatewayModel
import Primitives
import TestRuns
import Testing
import VirtualTime

@testable import Scenarios
@testable import Studies

/// Rates by arithmetic: servers over mean time.
@Suite("Worlds behind one single limit") struct LimitWorldTests {
  private func scenario(_ gateway: String = "default", _ more: String = "") throws -> Scenario {
    try decoded(
      """
      name: storm
      about: Everybody returns.
      clients: {count: 20}
      gateway: \(gateway)
      faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
      \(more)
      """)
  }

  private func gateway(
    _ limit: SingleLimit, _ scenario: Scenario, perSecond: Double = 500
  ) throws -> GatewayDescription {
    let worlds = scenario.limitWorlds(.perSecond(perSecond))
    return try #require(worlds.first { $0.limit == limit }).scenario.gateway
  }

  @Test func fiveOfEach() throws {
    let storm = try scenario()
    let worlds = storm.limitWorlds()
    #expect(
      worlds.map(\.scenario.name)
        == ["storm", "storm-listener", "storm-handshake", "storm-auth", "storm-api"])
    #expect(worlds[0].scenario == storm && worlds[0].limit == nil)
    #expect(worlds.allSatisfy { $0.base == "storm" && $0.perSecond == 500 })
    #expect(worlds.map(\.title) == ["as it is", "listener", "handshake", "auth", "api"])
    #expect(
      worlds[3].scenario.about
        == "Everybody returns. With one single limit, 500/s at the authentication pool.")
    // All but name, words and gateway is the scenario's.
    for world in worlds {
      var same = world.scenario
      (same.name, same.about, same.gateway) = (storm.name, storm.about, storm.gateway)
      #expect(same == storm)
    }
  }

  /// Four nodes at 125/s; one second of that as a burst.
  @Test func theListener() throws {
    let listener = try gateway(.listener, scenario())
    #expect(listener.admission == .tokenBucket(perSecond: 125, burst: 125, scope: .node))
    #expect(listener.rejection == RejectionDescription(place: .beforeHandshake, cost: .zero))
    let three = try gateway(.listener, scenario("{nodes: 3}"), perSecond: 100)
    #expect(three.admission == .tokenBucket(perSecond: 100 / 3, burst: 100 / 3, scope: .node))
    // A bucket that holds less than one token lets nobody in.
    let slow = try gateway(.listener, scenario("{nodes: 10}"), perSecond: 5)
    #expect(slow.admission == .tokenBucket(perSecond: 0.5, burst: 1, scope: .node))
  }

  /// 4 nodes x 4 cores / 32 ms = 500/s; 100 / 200 ms = 500/s; 64 / 128 ms = 500/s.
  @Test func theDefaultGateway() throws {
    let storm = try scenario()
    let handshake = try gateway(.handshake, storm).handshake
    #expect(handshake == StationDescription(servers: 4, time: .constant(.milliseconds(32))))
    let auth = try gateway(.auth, storm).auth
    #expect(auth == StationDescription(servers: 100, time: .exponential(mean: .milliseconds(200))))
    let api = try gateway(.api, storm).api
    #expect(api == StationDescription(servers: 64, time: .constant(.milliseconds(128))))
  }

  /// What remains limits nothing: one stage of that rate, whatever the gateway was.
  @Test(arguments: [
    "default", "ideal", "{nodes: 1}", "{nodes: 7, handshake: {cores: 3, time: 2ms}}",
    "{handshake: {cores: unlimited}, auth: {time: {uniform: [2ms, 8ms]}}}",
    "{api: {workers: 1, time: {foldedNormal: [5ms, 4ms]}}, backlog: 10}",
    "{auth: {workers: 3, time: {median: 5ms, sigma: 1.5}}, admission: none}",
  ])
  func theOnlyLimit(_ text: String) throws {
    let storm = try scenario(text)
    for perSecond in [500.0, 100, 7, 20_000] {
      for world in storm.limitWorlds(.perSecond(perSecond)).dropFirst() {
        let limit = try #require(world.limit)
        let stages = world.scenario.gateway.limitingStages
        #expect(stages.map(\.name) == [limit == .listener ? "admission" : limit.rawValue])
        // Times are whole microseconds.
        let found = try #require(stages.first).perSecond
        #expect(abs(found / perSecond - 1) < 0.02, "\(world.scenario.name): \(found)")
        #expect(world.scenario.gateway.backlog == storm.gateway.backlog)
        #expect(world.scenario.gateway.nodes == storm.gateway.nodes)
      }
    }
  }

  @Test func otherStationsKeepTheirTimes() throws {
    let storm = try scenario()
    let listener = try gateway(.listener, storm)
    let pairs = [
      (listener.handshake, storm.gateway.handshake), (listener.auth, storm.gateway.auth),
      (listener.ready, storm.gateway.ready), (listener.api, storm.gateway.api),
    ]
    for (own, before) in pairs {
      #expect(own == StationDescription(servers: nil, time: before.time))
    }
    #expect(try gateway(.api, storm).admission == .none)
  }

  /// Unlimited and instant stations take the default profile's servers and distribution.
  @Test func theIdealGateway() throws {
    let storm = try scenario("ideal")
    let handshake = try gateway(.handshake, storm, perSecond: 100).handshake
    #expect(handshake == StationDescription(servers: 4, time: .constant(.milliseconds(40))))
    let auth = try gateway(.auth, storm, perSecond: 100).auth
    #expect(auth == StationDescription(servers: 100, time: .exponential(mean: .seconds(1))))
    #expect(storm.ownLimit == 500)
    #expect(try scenario("{admission: {rate: 30/s}}").ownLimit == 120)
  }

  @Test func theShapeOfADistributionStays() {
    let cases: [(Distribution, Distribution)] = [
      (.constant(.milliseconds(2)), .constant(.milliseconds(5))),
      (
        .uniform(low: .milliseconds(2), high: .milliseconds(4)),
        .uniform(low: .milliseconds(5), high: .milliseconds(10))
      ),
      (.exponential(mean: .milliseconds(2)), .exponential(mean: .milliseconds(5))),
      (
        .lognormal(median: .milliseconds(2), sigma: 1.5),
        .lognormal(median: .milliseconds(5), sigma: 1.5)
      ),
      (
        .foldedNormal(mean: .milliseconds(2), deviation: .milliseconds(4)),
        .foldedNormal(mean: .milliseconds(5), deviation: .milliseconds(10))
      ),
    ]
    for (before, after) in cases {
      #expect(before.scaled(by: 2.5) == after)
      #expect(abs(after.meanSeconds / before.meanSeconds - 2.5) < 1e-12)
    }
  }
}
