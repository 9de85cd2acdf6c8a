/// A search for the best point of several formula families where each look at a point costs a run
/// and is noisy.
///
/// Successive halving (Karnin, Koren and Somekh 2013; Jamieson and Talwalkar 2016): many candidates
/// are tried in a world or two, a third of them goes on to three times as many, and so on. All
/// candidates meet the same worlds, so that differences are the formulas' doing, and those that go on
/// keep what was measured. A wide bracket comes first, then narrower ones around the best.
///
/// A world is a scenario with a seed: one run.
struct TuningSearch: Sendable {
  let families: [FormulaFamily]
  let goal: TuningGoal
  /// Runs that may be made.
  let budget: Int
  let scenarios: Int
  /// Seeds that a candidate has been run with, in every scenario, at the end of a bracket.
  let replications: Int
  /// Worlds that can stand for all of them: a first look at a candidate has no fewer.
  var leastWorlds = standardLeastWorlds
  let seed: UInt64

  /// The least number of worlds that can stand for all. If there are several scenarios, one alone
  /// stands for none.
  static let standardLeastWorlds = 2

  /// One in so many goes on.
  static let eta = 3

  /// The budget's share of a bracket, how many centres it looks around, and how far, in widths of
  /// the whole space.
  struct Bracket {
    let share: Double
    let centres: Int
    let radius: Double
  }

  /// A wide one without centres, then many small ones that move on with the best: where several
  /// parameters depend on each other, many short steps go farther than a few long ones.
  static let brackets: [Bracket] =
    [Bracket(share: 0.3, centres: 0, radius: 0.5)]
    + [
      (4, 0.3), (4, 0.25), (4, 0.2), (4, 0.16), (4, 0.13), (3, 0.1), (2, 0.07), (2, 0.05),
      (1, 0.03), (1, 0.015),
    ].map { Bracket(share: 0.07, centres: $0, radius: $1) }

  /// The fewest runs a search can do anything with: three candidates in each bracket.
  static func leastBudget(
    scenarios: Int, replications: Int, leastWorlds: Int = standardLeastWorlds
  ) -> Int {
    let least = cost(of: eta, ladder(scenarios, replications, leastWorlds))
    return Int((Double(least) / brackets.map(\.share).min()!).rounded(.up))
  }

  /// - Parameter measure: looks at candidates; nil for those it did not come to, which ends the
  ///   search.
  func run(_ measure: ([TuningTrial]) -> [TuningOutcome?]) -> TuningFindings {
    var findings = TuningFindings()
    var space = SearchSpace(families, seed: seed)
    var carried = 0
    for (number, bracket) in Self.brackets.enumerated() where !findings.isTruncated {
      let isLast = number == Self.brackets.count - 1
      let share = Int(Double(budget) * bracket.share) + carried
      let room = isLast ? budget - findings.runs : share
      let count = newcomers(for: room)
      let before = findings.runs
      let centres = number == 0 ? [] : self.centres(bracket.centres, of: findings)
      if number > 0, centres.isEmpty { break }
      let candidates =
        number == 0
        ? space.everywhere(count)
        : space.around(centres, radius: bracket.radius, count, bracket: number)
      halve(findings.add(candidates), &findings, measure)
      carried = share - (findings.runs - before)
    }
    return findings
  }

  /// Worlds at the end of each rung.
  private static func ladder(_ scenarios: Int, _ replications: Int, _ leastWorlds: Int) -> [Int] {
    var rungs = [scenarios * replications]
    let least = min(leastWorlds, scenarios)
    while rungs[0] > least { rungs.insert(max(least, rungs[0] / eta), at: 0) }
    return rungs
  }

  private var ladder: [Int] { Self.ladder(scenarios, replications, leastWorlds) }

  /// Runs that so many newcomers cost.
  private static func cost(of count: Int, _ ladder: [Int]) -> Int {
    var left = count
    var before = 0
    var sum = 0
    for rung in ladder {
      sum += left * (rung - before)
      left = survivors(of: left)
      before = rung
    }
    return sum
  }

  private static func survivors(of count: Int) -> Int { (count + eta - 1) / eta }

  /// Returns the number of newcomers that the room allows.
  private func newcomers(for room: Int) -> Int {
    let ladder = ladder
    var count = 0
    while Self.cost(of: count + 1, ladder) <= room { count += 1 }
    return count
  }

  /// The best: first those of different families, so that the first family that does well does not
  /// take all; and as long as it looks around many, one more of the front, far from them.
  private func centres(_ count: Int, of findings: TuningFindings) -> [Candidate] {
    let final = findings.final
    let means = final.map { findings.tried[$0].means! }
    let ranked = goal.ranked(means)
    var seen: Set<Int> = []
    let leading = ranked.filter {
      seen.insert(findings.tried[final[$0]].candidate.family).inserted
    }
    let others = ranked.filter { !leading.contains($0) }
    let best = Array((leading + others).prefix(count))
    let front = spread(count > 2 ? 1 : 0, of: tradedFront(means), from: best, means.map(traded))
    return (best + front).map { findings.tried[final[$0]].candidate }
  }

  private func halve(
    _ entrants: [Int], _ findings: inout TuningFindings,
    _ measure: ([TuningTrial]) -> [TuningOutcome?]
  ) {
    var left = entrants
    for (number, rung) in ladder.enumerated() {
      if number > 0 { left = promoted(left, findings) }
      let trials = left.map { index in
        let tried = findings.tried[index]
        return TuningTrial(formula: tried.candidate.formula, worlds: tried.worlds.count..<rung)
      }
      findings.take(measure(trials), of: left, trials)
      if findings.isTruncated { return }
    }
  }

  /// One third: two thirds of them the best, the others spread over what they trade off.
  private func promoted(_ entrants: [Int], _ findings: TuningFindings) -> [Int] {
    let keep = Self.survivors(of: entrants.count)
    let alive = entrants.filter { findings.tried[$0].means != nil }
    let means = alive.map { findings.tried[$0].means! }
    let ranked = goal.ranked(means)
    var chosen = Array(ranked.prefix((2 * keep + 2) / 3))
    chosen += spread(keep - chosen.count, of: tradedFront(means), from: chosen, means.map(traded))
    chosen += ranked.filter { !chosen.contains($0) }.prefix(max(0, keep - chosen.count))
    return chosen.sorted().map { alive[$0] }
  }
}
