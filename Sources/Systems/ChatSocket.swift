import Primitives
import Sessions
import Simulator

extension SessionSystem {
  static let chatSocket = SessionSystem(
    machine, profile: .spec,
    about: SystemAbout(
      """
      A socket that screens share. It is kept while one of them needs it and a while after, and a \
      watchdog replaces a dead one. It has no backoff.
      """,
      profiles: [
        "spec": "The published decision record, over a library that does what it is told.",
        "starscream": "As spec, over Starscream 4.0.4 with two faults.",
      ]),
    behaviourKeys: [.app, .screens, .push],
    behaviour: chatting,
    metrics: chatSocketMetrics,
    traits: SystemTraits(bytesPerClient: 255, recordBytes: 48, restsWhenConnected: true),
    words: RunWords(
      pace: PaceWords(
        rule: "the watchdog", waiting: "the watchdog",
        setting: ("watchdog", ChatSocketConfiguration().watchdog))),
    figures: ownFigures, findings: .chatSocket)
}

private let machine = SessionMachine<ChatSocketProfile, ChatSocketConfiguration>(
  simulated: SimulatedSystem(ChatSocketAgent.self),
  configured: AnyConfiguration.chatSocket,
  waiting: .ownRules { ChatSocketConfiguration(profile: $0) },
  settings: [
    .duration(
      "linger", \.linger, "How long the socket is kept after the last chat has left the screen."),
    .duration(
      "watchdog", \.watchdog, least: .milliseconds(1),
      "The time between two looks at whether the socket is alive. A dead one is replaced then."),
    .flag(
      "reconnectOnClose", \.reconnectOnClose,
      "Whether a client connects again at once when its connection is closed from outside."),
    .flag(
      "starscreamQuirks", \.starscreamQuirks,
      """
      Whether the socket has two faults of Starscream 4.0.4: a disconnect before the upgrade does \
      nothing, and a close without a close frame is not noticed.
      """),
  ],
  replay: { ChatSocketReplay($0) },
  diagram: { ChatSocketAgent.mermaid(under: $0) })

/// Looks into the chats for two minutes at a time, and puts the phone away now and then.
private var chatting: Behaviour {
  var behaviour = Behaviour()
  behaviour.app = Alternation(
    on: .exponential(mean: .minutes(5)), off: .exponential(mean: .minutes(5)))
  behaviour.screens = Alternation(
    on: .exponential(mean: .minutes(2)), off: .exponential(mean: .minutes(1)))
  behaviour.pushes = PushPlan(every: .exponential(mean: .minutes(1)), storms: [])
  return behaviour
}

private let ownFigures = SystemFigures(
  headlines: [
    ("silence to restart p99", "chatSocket.silence.p99"),
    ("message delay p99", "chatSocket.message_delay.p99"),
    ("late messages", "chatSocket.messages_late_share"),
  ],
  percentiles: [
    ("silence to restart", "chatSocket.silence"), ("message delay", "chatSocket.message_delay"),
  ],
  distributions: [
    .milestone("silence", ChatSocketAgent.self, .restarted),
    SystemDistribution("message_delay", .pushDelay),
  ],
  lines: [
    FigureLine(
      "chat socket",
      [
        """
        on \(metric: "chatSocket.on_share") of the time, \
        \(metric: "chatSocket.linger_share") of it lingering
        """
      ],
      ["reconnects saved \(metric: "chatSocket.reconnects_saved")"],
      ["restarts \(metric: "chatSocket.restarts")"]),
    FigureLine(
      "",
      ["messages \(metric: "chatSocket.messages")"],
      ["late \(metric: "chatSocket.messages_late_share")"],
      ["undelivered \(metric: "chatSocket.messages_undelivered")"],
      ["leaked sockets \(metric: "chatSocket.leaked")"]),
  ])
