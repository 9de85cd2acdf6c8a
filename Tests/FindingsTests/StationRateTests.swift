import GatewayModel
import Primitives
import TestRuns
import Testing
import VirtualTime

@testable import Scenarios

/// A station is given by servers and time, or by a rate in place of one of them.
@Suite("Stations by rate")
struct StationRateTests {
  private func auth(_ text: String) throws -> StationDescription {
    try decoded("gateway: { auth: {\(text)} }").gateway.auth
  }

  private func bad(_ text: String, profile: String = "default") -> [String] {
    problems("gateway: { profile: \(profile), auth: {\(text)} }")
  }

  /// The profile's 100 workers stay; their mean time becomes workers / rate.
  @Test func aRateAloneKeepsTheServers() throws {
    let station = try auth("rate: 3000/s")
    #expect(station.servers == 100)
    #expect(station.time == .exponential(mean: .nanoseconds(33_333_333)))
  }

  @Test func aRateWithServersSetsTheTime() throws {
    let station = try auth("workers: 8, rate: 400/s")
    #expect(station.servers == 8 && station.time == .exponential(mean: .milliseconds(20)))
    #expect(try auth("rate: 8/s, workers: 8").time == .exponential(mean: .seconds(1)))
  }

  @Test(
    "the shape of a distribution stays",
    arguments: [
      (
        "{uniform: [1ms, 3ms]}", Distribution.uniform(low: .milliseconds(2), high: .milliseconds(6))
      ),
      ("2ms", .constant(.milliseconds(4))),
      ("{exponential: 1s}", .exponential(mean: .milliseconds(4))),
    ])
  func theShapeStays(_ time: String, _ scaled: Distribution) throws {
    // In two steps: a rate over the time of a file is a rate alone.
    let base = StationDescription(servers: 4, time: try auth("time: \(time)").time)
    let field = Field(
      node: LocatedNode(
        value: .mapping([
          .init(
            key: "rate", place: .option("test"),
            value: LocatedNode(
              value: .scalar("1000/s", isPlain: true), place: .option("test")))
        ]), place: .option("test")), path: "auth", log: ProblemLog(file: "test"))
    let station = try #require(field.station(.auth, over: base))
    #expect(station.servers == 4 && station.time == scaled)
  }

  @Test func aRateWithATimeSetsTheServers() throws {
    #expect(try auth("rate: 20k/s, time: {exponential: 5ms}").servers == 100)
    #expect(try auth("rate: 2000/s, time: 500us").servers == 1)
    #expect(try auth("rate: 1500/s, time: {uniform: [1ms, 3ms]}").servers == 3)
  }

  @Test(
    "what cannot be is said, with what would be right",
    arguments: [
      (
        "rate: 800/s, time: 0.5ms",
        "'800/s' with a mean time of 500us takes 0.4 workers, which must be whole: 1 at 2000/s; "
          + "or leave out the time and give workers"
      ),
      (
        "rate: 5k/s, time: 0.5ms",
        "'5k/s' with a mean time of 500us takes 2.5 workers, which must be whole: 2 at 4000/s, 3 at "
          + "6000/s; or leave out the time and give workers"
      ),
      (
        "rate: 1/s, workers: 2, time: 1s",
        "workers, time and rate together: the rate is workers / time, so leave out one of the three"
      ),
      ("rate: 5/s, time: 0s", "services that take no time have no rate: give workers and rate"),
      (
        "rate: 1/h, workers: 2",
        "2 workers at '1/h' take 7200 s each, which is out of range: 1ns to 1h"
      ),
    ])
  func contradictions(_ text: String, _ message: String) throws {
    let found = bad(text)
    #expect(found.count == 1 && found.first?.hasSuffix("gateway.auth.rate: \(message)") == true)
  }

  @Test func unlimitedServersHaveNoRate() {
    #expect(
      bad("rate: 5/s", profile: "ideal").first?.hasSuffix(
        "unlimited workers have no rate: say how many there are") == true)
  }

  /// YAML takes `rate:5/s` between braces for one word.
  @Test func aMissingBlankIsSeen() {
    #expect(
      bad("rate:5/s") == [
        "f.yaml:1:37: gateway.auth.rate:5/s: unknown key; write a blank after the colon: "
          + "'rate: 5/s'; allowed: workers, time, rate, queue, full, discipline, deadline, slowdown"
      ])
  }
}
