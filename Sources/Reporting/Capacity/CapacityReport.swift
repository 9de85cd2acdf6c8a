import Campaigns
import Documents
import ResultFiles
import Systems
import Words

/// What `simulate capacity` says.
package struct CapacityReport: Report {
  private let capacity: Capacity
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - folder: where the results were written; nil where they were not.
  ///   - style: of the text for people.
  package init(_ capacity: Capacity, facts: RunFacts, folder: String?, style: TerminalStyle) {
    self.capacity = capacity
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]

  package var head: ReportHead? {
    let study = capacity.study
    let conclusion = capacity.answers.map { harmless(capacityVerdict($0, study)) }
    return ReportHead(
      study.scenario.name, conclusion: conclusion,
      seeds: seedsText(first: study.scenario.seed, count: study.seeds),
      digest: capacityDigest(capacity), facts, isTruncated: capacity.isTruncated)
  }

  package var verdicts: [Verdict] { capacityVerdicts(capacity) }

  package var figures: [FigureSet] { capacityFigures(capacity) }

  package func text() -> String {
    capacityText(capacity, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(capacityJSON(capacity))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    for row in capacityRows(capacity) { try body(row) }
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) rethrows {
    for row in capacityTable(capacity) { try body(row) }
  }
}

/// One row for each value that was tried.
private func capacityRows(_ capacity: Capacity) -> [[String]] {
  let header =
    ["world", "variant", "key", "value", "kept", "is_answer", "seeds", "broken", "limited_by"]
    + capacityMetrics
  let rows = capacity.all.flatMap { world in
    world.answers.flatMap { answer in
      answer.finding.probes.map { [world.title] + row($0, of: answer, world.study) }
    }
  }
  return [header] + rows
}

private func row(
  _ probe: CapacityProbe, of answer: CapacityAnswer, _ study: CapacityStudy
) -> [String] {
  let broken = probe.isKept ? [] : probe.broken.map(\.level.text)
  let facts: [String] = [
    answer.variant.name, study.range.key, study.range.text(probe.value), "\(probe.isKept)",
    "\(probe.value == answer.finding.value)", "\(probe.runs)", broken.joined(separator: "; "),
    probe.limitedBy ?? "",
  ]
  return facts + capacityMetrics.map { path in probe.figure(path).map { "\($0)" } ?? "" }
}

extension ResultsFolder {
  /// Writes a study into a new folder, or in the place of an older one.
  package static func write(
    _ capacity: Capacity, facts: RunFacts, to place: ResultsPlace
  ) throws(ResultsFolderError) {
    let files = [
      ("capacity.json", capacityJSON(capacity)),
      ("capacity.csv", capacityRows(capacity).map { CSVText.row($0) + "\n" }.joined()),
    ]
    let contents = withPage(files) { files in
      manifestJSON(capacity, facts: facts, files: files.map(WrittenFile.init))
    }
    try write(contents, to: place)
  }
}

/// A hash of the digests of all that was tried.
private func capacityDigest(_ capacity: Capacity) -> String {
  hashText(capacity.probes.map { $0.summary.digestText + "\n" }.joined())
}

/// What was looked for: all that is needed to do it again.
private func manifestJSON(_ capacity: Capacity, facts: RunFacts, files: [WrittenFile]) -> String {
  let study = capacity.study
  let record = CapacityRecord(
    ScenarioRecord(study.scenario), key: study.range.key, direction: study.direction.rawValue,
    from: study.range.text(study.range.low), to: study.range.text(study.range.high),
    variants: study.variants.map(\.name), worlds: capacity.all.map(\.title),
    replications: study.seeds,
    digest: capacityDigest(capacity), events: capacity.events, runs: capacity.runs)
  return documentText(Manifest(record, timed: facts, files: files))
}
