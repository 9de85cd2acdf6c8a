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

  /// The number of what a client's user sees, over all herds.
  @inline(__always)
  func display(_ machine: Machine) -> Int { place.firstDisplay + machine.display }
}

/// Where a herd stands among all herds of the run, and where its displays and milestones begin.
struct HerdPlace {
  /// From 0.
  var number = 0
  var firstDisplay = 0
  var firstMilestone = 0
  /// Added to a milestone's number in the digest.
  var firstDigestNumber: UInt16 = 0
}
