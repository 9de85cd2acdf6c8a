import Documents
import Metrics
import Scenarios
import Studies
import Systems
import Words

/// Returns the result of the test for the winner, and for the catalogue beside it.
package func verdict(_ test: TuningTest, _ tuning: Tuning) -> [String] {
  if let reason = test.winner?.failure {
    return ["The formula cannot be used in the test: \(harmless(reason))."]
  }
  let measure =
    tuning.goal.recovery == TradedMetrics.downtime
    ? "What counts is the time away: in most runs the time to recover is 0 for at least half of the clients."
    : nil
  return [againstCatalogue(test, tuning), broken(tuning), better(tuning), measure].compactMap { $0 }
}

private func broken(_ tuning: Tuning) -> String? {
  let promises = tuning.brokenInTest.map { constraint in
    constraint.isOwn
      ? "no more \(constraint.level.metric) than the own formula" : harmless(constraint.level.text)
  }
  return promises.isEmpty ? nil : "In the test it breaks: \(promises.joined(separator: ", "))."
}

private func better(_ tuning: Tuning) -> String? {
  let names = tuning.betterInTest
  if names.isEmpty { return nil }
  return "Better in \(tuning.goal.objective.path) there, every promise kept: "
    + "\(listed(names))."
}

private func againstCatalogue(_ test: TuningTest, _ tuning: Tuning) -> String {
  let target = tuning.tuner.target
  let scenarios =
    target.names(of: test.scenarios).map(harmless).joined(separator: ", ")
    + (target.worldsEach == 1 ? "" : ", each behind every limit")
  let tuned = Set(target.scenarios.map(\.name))
  let isElsewhere = !test.scenarios.contains { tuned.contains($0.name) }
  let place =
    isElsewhere
    ? "Over scenarios it was not tuned on (\(scenarios))"
    : "With seeds it was not tuned on (\(scenarios))"
  if test.catalogue.isEmpty { return "\(place) the catalogue was not run." }
  let better = test.atLeastAsGood
  let count = test.catalogue.count
  let loss =
    better.isEmpty
    ? "no entry of the catalogue is at least as good in all three"
    : "\(better.joined(separator: ", ")) \(better.count == 1 ? "is" : "are") at least as good in all three"
  return "\(place) \(loss); the formula is at least as good as \(test.outdone.count) of the "
    + "\(count) in all three."
}

/// Returns the sentence on the storms in which the own formula would have been the better one.
package func caveat(_ test: TuningTest, _ goal: TuningGoal) -> String {
  let names = test.slower.map { harmless($0.scenario.name) }.joined(separator: ", ")
  let isAway = goal.recovery == TradedMetrics.downtime
  if names.isEmpty {
    return isAway
      ? "Its clients are away no longer than with the own formula in any other storm."
      : "It recovers no later than the own formula in any other storm."
  }
  return isAway
    ? "Its clients are away longer than with the own formula in \(names)."
    : "It recovers later than the own formula in \(names)."
}

/// Returns the sentences on the limits behind which the winner, tuned to another limit, dies, and
/// on those behind which the own formula is the faster one.
package func limitVerdict(_ test: TuningTest) -> [String] {
  if let reason = test.limitFailure {
    return ["Behind other limits it could not be tested: \(harmless(reason))."]
  }
  guard let table = test.limits, let winner = test.limitOutcomes(of: .winner),
    let own = test.limitOutcomes(of: .own)
  else { return [] }
  let lost = test.lostBehindLimits
  let slower = test.slowerBehindLimits
  if lost.isEmpty, slower.isEmpty {
    return ["Behind every kind of limit it holds, and is back no later than the own formula."]
  }
  var words: [String] = []
  if lost.isEmpty {
    words.append("Behind every kind of limit it holds.")
  } else {
    let places = lost.map {
      "\(table.place($0)): \(fate(winner[$0])), the own formula \(fate(own[$0]))"
    }
    words.append("It does not hold behind every kind of limit. \(places.sentenced)")
  }
  if !slower.isEmpty {
    let places = slower.map {
      "\(table.place($0)) (\(HumanText.duration(winner[$0].seconds)) against "
        + "\(HumanText.duration(own[$0].seconds)))"
    }
    words.append("It is back later than the own formula \(listed(places)).")
  }
  return words
}

private func fate(_ outcome: LimitsDocument.Outcome) -> String {
  let seeds =
    outcome.seedsLost < outcome.seeds ? " with \(outcome.seedsLost) of \(outcome.seeds) seeds" : ""
  let cause = outcome.cause.map { " (\($0))" } ?? ""
  switch outcome.ending {
  case .dies: return "dies\(cause)\(seeds)"
  case .givesUp: return "gives up\(seeds)"
  case .never: return "never has 99 % back\(seeds)"
  case .nothing: return "has nothing to recover from"
  case .back:
    if outcome.isHeld { return "is back after \(HumanText.duration(outcome.seconds))" }
    return outcome.seedsMetastable > 0 ? "dies\(cause)\(seeds)" : "is lost\(seeds)"
  }
}

extension [String] {
  /// Each as a sentence of its own.
  fileprivate var sentenced: String {
    map { "\($0.prefix(1).uppercased())\($0.dropFirst())." }.joined(separator: " ")
  }
}
