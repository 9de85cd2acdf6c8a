import Sessions

/// The configurations that the clients of each cohort of a subfleet share, and the place of the
/// subfleet in the statistics.
final class Cohorts<Machine: SimulatedSession> {
  /// The configurations, by cohort of the run. The entry of another subfleet's cohort is one of
  /// this subfleet's, and is never read.
  let configurations: FixedTable<Machine.Configuration>
  let place: SubfleetPlace

  /// - Parameter configurations: by cohort; nil of other subfleets' cohorts.
  init(_ configurations: [Machine.Configuration?], _ place: SubfleetPlace) {
    guard let any = configurations.compactMap({ $0 }).first else {
      preconditionFailure("a subfleet has a cohort at least")
    }
    self.configurations = FixedTable(count: configurations.count) { configurations[$0] ?? any }
    self.place = place
  }

  /// The number of a session's state, over all subfleets.
  @inline(__always)
  func state(_ machine: Machine) -> Int { place.firstState + machine.stateNumber }

  /// Records the state in which a client begins the run.
  func begin(_ machine: Machine, of client: UInt32, in cohort: Int, _ statistics: RunStatistics) {
    statistics.recorder.states.begin(in: state(machine))
    if statistics.isTracing {
      statistics.trace(
        .begins(
          Machine.system, state: Machine.stateNames[machine.stateNumber].word, cohort: cohort),
        of: client, at: .start)
    }
  }
}

/// The place of a subfleet among all subfleets of the run, and the begin of its states and
/// milestones.
struct SubfleetPlace {
  /// The number of the subfleet, from 0.
  var number = 0
  var firstState = 0
  var firstMilestone = 0
  /// The number that is added to a milestone's number in the digest.
  var firstDigestNumber: UInt16 = 0
}
