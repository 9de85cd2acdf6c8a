import Metrics
import Words

/// The sentences of a comparison's page.
struct ComparisonReading {
  private let data: ComparisonData
  private let names: ShownNames

  init(_ data: ComparisonData, names: ShownNames) {
    self.data = data
    self.names = names
  }

  /// The most important thing first.
  var headline: String {
    if data.limits != nil { return behindLimits }
    return data.parts.count > 1 ? overSeveral : overOne(data.parts[0])
  }

  private func overOne(_ part: ComparisonData.Part) -> String {
    let winner = part.ranked[0]
    if part.variants.allSatisfy({ !$0.brokenPromises.isEmpty }),
      let broken = winner.brokenPromises.first
    {
      return "No formula keeps every promise: even \(names[winner.name]) breaks \(broken.promise)."
    }
    let ranking = data.ranking(of: part)
    guard winner.figure(ranking.path) != nil else {
      if part.variants.allSatisfy({ $0.notBack == 0 }) {
        return "Nobody had to come back after an incident."
      }
      return ranking.isTime
        ? "No formula has 99\u{a0}% back with every seed."
        : "No formula has a figure with every seed."
    }
    let front = part.ranked.filter(\.onFront)
    let text = front.count == 1 ? alone(front[0], of: part) : several(front, of: part)
    let breaks = winner.brokenPromises.isEmpty ? "" : " \(names[winner.name]) breaks a promise."
    return text + breaks
  }

  private func alone(_ winner: ComparisonData.Variant, of part: ComparisonData.Part) -> String {
    let count = part.variants.count
    return "\(names[winner.name]) is at least as good as "
      + (count == 2 ? "the other" : "the other \(PageNumber.spelled(count - 1))")
      + " in all that counts\(time(winner, part) ?? "")."
  }

  /// `: 99 % are back after 5.00 s`
  private func time(_ variant: ComparisonData.Variant, _ part: ComparisonData.Part) -> String? {
    variant.figure(part.recovery).map { figure in
      let time = PageNumber.duration(figure)
      return part.isMeasuredByDowntime
        ? ": 99\u{a0}% are away for \(time) or less" : ": 99\u{a0}% are back after \(time)"
    }
  }

  private func several(
    _ front: [ComparisonData.Variant], of part: ComparisonData.Part
  ) -> String {
    let (all, count) = (part.variants, part.variants.count)
    guard
      let first = front.min(by: { least(part.recovery, $0) < least(part.recovery, $1) }),
      let calm = front.min(by: { least("peak_arrivals_1s", $0) < least("peak_arrivals_1s", $1) })
    else { return "No formula is back with every seed." }
    let isLevel = TradedMetrics.all(part.recovery).allSatisfy { path in
      Set(all.map { $0.figure(path) }).count == 1
    }
    if isLevel {
      return
        "\(count == 2 ? "Both" : "All \(PageNumber.spelled(count))") formulas are as good in all that counts"
        + "\(time(first, part) ?? "")."
    }
    let opening =
      front.count == count
      ? "\(count == 2 ? "Both" : "All \(PageNumber.spelled(count))") formulas are on the front"
      : "\(capitalized(PageNumber.spelled(front.count))) of \(PageNumber.spelled(count)) formulas are on the front"
    // A formula that loses clients may have a lower peak, because these clients are gone.
    let isBeaten = all.contains {
      least("peak_arrivals_1s", $0) < least("peak_arrivals_1s", calm)
    }
    let lowest = "has the lowest peak\(isBeaten ? " of those with 99\u{a0}% back" : "")."
    let leads = part.isMeasuredByDowntime ? "is away for the shortest time" : "is back first"
    let rest =
      first.name == calm.name
      ? "\(names[first.name]) \(leads) and \(lowest)"
      : "\(names[first.name]) \(leads), \(names[calm.name]) \(lowest)"
    return "\(opening): \(rest)"
  }

  private func least(_ path: String, _ variant: ComparisonData.Variant) -> Double {
    variant.figure(path) ?? .infinity
  }

  private var overSeveral: String {
    let names = data.parts[0].variants.map(\.name)
    let sums = names.map { name in data.parts.reduce(0) { $0 + rank(of: name, in: $1) } }
    guard let least = sums.min() else { return "" }
    let best = zip(names, sums).filter { $0.1 == least }.map { self.names[$0.0] }
    let scenarios = "\(PageNumber.spelled(data.parts.count)) scenarios"
    if best.count == names.count { return "All formulas rank alike over \(scenarios)." }
    return best.count == 1
      ? "\(best[0]) has the best mean rank over \(scenarios)."
      : "\(listed(best, most: .max)) share the best mean rank over \(scenarios)."
  }

  /// From 1; those with the same figure share a rank, and a scenario in which all have it decides nothing.
  private func rank(of name: String, in part: ComparisonData.Part) -> Int {
    let ranking = data.ranking(of: part)
    let path = ranking.path
    let sign = ranking.isBetterHigh ? -1.0 : 1
    func figure(_ variant: ComparisonData.Variant) -> Double {
      variant.figure(path).map { sign * $0 } ?? .infinity
    }
    guard let own = part.variants.first(where: { $0.name == name }).map(figure) else {
      return part.variants.count
    }
    return 1 + part.variants.count { figure($0) < own }
  }

  private var behindLimits: String {
    let rows = data.limits?.variants ?? []
    let holding = rows.filter(\.holdsEverywhere)
    let count = PageNumber.spelled(rows.count)
    guard let best = holding.first else {
      return "None of \(count) formulas holds behind every kind of limit."
    }
    if holding.count == rows.count {
      return
        "\(rows.count == 2 ? "Both" : "All \(count)") formulas hold behind every kind of limit; "
        + "\(names[best.name]) is the best at its worst."
    }
    return holding.count == 1
      ? "Only \(names[best.name]) of \(count) formulas holds behind every kind of limit."
      : "\(capitalized(PageNumber.spelled(holding.count))) of \(count) formulas hold behind every kind of "
        + "limit; \(names[best.name]) is the best at its worst."
  }

  // MARK: The verdict

  /// The first sentences of the verdict: two where they are short.
  var lead: String { sentences.prefix(leading).joined(separator: " ") }

  /// The others.
  var findings: [String] { Array(sentences.dropFirst(leading)) }

  private var leading: Int {
    sentences.prefix(2).reduce(0) { $0 + $1.count } <= Self.longestLead ? 2 : 1
  }

  private static let longestLead = 280

  private var sentences: [String] { data.sentences.map(names.replaced) }
}
