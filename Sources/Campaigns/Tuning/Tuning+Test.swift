/// What the test says about promises. Whoever is chosen for keeping a limit keeps it narrowly, and
/// partly by luck: with other seeds or scenarios it may not.
extension Tuning {
  /// What a promise came to in the test; nil without a test of the winner.
  package func tested(_ constraint: TuningConstraint) -> Double? {
    (test?.winner?.estimate).map { constraint.found($0.means) }
  }

  /// Whether the winner keeps a promise in the test. A limit that was what the own formula came to is
  /// there what it comes to there. nil without a test of the winner.
  package func isKeptInTest(_ constraint: TuningConstraint) -> Bool? {
    guard let means = test?.winner?.estimate?.means else { return nil }
    return keeps(constraint, means)
  }

  /// Promises that the winner does not keep in the test.
  package var brokenInTest: [TuningConstraint] {
    goal.constraints.filter { isKeptInTest($0) == false }
  }

  /// Names of the catalogue that keep every promise in the test and are better in the objective than
  /// the winner is there.
  package var betterInTest: [String] {
    guard let test, let winner = test.winner?.estimate?.means else { return [] }
    return test.catalogue.filter { entry in
      guard let means = entry.estimate?.means else { return false }
      return goal.isBetter(means, than: winner)
        && goal.constraints.allSatisfy { keeps($0, means) }
    }.map(\.name)
  }

  private func keeps(_ constraint: TuningConstraint, _ means: [Double]) -> Bool {
    guard constraint.isOwn else { return constraint.isKept(by: means) }
    let limit = test?.own?.estimate.map { constraint.found($0.means) } ?? .infinity
    return constraint.found(means) <= limit
  }
}
