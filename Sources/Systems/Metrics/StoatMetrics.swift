import Metrics
import Sessions
import Simulator

/// The metrics that only the clients of the system stoat have.
let stoatMetrics: [MetricDeclaration] = [
  .group(
    "stoat.banner_seconds", .seconds,
    """
    Time that all clients together showed a banner: connecting, disconnected, reconnecting, \
    device_offline. \(withoutSuchClients)
    """,
    [
      banner("connecting", .connecting), banner("disconnected", .disconnected),
      banner("reconnecting", .reconnecting), banner("device_offline", .offline),
    ]
  ).better(.less),
  .reached(
    "stoat.cache_invalidations", StoatClient.self, .cacheInvalidated,
    "How often a client threw its cache away. \(withoutSuchClients)"
  ).better(.less),
  .milestones(
    .stoat, StoatClient.milestoneNames, "the first ten are the states, counted when entered"),
]

/// The time under a banner, which is that in the only state that shows it.
private func banner(_ word: String, _ state: StoatState) -> MetricFigure<SummaryFacts> {
  .number(word, .seconds) { $0.systems.seconds(.stoat, state.name.lowercased()) }
}
