import Campaigns
import Scenarios
import Systems
import Words

/// The winner and the own formula behind each kind of limit; nothing where that was not run.
func limitScreen(_ test: TuningTest, _ style: TerminalStyle) -> [String] {
  let words = limitVerdict(test)
  if words.isEmpty { return [] }
  let table = test.limits.map { table -> [String] in
    let title = "behind one single limit of \(table.rateText), recover.p99"
    let rows = LimitLines(
      table: table, name: { $0.variant.name == test.winner?.name ? "best" : "own" },
      isRanking: false)
    return ["", "  " + title] + rows.lines(style)
  }
  let isBad = !test.lostBehindLimits.isEmpty
  return (table ?? []) + [""]
    + words.flatMap { paragraph($0, width: style.width) }.map {
      isBad ? style.coloured($0, .bold) : $0
    }
}

/// Where the winner dies that was tuned to another limit, and where the own formula is the faster one.
func limitVerdict(_ test: TuningTest) -> [String] {
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

private func fate(_ outcome: WorldOutcome) -> String {
  let seeds = outcome.lost < outcome.seeds ? " with \(outcome.lost) of \(outcome.seeds) seeds" : ""
  let cause = outcome.cause.map { " (\($0.rawValue))" } ?? ""
  switch outcome.ending {
  case .dies: return "dies\(cause)\(seeds)"
  case .givesUp: return "gives up\(seeds)"
  case .never: return "never has 99 % back\(seeds)"
  case .nothing: return "has nothing to recover from"
  case .back(let seconds):
    if outcome.isHeld { return "is back after \(HumanText.duration(seconds))" }
    return outcome.metastable > 0 ? "dies\(cause)\(seeds)" : "is lost\(seeds)"
  }
}

extension [String] {
  /// Each as a sentence of its own.
  fileprivate var sentenced: String {
    map { "\($0.prefix(1).uppercased())\($0.dropFirst())." }.joined(separator: " ")
  }
}
