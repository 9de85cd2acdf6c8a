import Metrics
import Sessions
import Simulator

/// What only the clients of the system stoat have.
let stoatMetrics: [MetricDeclaration] = [
  .seconds(
    "stoat.banner_seconds", .stoat, StoatClient.displayNames.dropFirst(),
    """
    Time that all clients together showed a banner: connecting, disconnected, reconnecting, \
    device_offline. \(withoutSuchClients)
    """),
  .reached(
    "stoat.cache_invalidations", .stoat, StoatMilestone.cacheInvalidated,
    "How often a client threw its cache away. \(withoutSuchClients)"),
  .milestones(
    .stoat, StoatClient.milestoneNames, "the first ten are the states, counted when entered"),
]
