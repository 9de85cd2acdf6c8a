import Documents
import Findings
import Metrics
import Pages
import Store
import Studies
import Verdicts
import Words

/// The report of `simulate capacity`.
package struct CapacityReport: Report {
  let study: CapacityDocument
  let record: CapacityRecord
  let facts: RunFacts
  let folder: String?
  let style: TerminalStyle

  /// - Parameters:
  ///   - folder: the path of the results; nil if they were not written.
  ///   - style: the style of the text for people.
  package init(
    _ study: CapacityDocument, _ record: CapacityRecord, facts: RunFacts, folder: String?,
    style: TerminalStyle
  ) {
    self.study = study
    self.record = record
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]

  package var head: ReportHead? {
    ReportHead(
      study.scenario, conclusion: study.variants.map { harmless($0.text) },
      seeds: seedsText(first: record.firstSeed, count: study.seeds), digest: record.digest, facts,
      isTruncated: study.truncated)
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
        name: "\(study.key) \(study.range) keeps every promise",
        answer.value == nil ? .broken : .kept, found: answer.value.map(study.text) ?? "none",
        why: answer.value == nil ? harmless(answer.text) : nil, isGate: !study.isAnswered)
    }
  }

  /// The answer of each formula in each world.
  package var figures: [FigureSet] {
    let isLeast = study.direction == .least
    return forEachAnswer { place, answer in
      FigureSet(
        scenario: place, variant: answer.name, isOneOfSeveral: record.variants.count > 1, end: nil,
        figures: [
          ReportFigure(
            path: "capacity.\(study.key)", unit: study.scale.metricUnit,
            value: answer.value.map(MetricValue.number) ?? (isLeast ? .never : .undefined),
            better: isLeast ? .less : .more,
            definition:
              "The \(isLeast ? "least" : "greatest") value of the key that keeps every promise.",
            definedAs: "capacity.\(study.key)")
        ])
    }
  }

  private func forEachAnswer<Result>(
    _ body: (_ place: String, CapacityDocument.Answer) -> Result
  ) -> [Result] {
    study.all.flatMap { world in
      let isOwn = world.world == CapacityDocument.own
      let place = isOwn ? study.scenario : "\(study.scenario) behind \(world.world)"
      return world.variants.map { body(place, $0) }
    }
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(documentText(study))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    for row in study.rows { try body(row) }
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

extension ResultsFolder {
  /// Writes a study into a new folder, or in the place of an older one.
  package static func write(
    _ study: CapacityDocument, _ record: CapacityRecord, facts: RunFacts, to place: ResultsPlace
  ) throws(ResultsFolderError) {
    let files = [
      ("capacity.json", documentText(study)),
      ("capacity.csv", study.rows.map { CSVText.row($0) + "\n" }.joined()),
    ]
    try write(files, page: study.page(record), of: record, facts, to: place)
  }
}
