import Faults
import NetworkModel
import Primitives
import TestRuns
import Testing

@testable import Scenarios

@Suite("The addresses of the service in a scenario file")
struct AddressSectionTests {
  @Test func defaults() throws {
    let one = try decoded("network: lte")
    #expect(one.network.addresses == AddressPlan())
    #expect(try decoded("network: {addresses: {count: 1}}") == one)
    #expect(!one.resolved.contains { $0.path.contains("addresses") })
    let two = try decoded("network: {addresses: {count: 2}}")
    #expect(
      two.network.addresses
        == AddressPlan(count: 2, order: .fixed, next: .after(.milliseconds(250))))
    let written = two.resolved.filter { $0.path.hasPrefix("network.addresses") }
    #expect(written.map(\.value) == ["2", "fixed", "250ms"])
  }

  @Test func cohorts() throws {
    let mix = try decoded(
      """
      network: {addresses: {count: 3, order: random, next: failure}}
      clients:
        mix:
          - {name: a, share: 25%}
          - {name: b, share: 25%, network: wifi}
          - {name: c, share: 25%, network: {addresses: {next: 1s}}}
          - {name: d, share: 25%, network: {addresses: {count: 1}}}
      """
    ).clients.mix
    let fleet = AddressPlan(count: 3, order: .random, next: .failure)
    #expect(mix[0].network == nil)
    #expect(mix[1].network?.addresses == fleet)
    #expect(
      mix[2].network?.addresses
        == AddressPlan(count: 3, order: .random, next: .after(.seconds(1))))
    #expect(mix[3].network?.addresses == AddressPlan())
  }

  @Test func faults() throws {
    func kind(_ text: String) throws -> FaultKind {
      try decoded("network: {addresses: {count: 2}}\nfaults: [{at: 60s, \(text)}]").faults[0].kind
    }
    #expect(try kind("for: 1m, kind: address") == .address(number: 0, .silent))
    #expect(
      try kind("for: 1m, kind: address, number: 1, how: refuse") == .address(number: 1, .refuse))
    #expect(try decoded("faults: [{at: 60s, kind: address}]").faults[0].duration == nil)
  }

  @Test(arguments: [
    (
      "network: {addresses: {count: 9}}",
      "f.yaml:1:30: network.addresses.count: '9' is out of range: 1 to 8"
    ),
    (
      "network: {addresses: {next: 250ms}}",
      "f.yaml:1:29: network.addresses.next: there is one address: say how many with count: 2, or leave this out"
    ),
    (
      "network: {addresses: {count: 1, order: random}}",
      "f.yaml:1:40: network.addresses.order: there is one address: say how many with count: 2, or leave this out"
    ),
    (
      "network: {addresses: {count: 2, next: 5ms}}",
      "f.yaml:1:39: network.addresses.next: '5ms' is out of range: 10ms to 1m"
    ),
    (
      "network: {addresses: {count: 2, next: soon}}",
      "f.yaml:1:39: network.addresses.next: found 'soon'; a duration such as 250ms, or failure"
    ),
    (
      "network: {happyEyeballs: true}",
      "f.yaml:1:11: network.happyEyeballs: unknown key; an attempt tries several addresses with "
        + "addresses: {count: 2, next: 250ms}; allowed: profile, latency, setup, loss, retransmission, dns, addresses, "
        + "idle, bandwidth"
    ),
    (
      "faults: [{at: 60s, for: 1m, kind: address, number: 1}]",
      "f.yaml:1:52: faults.0.number: there is no address 1: its clients have one address, number 0; see "
        + "network.addresses.count"
    ),
    (
      "network: {addresses: {count: 2}}\nfaults: [{at: 60s, kind: address, scope: {node: 0}}]",
      "f.yaml:2:42: faults.0.scope: address concerns devices: scope everyone, {share: 20%} or {cohort: NAME}"
    ),
  ])
  func bad(_ text: String, _ message: String) {
    #expect(problems(text) == [message])
  }

  @Test func theLeastOfTheCohortsConcerned() {
    let mix = """
      network: {addresses: {count: 2}}
      clients: {mix: [{name: a, share: 50%}, {name: b, share: 50%, network: {addresses: {count: 1}}}]}

      """
    let fault = "faults: [{at: 60s, kind: address, number: 1, scope: SCOPE}]"
    #expect(
      problems(mix + fault.replacing("SCOPE", with: "everyone")) == [
        "f.yaml:3:43: faults.0.number: there is no address 1: cohort 'b' has one address, number 0; see "
          + "network.addresses.count"
      ])
    #expect(problems(mix + fault.replacing("SCOPE", with: "{cohort: a}")) == [])
  }
}
