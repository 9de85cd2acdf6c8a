import Testing

/// A world in which the bound once lay above the time that it took, cut down to what it takes.
struct CaughtWorld: Sendable, CustomTestStringConvertible {
  let name: String
  /// What the bound must be at least, in seconds, as worked out by hand.
  let least: Double
  let text: String

  var testDescription: String { name }

  static let all = [
    // 990 calls of 5 ms.
    CaughtWorld(
      name: "first packets were sent before clear and arrive after it", least: 4.95,
      text: """
        duration: 5m
        clients: {count: 1000, backoff: 'uniform(0s, 2s)', start: connected}
        network: {profile: ideal, latency: 1s}
        gateway: {profile: ideal, api: {workers: 1, time: 5ms}}
        faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
        """),
    // Nobody needs the gateway.
    CaughtWorld(
      name: "sockets live on behind the weather", least: 0,
      text: """
        duration: 10m
        clients: {count: 1000, session: chatSocket, behaviour: {app: none, screens: none}}
        network: ideal
        gateway: {profile: ideal, admission: {rate: 1/s, burst: 1}}
        faults:
          - {at: 50s, for: 10s, kind: slow, times: 2}
          - {at: 50s, for: 60s, kind: flapping, of: device, up: 20s, down: 20s}
        """),
    // 245 chat sockets and web clients come back; 2 of them are 1 %, 8 find a token, the rest share
    // 1.464 a second.
    CaughtWorld(
      name: "people stop wanting a connection before they are back", least: 160.5,
      text: """
        duration: 19m
        until: settled
        clients:
          count: 572
          mix:
            - {name: web, share: 40%, backoff: discordjs}
            - {name: extension, share: 30%, session: appExtension}
            - {name: chat, share: 30%, session: chatSocket, os: linux65, network: wifi}
        gateway: {nodes: 8, backlog: 103, admission: {rate: 0.183/s}}
        faults: [{at: 260s, for: 63s, kind: restart}]
        """),
    // Of 297 the first node has tokens for 100, and for 10 more in ten seconds; then the other comes
    // with 100, and 87 share 2 a second.
    CaughtWorld(
      name: "a node comes back with the tokens it has saved up", least: 53.5,
      text: """
        duration: 10m
        clients: {count: 300, backoff: 'uniform(0s, 1s)', start: connected}
        network: ideal
        gateway: {profile: ideal, nodes: 2, admission: {rate: 1/s, burst: 100}}
        faults:
          - {at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}
          - {at: 20s, for: 20s, kind: restart, scope: {node: 1}}
        recovery: {from: [0]}
        """),
    // 495 handshakes of 10 ms.
    CaughtWorld(
      name: "whoever is inside is served behind a gateway that shuts again", least: 4.95,
      text: """
        duration: 10m
        clients:
          count: 500
          session: chatSocket
          parameters: {reconnectOnClose: on}
          behaviour: {app: none, screens: none}
        network: {profile: ideal, latency: 50ms}
        gateway: {profile: ideal, handshake: {cores: 1, time: 10ms}}
        faults:
          - {at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}
          - {at: 31s, for: 200s, kind: outage, mode: refuse}
        recovery: {from: [0]}
        """),
    // There and back.
    CaughtWorld(
      name: "a call takes no set-up", least: 1.4,
      text: """
        duration: 5m
        clients: {count: 200, session: primer, start: {within: 0s}}
        network: {profile: lte, latency: 700ms}
        gateway: ideal
        faults: [{at: 0s, kind: handover}]
        """),
  ]
}
