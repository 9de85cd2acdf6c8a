/// A search for the best point of several formula families where each look at a point costs a run
/// and is noisy.
///
/// Successive halving (Karnin, Koren and Somekh 2013; Jamieson and Talwalkar 2016): many candidates
/// are tried with one seed, a third of them goes on to three times as many seeds, and so on. All
/// candidates meet the same seeds, so that differences are the formulas' doing, and those that go on
/// keep what was measured. A wide bracket comes first, then narrower ones around the best.
///
/// A block is one seed over all scenarios.
struct TuningSearch: Sendable {
  let families: [FormulaFamily]
  let goal: TuningGoal
  /// Blocks that may be measured.
  let budget: Int
  /// Blocks that a candidate has that has come to the end of a bracket.
  let replications: Int
  let seed: UInt64

  /// One in so many goes on.
  static let eta = 3

  /// The budget's share of a bracket, how many centres it looks around, and how far, in widths of
  /// the whole space.
  struct Bracket {
    let share: Double
    let centres: Int
    let radius: Double
  }

  /// The wide one has no centres.
  static let brackets = [
    Bracket(share: 0.35, centres: 0, radius: 0.5), Bracket(share: 0.17, centres: 4, radius: 0.2),
    Bracket(share: 0.14, centres: 3, radius: 0.1), Bracket(share: 0.12, centres: 2, radius: 0.05),
    Bracket(share: 0.12, centres: 1, radius: 0.03), Bracket(share: 0.1, centres: 1, radius: 0.015),
  ]

  /// The least blocks a search can do anything with: three candidates in each.
  static func leastBudget(replications: Int) -> Int {
    let least = cost(of: eta, ladder(replications))
    return Int((Double(least) / brackets.map(\.share).min()!).rounded(.up))
  }

  /// - Parameter measure: looks at candidates; nil for those it did not come to, which ends the
  ///   search.
  func run(_ measure: ([TuningTrial]) -> [TuningOutcome?]) -> TuningFindings {
    var findings = TuningFindings(replications: replications)
    var space = SearchSpace(families, seed: seed)
    var carried = 0
    for (number, bracket) in Self.brackets.enumerated() where !findings.isTruncated {
      let isLast = number == Self.brackets.count - 1
      let share = Int(Double(budget) * bracket.share) + carried
      let room = isLast ? budget - findings.blocks : share
      let count = newcomers(for: room)
      let before = findings.blocks
      let centres = number == 0 ? [] : self.centres(bracket.centres, of: findings)
      if number > 0, centres.isEmpty { break }
      let candidates =
        number == 0
        ? space.everywhere(count)
        : space.around(centres, radius: bracket.radius, count, bracket: number)
      halve(findings.add(candidates), &findings, measure)
      carried = share - (findings.blocks - before)
    }
    return findings
  }

  /// Seeds at the end of each rung.
  private static func ladder(_ replications: Int) -> [Int] {
    var rungs = [replications]
    while rungs[0] > 1 { rungs.insert(max(1, rungs[0] / eta), at: 0) }
    return rungs
  }

  /// Blocks that so many newcomers cost.
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

  /// As many as the room allows.
  private func newcomers(for room: Int) -> Int {
    let ladder = Self.ladder(replications)
    var count = 0
    while Self.cost(of: count + 1, ladder) <= room { count += 1 }
    return count
  }

  /// The best: first those of different families, so that the first family that does well does not
  /// take all; and one more of the front, far from them.
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
    let front = spread(1, of: tradedFront(means), from: best, means.map(traded))
    return (best + front).map { findings.tried[final[$0]].candidate }
  }

  private func halve(
    _ entrants: [Int], _ findings: inout TuningFindings,
    _ measure: ([TuningTrial]) -> [TuningOutcome?]
  ) {
    var left = entrants
    for (number, rung) in Self.ladder(replications).enumerated() {
      if number > 0 { left = promoted(left, findings) }
      let trials = left.map { index in
        let tried = findings.tried[index]
        return TuningTrial(formula: tried.candidate.formula, blocks: tried.blocks.count..<rung)
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
    chosen += spread(
      keep - chosen.count, of: tradedFront(means), from: chosen, means.map(traded))
    chosen += ranked.filter { !chosen.contains($0) }.prefix(max(0, keep - chosen.count))
    return chosen.sorted().map { alive[$0] }
  }
}
