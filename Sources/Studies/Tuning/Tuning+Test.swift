/// The results of the test for the promises. A formula that is chosen because it keeps a limit
/// keeps it narrowly, and partly by luck: with other seeds or scenarios it may not.
extension Tuning {
  /// Returns the figure of a promise in the test; nil without a test of the winner.
  package func tested(_ constraint: TuningConstraint) -> Double? {
    (test?.winner?.estimate).map { constraint.found($0.means) }
  }

  /// Returns true if the winner keeps a promise in the test. If the limit was the own formula's
  /// figure in the search, it is the own formula's figure in the test here. nil without a test of
  /// the winner.
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
