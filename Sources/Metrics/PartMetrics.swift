import Measurements
import Primitives
import Simulator

/// What is told of each part of a fleet: `cohorts.phones.recover.p99`, `systems.stoat.gave_up`.
struct PartRow: Sendable {
  /// The same as of the whole fleet.
  let path: String
  let unit: MetricUnit
  let value: @Sendable (PartFacts) -> MetricValue
}

/// One part of a fleet with its distributions worked out once.
struct PartFacts: Sendable {
  let part: CohortResult
  /// nil where the run has no clear, or ended before it.
  let recover: DistributionSummary?
  let recoverAway: DistributionSummary?
  let downtime: DistributionSummary

  init(_ part: CohortResult, _ run: RunResult) {
    self.part = part
    let isClear = run.clear.map { $0 <= run.end } ?? false
    func summary(_ values: [Interval], of count: Int) -> DistributionSummary? {
      isClear
        ? DistributionSummary(values: values, infinite: max(0, count - values.count)) : nil
    }
    recover = summary(part.recoveries, of: part.affected)
    recoverAway =
      run.atClear == nil ? nil : summary(part.recoveriesOfAway, of: part.affectedAway)
    downtime = DistributionSummary(values: part.downtimes)
  }
}

/// In the order in which they are reported.
let partRows: [PartRow] =
  [
    count("clients") { $0.clients }, count("attempts") { $0.attempts },
    ratio("attempts_per_client") { $0.attempts },
    count("affected") { $0.affected }, count("away_at_clear") { $0.awayAtClear },
  ]
  + distribution("recover", { $0.recover }, never: { $0.affected - $0.recoveries.count })
  + distribution(
    "recover_away", { $0.recoverAway }, never: { $0.affectedAway - $0.recoveriesOfAway.count })
  + [count("relapsed") { $0.relapsed }]
  + distribution("downtime", { $0.downtime }, never: { _ in 0 })
  + outcomes

private let outcomes: [PartRow] = {
  let named: [(String, @Sendable (Outcomes) -> Int)] = [
    ("recovered", { $0.recovered }), ("idle", { $0.idle }), ("gave_up", { $0.gaveUp }),
    ("in_error", { $0.inError }), ("stuck", { $0.stuck }), ("still_trying", { $0.stillTrying }),
  ]
  let counts = named.map { name, value in count(name) { value($0.outcomes) } }
  let shares = named.map { name, value in
    PartRow(path: name + "_share", unit: .share) { facts in
      MetricValue(quotient(value(facts.part.outcomes), facts.part.clients))
    }
  }
  return counts + shares
}()

private func count(_ path: String, _ value: @escaping @Sendable (CohortResult) -> Int) -> PartRow {
  PartRow(path: path, unit: .count) { .count(value($0.part)) }
}

private func ratio(_ path: String, _ value: @escaping @Sendable (CohortResult) -> Int) -> PartRow {
  PartRow(path: path, unit: .ratio) { MetricValue(quotient(value($0.part), $0.part.clients)) }
}

private func quotient(_ part: Int, _ whole: Int) -> Double? {
  whole > 0 ? Double(part) / Double(whole) : nil
}

/// - Parameter never: how many values are beyond any number.
private func distribution(
  _ path: String, _ summary: @escaping @Sendable (PartFacts) -> DistributionSummary?,
  never: @escaping @Sendable (CohortResult) -> Int
) -> [PartRow] {
  @Sendable func figure(_ facts: PartFacts, _ value: Double?) -> MetricValue {
    if let value { return .number(value) }
    return summary(facts) != nil && never(facts.part) > 0 ? .never : .undefined
  }
  var rows = [PartRow(path: "\(path).count", unit: .count) { MetricValue(summary($0)?.count) }]
  for (index, name) in DistributionSummary.rankNames.enumerated() {
    rows.append(
      PartRow(path: "\(path).\(name)", unit: .seconds) { facts in
        figure(facts, summary(facts)?.percentiles[index])
      })
  }
  rows.append(
    PartRow(path: "\(path).max", unit: .seconds) { figure($0, summary($0)?.max) })
  rows.append(PartRow(path: "\(path).mean", unit: .seconds) { MetricValue(summary($0)?.mean) })
  return rows
}

extension RunInput {
  /// The metrics of each cohort where there are several, and of each session system where there are
  /// several.
  package func partMetrics(_ run: RunResult) -> [Metric] {
    let cohorts = zip(systems, run.cohorts)
    let names = systems.withoutRepetition
    let parts =
      names.count < 2
      ? []
      : names.map { name in
        CohortResult(name: name.rawValue, sumOf: cohorts.filter { $0.0 == name }.map(\.1))
      }
    return run.cohorts.flatMap { metrics("cohorts", PartFacts($0, run)) }
      + parts.flatMap { metrics("systems", PartFacts($0, run)) }
  }

  private func metrics(_ group: String, _ facts: PartFacts) -> [Metric] {
    partRows.map { row in
      Metric(
        path: "\(group).\(facts.part.name).\(row.path)", unit: row.unit, value: row.value(facts))
    }
  }
}

/// A metric's path taken apart where it is about one part of a fleet.
package struct PartPath {
  /// `cohorts` or `systems`.
  package let group: String
  package let part: String
  /// As of the whole fleet: `recover.p99`.
  package let metric: String

  /// nil for a metric of the whole fleet.
  package init?(_ path: String) {
    let words = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, ["cohorts", "systems"].contains(words[0]), !words[1].isEmpty else {
      return nil
    }
    group = String(words[0])
    part = String(words[1])
    metric = String(words[2])
  }

  /// nil where nothing of that name is told of parts.
  var unit: MetricUnit? { partUnits[metric] }
}

private let partUnits = Dictionary(uniqueKeysWithValues: partRows.map { ($0.path, $0.unit) })
