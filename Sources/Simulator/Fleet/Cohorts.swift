import Sessions

/// What the clients of each cohort of a herd share, and where the herd stands in the books.
final class Cohorts<Machine: SimulatedSession> {
  /// By cohort of the run. At those of other herds stands one of this herd's, which is never read.
  let configurations: FixedTable<Machine.Configuration>
  let place: HerdPlace

  /// - Parameter configurations: by cohort; nil of other herds' cohorts.
  init(_ configurations: [Machine.Configuration?], _ place: HerdPlace) {
    guard let any = configurations.compactMap({ $0 }).first else {
      preconditionFailure("a herd has a cohort at least")
    }
    self.configurations = FixedTable(count: configurations.count) { configurations[$0] ?? any }
    self.place = place
  }

  /// The number of a session's state, over all herds.
  @inline(__always)
  func state(_ machine: Machine) -> Int { place.firstState + machine.stateNumber }

  /// Books the state in which a client begins the run.
  func begin(_ machine: Machine, of client: UInt32, in cohort: Int, _ books: Books) {
    books.recorder.states.begin(in: state(machine))
    if books.isTracing {
      books.trace(
        .begins(
          Machine.system, state: Machine.stateNames[machine.stateNumber].word, cohort: cohort),
        of: client, at: .start)
    }
  }
}

/// Where a herd stands among all herds of the run, and where its states and milestones begin.
struct HerdPlace {
  /// From 0.
  var number = 0
  var firstState = 0
  var firstMilestone = 0
  /// Added to a milestone's number in the digest.
  var firstDigestNumber: UInt16 = 0
}
