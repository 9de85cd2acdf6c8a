import Documents
import Pages
import Studies
import Words

/// The report of `simulate compare`.
package struct ComparisonReport: StudyReport {
  package let document: ComparisonDocument
  /// The runs that were compared.
  let runs: PairedRuns
  /// True if every rule around the formulas is the session's own.
  private let sameAxes: Bool
  package let facts: RunFacts
  package var folder: String?
  package var style = TerminalStyle()

  package init(
    _ document: ComparisonDocument, of runs: PairedRuns, sameAxes: Bool, facts: RunFacts
  ) {
    self.document = document
    self.runs = runs
    self.sameAxes = sameAxes
    self.facts = facts
  }

  package static let extras: Set<ReportExtra> = [.verdicts, .figures]
  package static var study: any PagedStudy.Type { ComparisonDocument.self }

  package var isTruncated: Bool { runs.isTruncated }

  package var files: [(name: String, text: String)] {
    let limits = document.limits.map { limits in
      [
        ("limits.csv", limitsCSV(limits)),
        ("limits.md", limitsMarkdown(limits, least: document.leastPossible)),
      ]
    }
    return [
      ("comparison.json", documentText(document)),
      ("comparison.csv", CSVText { forEachRow($0) }.text), ("summary.csv", summaryCSV(runs)),
      ("timeseries.csv", arrivalsCSV(runs)),
    ] + (limits ?? [])
      + [("timing.json", documentText(WallClock(facts, events: runs.events)))]
  }

  package func record(of _: [(name: String, text: String)]) -> ComparisonRecord {
    ComparisonRecord(
      runs.scenarios.map { ScenarioRecord($0, withSource: false) },
      variants: runs.variants.map(\.name), sameAxes: sameAxes,
      precision: document.precision?.wish, rankedBy: document.rankedBy,
      limitPerSecond: document.limits?.worlds.lazy.compactMap(\.perSecond).first,
      replications: document.replications, command: facts.command, digest: digestText(runs),
      events: runs.events, truncated: isTruncated)
  }

  package var head: ReportHead? {
    let parts = document.parts
    let seeds = parts.map { seedsText(first: $0.seeds.first, count: document.replications) }
    let names = document.limits.map { $0.worlds.map(\.base) } ?? parts.map(\.scenario)
    return ReportHead(
      names.withoutRepetition.joined(separator: ", "),
      conclusion: [harmless(document.sentences.joined(separator: " "))],
      seeds: seeds.withoutRepetition.joined(separator: "; "), digest: digestText(runs), facts,
      isTruncated: isTruncated)
  }

  package var verdicts: [Verdict] { promises + (document.baseline?.verdicts ?? []) }

  /// The verdict on every promise, by scenario and backoff.
  var promises: [Verdict] { document.promises.map { Verdict($0, in: document.parts[0].scenario) } }

  package var figures: [FigureSet] {
    document.parts.enumerated().flatMap { scenario, part in
      part.variants.enumerated().map { place, variant in
        let own = runs.replications(scenario: scenario, variant: place)
        return FigureSet(variant, in: runs.scenarios[scenario], own)
      }
    }
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) rethrows {
    for row in comparisonRows(document) { try body(row) }
  }
}

/// A hash of the digests of all runs, by scenario, variant and seed.
private func digestText(_ runs: PairedRuns) -> String {
  var text = ""
  for scenario in runs.scenarios.indices {
    for variant in runs.variants.indices {
      for run in runs.replications(scenario: scenario, variant: variant) {
        text += run.digest.text + "\n"
      }
    }
  }
  return hashText(text)
}
