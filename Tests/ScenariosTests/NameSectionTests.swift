import Faults
import NetworkModel
import Primitives
import TestRuns
import Testing
import VirtualTime

@testable import Scenarios

@Suite("The name of the service in a scenario file")
struct NameSectionTests {
  @Test func defaults() throws {
    #expect(try decoded("network: lte").network.name == nil)
    let name = try decoded("network: {dns: {}}").network.name
    #expect(name == NameDescription())
    #expect(name?.ttl == .seconds(60) && name?.tries == 2 && name?.timeout == .seconds(5))
    #expect(name?.time == .constant(.milliseconds(20)) && name?.resolvers == nil)
  }

  /// A cohort's path takes what it does not say from the fleet's, also where it names a profile.
  @Test func cohorts() throws {
    let mix = try decoded(
      """
      network: {dns: {ttl: 30s, resolvers: 4}}
      clients:
        mix:
          - {name: a, share: 25%}
          - {name: b, share: 25%, network: wifi}
          - {name: c, share: 25%, network: {profile: 3g, dns: {ttl: 5m}}}
          - {name: d, share: 25%, network: {loss: 1%}}
      """
    ).clients.mix
    let fleet = NameDescription(ttl: .seconds(30), resolvers: 4)
    #expect(mix[0].network == nil)
    #expect(mix[1].network?.name == fleet && mix[3].network?.name == fleet)
    #expect(mix[2].network?.name == NameDescription(ttl: .minutes(5), resolvers: 4))
  }

  @Test func faults() throws {
    func kind(_ text: String) throws -> FaultKind {
      try decoded("network: {dns: {}}\nfaults: [{at: 60s, \(text)}]").faults[0].kind
    }
    #expect(try kind("for: 1m, kind: dns, answer: silent") == .dns(.silent, negative: .zero))
    #expect(
      try kind("for: 1m, kind: dns, answer: none, negative: 5s")
        == .dns(.none, negative: .seconds(5)))
    #expect(try kind("kind: move") == .move(old: .silent, drop: false))
    #expect(try kind("kind: move, old: refuse, drop: true") == .move(old: .refuse, drop: true))
  }

  @Test(arguments: [
    (
      "faults: [{at: 60s, kind: move}]",
      "f.yaml:1:26: faults.0.kind: move means nothing to this fleet: its clients know the address; "
        + "give the network a name: network.dns: {ttl: 60s}"
    ),
    (
      "network: {dns: {}}\nfaults: [{at: 60s, for: 5s, kind: move}]",
      "f.yaml:2:10: faults.0: move happens at one moment: leave out for"
    ),
    (
      "network: {dns: {}}\nfaults: [{at: 60s, kind: dns, answer: silent, negative: 5s}]",
      "f.yaml:2:57: faults.0.negative: only an answer can be remembered: answer: none"
    ),
    (
      "network: {dns: {ttl: 100ms}}",
      "f.yaml:1:22: network.dns.ttl: '100ms' is out of range: 1s to 7d"
    ),
    (
      "network: {ttl: 60s}",
      "f.yaml:1:11: network.ttl: unknown key; the name is dns: {ttl: 60s}; allowed: profile, "
        + "latency, setup, loss, retransmission, dns, addresses, idle, bandwidth"
    ),
  ])
  func mistakes(_ text: String, _ expected: String) {
    #expect(problems(text) == [expected])
  }
}
