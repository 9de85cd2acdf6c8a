import GatewayModel
import Metrics
import Sessions
import Simulator

extension SessionSystem {
  package static let stoat = SessionSystem(
    machine, profile: .spec,
    about: SystemAbout(
      "A chat client: a socket with a heartbeat, set up in several steps, and a backoff between retries.",
      profiles: [
        "spec": "The published description; where it is silent, what the web client does.",
        "forWeb": "The web client as shipped, with its known defects.",
        "hardened":
          "As spec; a permanent failure while connected is an error instead of being ignored.",
        "sdkAutoReconnect":
          "As spec, with the delay of the SDK's own reconnect: failures before this one count.",
      ]),
    behaviourKeys: [.app],
    metrics: stoatMetrics,
    traits: SystemTraits(
      bytesPerClient: 200, recordBytes: 64, restsWhenConnected: true, triesAgainAtOnce: true),
    words: RunWords(pace: .formula, error: .needsPerson, fate: ["stoat."]))
}

private let machine = SessionMachine<StoatProfile, StoatConfiguration>(
  simulated: SimulatedSystem(StoatClient.self),
  configured: AnyConfiguration.stoat,
  waiting: .formula(
    { StoatConfiguration(profile: $0, policy: $1) }, own: \.defaultBackoff, policy: \.backoff),
  settings: [
    // A heartbeat that repeats many thousand times a second would make a run that never ends.
    .duration(
      "heartbeat", \.heartbeat, least: .milliseconds(1), "The time between two heartbeats (Ping)."),
    .duration(
      "pongTimeout", \.pongTimeout,
      """
      How long a client waits for the answer (Pong) before it closes the connection. Shorter than the \
      heartbeat, or a silent connection is never noticed: each Ping begins the wait anew.
      """),
    .duration(
      "callTimeout", \.callTimeout, "How long a call of the set-up may take before it has failed."),
    .duration(
      "closeTimeout", \.closeTimeout, "How long a client waits for the answer to its close."),
  ],
  limits: { own in
    [
      WaitingLimit(
        "connect timeout", "Connecting", own.backoff.connectTimeout, [.handshake, .auth],
        .connection),
      WaitingLimit("call timeout", "A call of the set-up", own.callTimeout, [.api], .calls),
    ]
  },
  doubt: { own in
    guard own.heartbeat <= own.pongTimeout else { return nil }
    return
      "heartbeat is no longer than pongTimeout: each Ping begins the wait for a Pong anew, so that "
      + "a client never notices that its connection is silent"
  },
  replay: { StoatReplay($0) },
  diagram: { StoatLifecycle.mermaid(under: $0) })
