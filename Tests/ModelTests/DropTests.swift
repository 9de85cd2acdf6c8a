import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Testing
import VirtualTime

@testable import Simulator

/// What is pending of a fast-forwarded client that the gateway drops: the end of its connection, and
/// its next heartbeat only where that may be due before.
@Suite("What a drop leaves pending")
struct DropTests {
  /// A herd of one client, connected for long. It opened at the start of the run, so that its heartbeats
  /// are due every 30 s; a packet takes 50 ms.
  private struct Stage: ~Copyable {
    let herd: Subfleet<StoatClient>
    let shared: RunContext
    var postings = EventBuffer()

    init(lookingTo horizon: Instant) throws {
      let policy = try BackoffPolicy.parse("stoat-web")
      let configuration = StoatConfiguration(profile: .spec, policy: policy)
      (herd, shared) = oneHerd(StoatClient.self, Self.plan, [configuration])
      herd.look(ahead: horizon)
      herd.add(0, to: 0)
      herd.connectBeforeStart(0, &postings)
      postings.removeAll()
    }

    private static var plan: SimulationPlan {
      let network = NetworkDescription(
        profile: "steady", latency: .constant(.milliseconds(50)), setup: .usual, loss: 0)
      let gateway = GatewayDescription(
        profile: "ideal", nodes: 1, backlog: nil, handshake: .ideal, auth: .ideal, ready: .ideal,
        api: .ideal, admission: .none, abandonment: .work)
      return SimulationPlan(
        seed: 1, clients: 1,
        cohorts: [CohortPlan(name: "all", share: 1, network: network, system: .linux)],
        start: .connected, isAligned: true, gateway: gateway, faults: [], duration: .minutes(15),
        untilSettled: true, metastableWindow: .seconds(60))
    }

    /// Which client events follow from a drop, in the order of time.
    mutating func drop(at instant: Instant, _ closing: Closing) -> [ClientEventKind] {
      postings.now = instant
      let moment = PendingEvent(at: instant, key: EventCode.fault(moment: 0))
      herd.sever(0, closing, hitAt: instant, before: moment, &postings)
      var events: [PendingEvent] = []
      for index in 0..<postings.count { events.append(postings[index].event) }
      return events.sorted().map { ClientEvent($0.key).kind }
    }
  }

  private let heartbeat = ClientEventKind.timer(StoatTimer.heartbeat.rawValue)

  @Test func aHeartbeatThatWouldBeCancelledIsNotKept() throws {
    var stage = try Stage(lookingTo: .seconds(600))
    #expect(stage.drop(at: .seconds(100), Closing(.reset)) == [.closed])
  }

  /// The next heartbeat is due at 120 s, the client learns of its end at 120.03 s.
  @Test func aHeartbeatThatComesFirstIsKept() throws {
    var stage = try Stage(lookingTo: .seconds(600))
    let drop = Instant.seconds(119) + .milliseconds(980)
    #expect(stage.drop(at: drop, Closing(.reset)) == [heartbeat, .closed])
  }

  /// Somebody else might yet cut the client off from the news.
  @Test func aHeartbeatIsKeptWhereTheWorldChangesFirst() throws {
    var stage = try Stage(lookingTo: .seconds(100) + .milliseconds(50))
    #expect(stage.drop(at: .seconds(100), Closing(.reset)) == [.closed, heartbeat])
    stage = try Stage(lookingTo: .seconds(100) + .milliseconds(51))
    #expect(stage.drop(at: .seconds(100), Closing(.reset)) == [.closed])
  }
}
