import Documents
import Simulator

/// How many clients are in each state of their sessions: the content of `states.csv`.
///
/// One line for each second that was over when the run ended: `t_s` is when it begins, the clients are
/// counted at its end. The columns are `SYSTEM.STATE`, in the order of each system's states. Their sum is
/// the number of clients.
func statesCSV(_ run: RunResult) -> String {
  var csv = CSVText(header: ["t_s"] + run.sessions.states.map(\.column))
  for second in 0..<Int(run.course.end.seconds) {
    csv.add(["\(second)"] + run.sessions.states.map { "\($0.clients[second])" })
  }
  return csv.text
}

extension StateTime {
  /// The name of the column of `states.csv`.
  fileprivate var column: String { "\(name.system.rawValue).\(name.word)" }
}
