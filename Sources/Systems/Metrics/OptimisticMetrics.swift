import Metrics
import Sessions
import Simulator

/// The metrics that only the clients of the system optimistic have.
let optimisticMetrics: [MetricDeclaration] = [
  .count(
    "optimistic.successes",
    "Clients that know that their write succeeded. \(withoutSuchClients)"
  ) { $0.contention?.successes }.better(.more),
  .reached(
    "optimistic.conflicts", OptimisticClient.self, .conflict,
    "Writes that met a row which had changed since the client read it. \(withoutSuchClients)"
  ).better(.less),
  .count(
    "optimistic.row_version",
    """
    How often the row was written. More than the successes where a write came through whose answer \
    did not. \(withoutSuchClients)
    """
  ) { $0.contention?.rowVersion },
  .states(
    .optimistic, OptimisticClient.stateNames, "idle, reading, writing, waiting, done, gave_up"),
  .milestones(
    .optimistic, OptimisticClient.milestoneNames,
    "the first six are the states, counted when entered"),
]

extension SummaryFacts {
  fileprivate var contention: ContentionFigures? {
    run.sessions.contention.clients > 0 ? run.sessions.contention : nil
  }
}
