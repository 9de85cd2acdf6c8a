import GatewayModel
import Metrics
import Sessions
import Simulator

extension SessionSystem {
  static let optimistic = SessionSystem(
    machine, profile: .spec,
    about: SystemAbout(
      "A client that reads one row and writes it back if nobody wrote meanwhile, with a formula between tries.",
      profiles: [
        "spec": "One compare-and-set on one row, and a formula between the tries."
      ]),
    behaviourKeys: [.app],
    foreignFaults: ["logout": "its machine knows no user"],
    metrics: optimisticMetrics,
    traits: SystemTraits(bytesPerClient: 230, recordBytes: 80, canStartConnected: false),
    words: RunWords(
      pace: .formula, hasOtherAims: true, up: "done",
      stops: "the formula stops before a write succeeds"),
    figures: ownFigures, findings: .optimistic)
}

private let machine = SessionMachine<OptimisticProfile, OptimisticConfiguration>(
  simulated: SimulatedSystem(OptimisticClient.self),
  configured: AnyConfiguration.optimistic,
  waiting: .formula(
    { OptimisticConfiguration(profile: $0, policy: $1) }, own: \.defaultBackoff,
    policy: \.backoff),
  settings: [
    .duration(
      "requestTimeout", \.requestTimeout, "How long a read, and then a write, may take.")
  ],
  limits: { own in
    [WaitingLimit("request timeout", "A request", own.requestTimeout, [.api], .calls)]
  },
  diagram: { OptimisticClient.mermaid(under: $0) })

private let ownFigures = SystemFigures(
  headlines: [
    ("writes", "optimistic.milestones.writing"), ("conflicts", "optimistic.conflicts"),
    ("completion", "completion"),
  ],
  lines: [
    FigureLine(
      "contention",
      ["writes \(metric: "optimistic.milestones.writing")"],
      ["conflicts \(metric: "optimistic.conflicts")"],
      ["row version \(metric: "optimistic.row_version")"],
      ["all done after \(metric: "completion")"])
  ],
  compared: ["calls", "completion"],
  never: ["completion": "not every optimistic client has succeeded"])
