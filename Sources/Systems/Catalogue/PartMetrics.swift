import Metrics
import Simulator

/// A metric that is told of each part of a fleet: `cohorts.phones.recover.p99`,
/// `systems.stoat.gave_up`.
struct PartRow: Sendable {
  /// The path of the same metric of the whole fleet.
  let path: String
  let unit: MetricUnit
  let value: @Sendable (PartFacts) -> MetricValue
}

/// In the order in which they are reported.
let partRows: [PartRow] =
  [PartRow(path: "clients", unit: .count) { .count($0.part.clients) }]
  + metricRows.compactMap { row in
    row.ofPart.map { PartRow(path: row.path, unit: row.unit, value: $0) }
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
