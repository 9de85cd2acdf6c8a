import Documents
import Metrics
import Pages
import Studies
import Words

/// The report of `simulate capacity`.
package struct CapacityReport: StudyReport {
  package let document: CapacityDocument
  let record: CapacityRecord
  package let facts: RunFacts
  package var folder: String?
  package var style = TerminalStyle()

  package init(_ document: CapacityDocument, _ record: CapacityRecord, facts: RunFacts) {
    self.document = document
    self.record = record
    self.facts = facts
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]
  package static var study: any PagedStudy.Type { CapacityDocument.self }

  package var isTruncated: Bool { document.truncated }
  package var scenarioHash: String? { record.scenario.resolvedHash.value }
  package var shortfall: StudyShortfall? { document.isAnswered ? nil : .noneKept(nil) }

  package var files: [(name: String, text: String)] {
    [
      ("capacity.json", documentText(document)),
      ("capacity.csv", document.rows.map { CSVText.row($0) + "\n" }.joined()),
    ]
  }

  package func record(of _: [(name: String, text: String)]) -> CapacityRecord { record }

  package var head: ReportHead? {
    ReportHead(
      document.scenario,
      conclusion: document.variants.map { harmless(document.text($0)) } + document.common,
      seeds: seedsText(first: record.firstSeed, count: document.seeds), digest: record.digest,
      facts, isTruncated: document.truncated)
  }

  /// The verdicts, one for each formula and world, on whether any value of the range keeps every
  /// promise.
  ///
  /// The command fails if no value does with any formula. So a formula without a value is no
  /// failure of its own beside one that has a value.
  package var verdicts: [Verdict] {
    forEachAnswer { place, answer in
      Verdict(
        .promises, scenario: place, variant: answer.name,
        name: "\(document.key) \(document.range) keeps every promise",
        answer.value == nil ? .broken : .kept, found: answer.value.map(document.text) ?? "none",
        why: answer.value == nil ? harmless(answer.text) : nil, isGate: !document.isAnswered)
    }
  }

  /// The answer of each formula in each world.
  package var figures: [FigureSet] {
    let isLeast = document.direction == .least
    return forEachAnswer { place, answer in
      FigureSet(
        scenario: place, variant: answer.name, isOneOfSeveral: record.variants.count > 1, end: nil,
        figures: [
          ReportFigure(
            path: "capacity.\(document.key)", unit: document.scale.metricUnit,
            value: answer.value.map(MetricValue.number) ?? (isLeast ? .never : .undefined),
            better: isLeast ? .less : .more,
            definition:
              "The \(isLeast ? "least" : "greatest") value of the key that keeps every promise.",
            definedAs: "capacity.\(document.key)")
        ])
    }
  }

  private func forEachAnswer<Result>(
    _ body: (_ place: String, CapacityDocument.Answer) -> Result
  ) -> [Result] {
    document.all.flatMap { world in
      let isOwn = world.world == CapacityDocument.own
      let place = isOwn ? document.scenario : "\(document.scenario) behind \(world.world)"
      return world.variants.map { body(place, $0) }
    }
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    for row in document.rows { try body(row) }
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) rethrows {
    for row in rowsForPeople { try body(row) }
  }
}

extension CapacityDocument {
  /// True if any value keeps every promise, with any formula, in any world.
  package var isAnswered: Bool { all.contains { $0.variants.contains { $0.value != nil } } }

  /// One row for each value that was tried, behind a header: the content of `capacity.csv`.
  var rows: [[String]] {
    let header = [
      "world", "variant", "key", "value", "kept", "is_answer", "seeds", "broken", "limited_by",
    ]
    let rows = all.flatMap { world in
      world.variants.flatMap { answer in
        answer.probes.map { probe in
          let facts = [
            world.world, answer.name, key, text(probe.value), "\(probe.kept)",
            "\(probe.value == answer.value)",
            "\(probe.seeds)", probe.broken.joined(separator: "; "), probe.limitedBy ?? "",
          ]
          return facts + Self.metrics.map { path in probe.figure(path).map { "\($0)" } ?? "" }
        }
      }
    }
    return [header + Self.metrics] + rows
  }
}

extension CapacityRecord {
  /// The seed of the first run.
  var firstSeed: UInt64 { scenario.resolved["seed"].flatMap { UInt64($0) } ?? 1 }
}

extension QuantityScale {
  /// The unit in which formats for programs take its values.
  fileprivate var metricUnit: MetricUnit {
    switch self {
    case .count: .count
    case .duration: .seconds
    case .share: .share
    case .rate, .number: .ratio
    }
  }
}
