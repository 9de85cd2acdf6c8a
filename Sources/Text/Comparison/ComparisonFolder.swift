import Documents
import Store
import Studies
import Verdicts

/// How a comparison was asked for, beside its scenarios and variants.
package struct ComparisonSettings: Hashable, Sendable {
  /// True if every rule around the formulas is the session's own.
  package var sameAxes: Bool
  package var precision: Precision?

  package init(sameAxes: Bool = false, precision: Precision? = nil) {
    self.sameAxes = sameAxes
    self.precision = precision
  }
}

extension ResultsFolder {
  /// Writes a comparison into a new folder, or in the place of an older one.
  ///
  /// Values that depend on the clock on the wall stand in `timing.json` alone: the other files are
  /// the same bytes every time.
  package static func write(
    _ comparison: Comparison, of runs: PairedRuns, baseline: BaselineJudgement? = nil,
    settings: ComparisonSettings, facts: RunFacts, to place: ResultsPlace
  ) throws(ResultsFolderError) {
    let limits = comparison.limits.map { limits in
      [("limits.csv", limitsCSV(limits)), ("limits.md", limitsMarkdown(limits))]
    }
    let files =
      [
        ("comparison.json", documentText(ComparisonDocument(comparison, baseline: baseline))),
        ("comparison.csv", comparisonCSV(comparison)), ("summary.csv", summaryCSV(runs)),
        ("timeseries.csv", arrivalsCSV(runs)),
      ] + (limits ?? [])
      + [("timing.json", documentText(WallClock(facts, events: comparison.events)))]
    let contents = withPage(files, of: ComparisonDocument.self) { files in
      manifestJSON(
        comparison, of: runs, settings: settings, facts: facts, files: files.map(WrittenFile.init))
    }
    try write(contents, to: place)
  }
}

/// Returns the manifest of a comparison: all that is needed to do it again.
private func manifestJSON(
  _ comparison: Comparison, of runs: PairedRuns, settings: ComparisonSettings, facts: RunFacts,
  files: [WrittenFile]
) -> String {
  let record = ComparisonRecord(
    runs.scenarios.map { ScenarioRecord($0, withSource: false) },
    variants: runs.variants.map(\.name),
    sameAxes: settings.sameAxes, precision: settings.precision?.relative,
    rankedBy: comparison.rankedBy.path,
    limitPerSecond: comparison.limits?.worlds.first?.perSecond,
    replications: comparison.replications,
    command: facts.command, digest: digestText(runs), events: comparison.events,
    truncated: comparison.isTruncated)
  return documentText(Manifest(record, facts, files: files))
}

/// A hash of the digests of all runs, by scenario, variant and seed.
func digestText(_ runs: PairedRuns) -> String {
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
