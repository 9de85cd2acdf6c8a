import SecondSimulator

/// Paths that lose what comes to meet them, that are long, or that come and go.
extension TwinWorld {
  static let paths: [TwinWorld] = [
    loss("60 % is lost for 30 s after an outage", at: 120, for: 30, rate: 0.6),
    loss("99 % is lost for a second", at: 122, for: 1, rate: 0.99),
    loss("nearly everything is lost for a second", at: 122, for: 1, rate: 0.99999),
    loss("everything is lost for a second", at: 122, for: 1, rate: 1),
    longWay,
    TwinWorld(
      "timeouts in the moment in which the first packet would be sent again",
      [
        "clients.backoff=uniform(0s, 5s), connectTimeout: 3s",
        "faults.0={at: 60s, for: 40s, kind: outage, mode: blackhole, drop: true}",
      ]
    ) {
      $0.policy = .uniform(0, 5)
      $0.policy.connectTimeout = .seconds(3)
      $0.faults = [SecondWorld.Fault(.outage(.blackhole), at: 60, for: 40, drop: true)]
    },
    TwinWorld(
      "whoever gives up says so, through a blackhole",
      [
        "clients.count=1k", "clients.backoff=uniform(0s, 5s)", "gateway=ideal",
        "gateway.auth={workers: 1, time: 50ms}", "gateway.abandonment=notice",
        "faults.0={at: 30s, for: 1s, kind: outage, mode: refuse, drop: true}",
        "faults.1={at: 31s, for: 15s, kind: outage, mode: blackhole}",
      ]
    ) {
      $0.clients = 1_000
      $0.policy = .uniform(0, 5)
      $0.gateway = .ideal
      $0.gateway.auth = SecondWorld.Stage(servers: 1, time: .constant(0.05))
      $0.gateway.takesNotice = true
      $0.faults = [
        SecondWorld.Fault(.outage(.refuse), at: 30, for: 1, drop: true),
        SecondWorld.Fault(.outage(.blackhole), at: 31, for: 15),
      ]
    },
    TwinWorld(
      "the paths to one node come and go, whoever is there",
      [
        "faults.1={at: 120s, for: 180s, kind: flapping, of: path, up: 30s, down: 12s, scope: {node: 1}}",
        "recovery.from=[0]",
      ]
    ) {
      $0.faults.append(
        SecondWorld.Fault(.flapping(up: 30, down: 12), at: 120, for: 180, scope: .node(1)))
      $0.recoveryFrom = [0]
    },
  ]

  private static var longWay: TwinWorld {
    var world = TwinWorld(
      "a long way, and a blackhole of 40 s",
      [
        "network.latency={median: 800ms, sigma: 0.5, own: 50%}",
        "faults.0={at: 60s, for: 40s, kind: outage, mode: blackhole, drop: true}",
      ]
    ) {
      $0.network.median = 0.8
      $0.faults = [SecondWorld.Fault(.outage(.blackhole), at: 60, for: 40, drop: true)]
    }
    world.hasSameBound = false
    return world
  }

  private static func loss(
    _ name: String, at: Double, for length: Double, rate: Double
  ) -> TwinWorld {
    TwinWorld(
      name,
      [
        "faults.1={at: \(at)s, for: \(length)s, kind: loss, rate: \(rate)}", "recovery.from=[0]",
      ]
    ) {
      $0.faults.append(SecondWorld.Fault(.loss(rate), at: at, for: length))
      $0.recoveryFrom = [0]
    }
  }
}
