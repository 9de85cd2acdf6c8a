import Words

extension FindingCode {
  package static let allWritten = FindingCode(
    "all-written", "Every optimistic client wrote its row.")
  package static let conflicts = FindingCode(
    "conflicts", "Writes came too late.")
}

extension SystemFindings {
  static let optimistic = SystemFindings(
    codes: [
      .allWritten, .conflicts,
    ]
  ) { $0.optimisticFindings }
}

extension SystemEvidence {
  /// The findings on the clients' effect on one another over one row.
  var optimisticFindings: [Finding] {
    [completion, conflicts].compactMap { $0 }
  }

  private var completion: Finding? {
    guard let last = number("completion") else { return nil }
    return Finding(
      .allWritten, .main,
      figures("completion"),
      explains: ["completion", "recover", "optimistic.state_seconds"],
      "\(counted(run.sessions.contention.clients, "client")) changed one row, the last after "
        + "\(time(last)).")
  }

  private var conflicts: Finding? {
    let writes = count("optimistic.milestones.writing")
    let conflicts = count("optimistic.conflicts")
    guard conflicts > 0 else { return nil }
    let share = percent(Double(conflicts) / Double(writes))
    return Finding(
      .conflicts, .notable,
      figures("optimistic.milestones.writing", "optimistic.conflicts"),
      explains: ["optimistic.conflicts", "calls", "attempt", "optimistic.milestones"],
      "\(HumanText.count(conflicts)) of \(counted(writes, "write")) (\(share)) came too late: the "
        + "row had changed since it was read.")
  }
}
