import Simulator

/// The outcomes of the clients: as counts, and as parts of the fleet, so that a promise about them
/// does not depend on its size.
let outcomeMetrics: [MetricDeclaration] = outcomes.map(\.count) + outcomes.map(\.share)

private let outcomes: [Outcome] = [
  Outcome(
    "recovered", .more,
    """
    Clients that end connected, or want no connection then. The five outcomes recovered, in_error, \
    gave_up, stuck and still_trying sum to the number of clients.
    """,
    ofShare: " The shares recovered, in_error, gave_up, stuck and still_trying sum to 1."
  ) { $0.recovered },
  Outcome("idle", .neither, "Of the recovered: those that want no connection.") { $0.idle },
  Outcome(
    "gave_up", .less, "Clients whose formula stopped: they will not try again by themselves."
  ) { $0.gaveUp },
  Outcome("in_error", .less, "Clients that end in a state which only a person can end.") {
    $0.inError
  },
  Outcome(
    "stuck", .less,
    """
    Clients without a live connection and without a timer or request of their own that could \
    change that.
    """
  ) { $0.stuck },
  Outcome("still_trying", .less, "All other clients: time would change their outcome.") {
    $0.stillTrying
  },
]

/// One of the fates of a client.
private struct Outcome: Sendable {
  let name: String
  let better: MetricDirection
  let definition: String
  /// The words that the share's definition has on top.
  let ofShare: String
  let clients: @Sendable (Outcomes) -> Int

  init(
    _ name: String, _ better: MetricDirection, _ definition: String, ofShare: String = "",
    _ clients: @escaping @Sendable (Outcomes) -> Int
  ) {
    self.name = name
    self.better = better
    self.definition = definition
    self.ofShare = ofShare
    self.clients = clients
  }

  var count: MetricDeclaration {
    let clients = clients
    return .count(
      name, definition, { clients($0.run.recovery.outcomes) },
      ofPart: { clients($0.part.recovery.outcomes) }
    ).better(better)
  }

  var share: MetricDeclaration {
    let clients = clients
    return .number(
      "\(name)_share", .share, "`\(name)` over the number of clients.\(ofShare)",
      { $0.perClient(clients($0.run.recovery.outcomes)) },
      ofPart: { $0.perClient(clients($0.part.recovery.outcomes)) }
    ).better(better)
  }
}
