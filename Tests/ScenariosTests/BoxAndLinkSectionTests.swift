import GatewayModel
import NetworkModel
import Primitives
import Scenarios
import TestRuns
import Testing
import VirtualTime

@Suite("Boxes, links and copies in a scenario file")
struct BoxAndLinkSectionTests {
  @Test func all() throws {
    let scenario = try decoded(
      """
      network: {profile: lte, retransmission: measured, idle: {after: 60s, how: reset}, bandwidth: 5Mbit/s}
      gateway: {egress: {rate: 1Gbit/s, payload: 50kB, queue: 20s, per: gateway}}
      """)
    #expect(scenario.network.retransmission == .measured)
    #expect(scenario.network.idle == IdleBox(after: .constant(.seconds(60)), how: .reset))
    #expect(scenario.network.bandwidth == 5e6)
    #expect(
      scenario.gateway.egress
        == EgressDescription(rate: 1e9, payload: 50_000, queue: .seconds(20), scope: .gateway))
  }

  @Test func whatIsLeftOut() throws {
    let scenario = try decoded(
      "network: {idle: {after: {uniform: [30s, 60s]}}}\n"
        + "gateway: {egress: {rate: 1Gbit/s, payload: 50kB}}")
    #expect(scenario.network.idle?.how == .silent)
    #expect(scenario.network.retransmission == .fixed && scenario.network.bandwidth == nil)
    #expect(
      scenario.gateway.egress
        == EgressDescription(
          rate: 1e9, payload: 50_000, queue: .milliseconds(100), scope: .node))
    let plain = try decoded("name: a")
    #expect(plain.network.idle == nil && plain.gateway.egress == nil)
  }

  /// A cohort has what the fleet has, key by key, and may be without a box.
  @Test func cohorts() throws {
    let scenario = try decoded(
      """
      network: {profile: lte, retransmission: measured, idle: {after: 60s}, bandwidth: 5Mbit/s}
      clients:
        mix:
          - {name: a, share: 50%, network: wifi}
          - {name: b, share: 25%, network: {idle: {how: close}}}
          - {name: c, share: 25%, network: {idle: none}}
      """)
    let paths = scenario.clients.mix.map { $0.network ?? scenario.network }
    #expect(paths.map(\.retransmission) == [.measured, .measured, .measured])
    #expect(paths.map { $0.idle?.how } == [.silent, .close, nil])
    #expect(paths[1].idle?.after == .constant(.seconds(60)))
    #expect(paths.map(\.bandwidth) == [5e6, 5e6, 5e6])
  }

  @Test(arguments: [
    (
      "network: {idle: {how: reset}}",
      "f.yaml:1:17: network.idle.after: missing: the time after which it forgets, such as 60s"
    ),
    (
      "network: {idle: {after: 10ms}}",
      "f.yaml:1:25: network.idle.after: '10ms' is out of range: 1s to 1d"
    ),
    (
      "network: {idle: {after: {exponential: 10ms}}}",
      "f.yaml:1:25: network.idle.after: a mean of 10ms is out of range: 1s to 1d"
    ),
    (
      "network: {idle: {after: 60s, how: loud}}",
      "f.yaml:1:35: network.idle.how: found 'loud'; allowed: silent, reset, close"
    ),
    (
      "network: {retransmission: linux}",
      "f.yaml:1:27: network.retransmission: found 'linux'; allowed: fixed, measured"
    ),
    (
      "network: {bandwidth: 5Mbps}",
      "f.yaml:1:22: network.bandwidth: '5Mbps' is not a bit rate: write 5Mbit/s"
    ),
    (
      "gateway: {egress: {rate: 0bit/s, payload: 1B}}",
      "f.yaml:1:26: gateway.egress.rate: '0bit/s' is out of range: more than 0bit/s, at most 1000000Gbit/s"
    ),
    (
      "gateway: {egress: {rate: 1Gbit/s, payload: 50KiB}}",
      "f.yaml:1:44: gateway.egress.payload: '50KiB' is not a size: write 50kB"
    ),
    (
      "gateway: {egress: {payload: 2GB, rate: 1Gbit/s}}",
      "f.yaml:1:29: gateway.egress.payload: '2GB' is out of range: 1B to 1GB"
    ),
    (
      "gateway: {egress: 1Gbit/s}",
      "f.yaml:1:19: gateway.egress: expected none, or a mapping such as {rate: 1Gbit/s, payload: 50kB}, found '1Gbit/s'"
    ),
    (
      "faults: [{at: 1s, for: 1s, kind: slow, times: 2, station: egress}]",
      "f.yaml:1:59: faults.0.station: found 'egress'; allowed: handshake, auth, ready, api"
    ),
  ])
  func mistakes(text: String, expected: String) {
    #expect(problems(text) == [expected])
  }

  @Test(arguments: [
    (
      "duration: 1m\nnetwork: {dns: {ttl: 5m}}",
      "network.dns.ttl of 5m is longer than the run of 1m: most clients never ask a second time"
    ),
    (
      "network: {bandwidth: 5Mbit/s}",
      "network.bandwidth changes nothing: only first payloads meet it, and gateway.egress says how "
        + "large they are"
    ),
  ])
  func doubts(text: String, expected: String) throws {
    #expect(try decoded(text).networkWarnings.map(\.sentence) == [expected])
  }

  @Test(arguments: [
    "network: {idle: {after: 75s}}", "network: {dns: {ttl: 5m}}",
    "network: {bandwidth: 5Mbit/s}\ngateway: {egress: {rate: 1Gbit/s, payload: 5MB}}",
  ])
  func noDoubt(text: String) throws {
    #expect(try decoded(text).networkWarnings.isEmpty)
  }
}
