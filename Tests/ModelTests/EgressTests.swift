import GatewayModel
import Primitives
import Testing

@Suite("The time of a payload on a link")
struct EgressModelTests {
  private func gateway(_ egress: EgressDescription) -> Gateway {
    let ideal = StationDescription.ideal
    var description = GatewayDescription(
      profile: "ideal", nodes: 2, backlog: nil, handshake: ideal, auth: ideal, ready: ideal,
      api: ideal, admission: .none, abandonment: .work)
    description.egress = egress
    return Gateway(description, random: RandomSource(seed: 1))
  }

  private func offer(_ payloads: Int, to gateway: Gateway) throws {
    let link = try #require(gateway.link(of: 0))
    for client in 0..<UInt32(payloads) {
      _ = gateway.offered(Request(client: client, tag: 1, arrived: .start), to: link, at: .start)
    }
  }

  /// A packet waits for what is left of the payloads, and no longer than the buffer holds.
  @Test func otherPacketsWait() throws {
    // 0.4 ms each.
    let gateway = gateway(EgressDescription(rate: 1e9, payload: 50_000, queue: .milliseconds(1)))
    #expect(gateway.linkWait(node: 0, at: .start) == .zero)
    try offer(2, to: gateway)
    #expect(gateway.linkWait(node: 0, at: .start) == .microseconds(800))
    #expect(gateway.linkWait(node: 0, at: .start + .microseconds(700)) == .microseconds(100))
    #expect(gateway.linkWait(node: 0, at: .start + .seconds(1)) == .zero)
    // Another node has another link, and what is of no node has none.
    #expect(gateway.linkWait(node: 1, at: .start) == .zero)
    #expect(gateway.linkWait(node: nil, at: .start) == .zero)
    try offer(100, to: gateway)
    #expect(gateway.linkWait(node: 0, at: .start) == .milliseconds(1))
  }

  /// A payload that takes longer than any run.
  @Test func aLinkThatIsNeverFree() throws {
    let gateway = gateway(EgressDescription(rate: 1, payload: 1_000_000_000, scope: .gateway))
    try offer(1_000, to: gateway)
    #expect(gateway.linkWait(node: nil, at: .start) == .milliseconds(100))
    gateway.purge(at: .start) { _, request in request.client.isMultiple(of: 2) }
    #expect(gateway.linkWait(node: 1, at: .start) == .milliseconds(100))
  }
}
