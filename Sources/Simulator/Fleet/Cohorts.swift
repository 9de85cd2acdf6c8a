import Sessions

/// What the clients of each cohort of a herd share, and where the herd's words stand in the books.
final class Cohorts<Machine: SimulatedSession> {
  /// By cohort of the run. Cohorts of other herds have that of one of this herd's; nobody asks.
  let configurations: FixedTable<Machine.Configuration>
  let words: HerdWords

  /// - Parameter configurations: by cohort; nil of other herds' cohorts.
  init(_ configurations: [Machine.Configuration?], _ words: HerdWords) {
    guard let any = configurations.compactMap({ $0 }).first else {
      preconditionFailure("a herd has a cohort at least")
    }
    self.configurations = FixedTable(count: configurations.count) { configurations[$0] ?? any }
    self.words = words
  }

  /// The number of what a client's user sees, over all herds.
  @inline(__always)
  func display(_ machine: Machine) -> Int { words.firstDisplay + machine.display }
}

/// Where the displays and milestones of a herd begin among those of all herds.
struct HerdWords {
  var firstDisplay = 0
  var firstMilestone = 0
  /// Added to a milestone's number in the digest.
  var firstFact: UInt8 = 0
}
