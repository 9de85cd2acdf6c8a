import GatewayModel
import Metrics
import Primitives
import Sessions
import Simulator

extension SessionSystem {
  static let primer = SessionSystem(
    machine, profile: .spec,
    about: SystemAbout(
      """
      A priming service: an app's launch waits a short time for one request, then falls back to what it \
      has stored. Live listeners use a socket. It has no backoff.
      """,
      profiles: [
        "spec": "The published description.",
        "unlocked": "As spec with locking off: a read always shows the newest value.",
      ]),
    behaviourKeys: [.app, .launches, .firstScreen, .reads, .listeners, .entities, .push],
    behaviour: reading,
    metrics: primerMetrics,
    traits: SystemTraits(bytesPerClient: 394, recordBytes: 136, livesByCalls: true),
    words: RunWords(
      pace: PaceWords(
        waiting: "the waiting between tries for the socket",
        instead: ("primer.sessions_errored", "the wait for the next launch")),
      givesUp: [
        (
          "primer.milestones.errored",
          "a failed request is not tried again before the next launch"
        ),
        ("primer.milestones.socketGaveUp", "a lost socket is tried only three times more"),
      ]),
    figures: ownFigures, findings: .primer)
}

private let machine = SessionMachine<PrimerProfile, PrimerConfiguration>(
  simulated: SimulatedSystem(SessionPrimer.self),
  configured: AnyConfiguration.primer,
  waiting: .ownRules { PrimerConfiguration(profile: $0) },
  settings: [
    .duration("waitFor", \.waitFor, "How long start() waits for the response of its request."),
    .duration(
      "requestTimeout", \.requestTimeout.orNever, "How long the platform lets one request take."),
    .flag(
      "locking", \.isLocking, "Whether a value that was read stays what it is for the session."),
  ],
  limits: { own in
    guard let time = own.requestTimeout else { return [] }
    return [WaitingLimit("request timeout", "A request", time, [.api], .calls)]
  },
  replay: { PrimerReplay($0) },
  diagram: { PrimerLifecycle.mermaid(under: $0) })

extension Interval? {
  fileprivate var orNever: Interval {
    get { self ?? .longest }
    set { self = newValue }
  }
}

/// Opens the app every ten minutes, and looks at something every five seconds.
private var reading: Behaviour {
  var behaviour = Behaviour()
  behaviour.launches = .exponential(mean: .minutes(10))
  behaviour.newUser = 0.05
  behaviour.firstScreen = 5
  behaviour.actions = .exponential(mean: .seconds(5))
  behaviour.listeners = Alternation(
    on: .exponential(mean: .minutes(1)), off: .exponential(mean: .minutes(1)))
  behaviour.pushes = PushPlan(every: .exponential(mean: .seconds(20)), storms: [])
  return behaviour
}

private let ownFigures = SystemFigures(
  headlines: [
    ("priming time p99", "primer.priming_time.p99"),
    ("past the threshold", "primer.elapsed_share"),
    ("saw a fallback", "primer.fallback_session_share"),
  ],
  percentiles: [("priming time", "primer.priming_time")],
  distributions: [
    .milestone("priming_time", SessionPrimer.self, .primedAfter),
    .milestone("start_time", SessionPrimer.self, .resolved),
  ],
  lines: [
    FigureLine(
      "primer",
      ["sessions \(metric: "primer.sessions")"],
      ["past the threshold \(metric: "primer.elapsed_share")"],
      ["errored \(share: "primer.sessions_errored", of: "primer.sessions")"],
      ["saw a fallback \(metric: "primer.fallback_session_share")"]),
    FigureLine(
      "",
      [
        "reads \(metric: "primer.reads"):", "lock \(metric: "primer.read_share.lock"),",
        "latest \(metric: "primer.read_share.latest"),",
        "fallback \(metric: "primer.read_share.fallback")",
      ],
      ["stale \(metric: "primer.stale_read_share")"],
      ["updates missed \(share: "primer.updates_missed", of: "primer.updates")"]),
  ])
