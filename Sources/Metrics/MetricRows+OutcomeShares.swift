import Simulator

/// The outcomes as parts of the fleet, so that a promise about them does not depend on its size.
let outcomeShareRows: [MetricRow] = [
  share("recovered") { $0.recovered }, share("idle") { $0.idle }, share("gave_up") { $0.gaveUp },
  share("in_error") { $0.inError }, share("stuck") { $0.stuck },
  share("still_trying") { $0.stillTrying },
]

private func share(_ name: String, _ count: @escaping @Sendable (Outcomes) -> Int) -> MetricRow {
  .number("\(name)_share", .share) { facts in
    let clients = facts.run.clients
    return clients > 0 ? Double(count(facts.run.outcomes)) / Double(clients) : nil
  }
}

let outcomeShareDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "recovered_share", "share",
    "`recovered` over the number of clients. The shares recovered, in_error, gave_up, stuck and "
      + "still_trying sum to 1."),
  MetricDefinition("idle_share", "share", "`idle` over the number of clients."),
  MetricDefinition("gave_up_share", "share", "`gave_up` over the number of clients."),
  MetricDefinition("in_error_share", "share", "`in_error` over the number of clients."),
  MetricDefinition("stuck_share", "share", "`stuck` over the number of clients."),
  MetricDefinition("still_trying_share", "share", "`still_trying` over the number of clients."),
]
