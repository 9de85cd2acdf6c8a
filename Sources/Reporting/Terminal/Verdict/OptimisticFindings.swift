import Experiments

extension RunReading {
  /// What the clients did to one another over one row.
  var optimisticFindings: [Finding] {
    guard fleet.has(.optimistic) else { return [] }
    return [completion, conflicts].compactMap { $0 }
  }

  private var completion: Finding? {
    guard let last = number("completion") else { return nil }
    return Finding(
      "\(counted(run.contention.clients, "client")) changed one row, the last after "
        + "\(time(last)).",
      reasonsOf: ["completion", "recover", "optimistic.state_seconds"], .main)
  }

  private var conflicts: Finding? {
    let writes = count("optimistic.milestones.writing")
    let conflicts = count("optimistic.conflicts")
    guard conflicts > 0 else { return nil }
    let share = percent(Double(conflicts) / Double(writes))
    return Finding(
      "\(HumanText.count(conflicts)) of \(counted(writes, "write")) (\(share)) came too late: the "
        + "row had changed since it was read.",
      reasonsOf: ["optimistic.conflicts", "calls", "attempt", "optimistic.milestones"], .notable)
  }
}
