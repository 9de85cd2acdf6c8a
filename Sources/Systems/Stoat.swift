import GatewayModel
import Metrics
import Sessions
import Simulator

extension SessionSystem {
  package static let stoat = SessionSystem(
    machine, profile: .spec, behaviourKeys: [.app],
    metrics: stoatMetrics,
    traits: SystemTraits(
      bytesPerClient: 205, recordBytes: 64, restsWhenConnected: true, triesAgainAtOnce: true),
    words: RunWords(pace: .formula, error: .needsPerson, fate: ["stoat."]))
}

private let machine = SessionMachine<StoatProfile, StoatClient>(
  configured: AnyConfiguration.stoat,
  waiting: .formula(
    { StoatConfiguration(profile: $0, policy: $1) }, own: \.defaultBackoff, policy: \.backoff),
  settings: [
    // What repeats many thousand times a second would be a run that never ends.
    .duration("heartbeat", \.heartbeat, least: .milliseconds(1)),
    .duration("pongTimeout", \.pongTimeout),
    .duration("callTimeout", \.callTimeout),
    .duration("closeTimeout", \.closeTimeout),
  ],
  limits: { own in
    [
      WaitingLimit(
        "connect timeout", "Connecting", own.backoff.connectTimeout, [.handshake, .auth],
        .connection),
      WaitingLimit("call timeout", "A call of the set-up", own.callTimeout, [.api], .calls),
    ]
  },
  replay: { StoatReplay($0) },
  diagram: { StoatLifecycle.mermaid(under: $0) })
