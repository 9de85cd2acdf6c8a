import Campaigns
import ResultFiles

/// How a comparison was asked for, beside its scenarios and variants.
package struct ComparisonSettings: Hashable, Sendable {
  /// Whether every rule around the formulas is the session's own.
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
  /// What depends on the clock on the wall stands in `timing.json` alone: the other files are the same
  /// bytes every time.
  package static func write(
    _ comparison: Comparison, of runs: PairedRuns, baseline: BaselineJudgement? = nil,
    settings: ComparisonSettings, facts: RunFacts, to place: ResultsPlace
  ) throws(ResultsFolderError) {
    let limits = comparison.limits.map { limits in
      [("limits.csv", limitsCSV(limits)), ("limits.md", limitsMarkdown(limits))]
    }
    let files =
      [
        ("comparison.json", comparisonJSON(comparison, baseline: baseline)),
        ("comparison.csv", comparisonCSV(comparison)), ("summary.csv", summaryCSV(runs)),
        ("timeseries.csv", arrivalsCSV(runs)),
      ] + (limits ?? [])
      + [("timing.json", wallClock(facts, events: comparison.events).text)]
    let contents = withPage(files) { files in
      manifestJSON(
        comparison, of: runs, settings: settings, facts: facts, files: files.map(WrittenFile.init))
    }
    try write(contents, to: place)
  }
}

/// What was compared: all that is needed to do it again.
private func manifestJSON(
  _ comparison: Comparison, of runs: PairedRuns, settings: ComparisonSettings, facts: RunFacts,
  files: [WrittenFile]
) -> String {
  let scenarios = runs.scenarios.map { scenario in
    JSONValue.object([.init("scenario", .string(scenario.name))] + resolvedMembers(scenario))
  }
  let members: [JSONValue.Member] = [
    .init("scenario", .string(runs.scenarios.map(\.name).joined(separator: " + "))),
    .init("scenarios", .array(scenarios)),
    .init("variants", .array(runs.variants.map { .string($0.name) })),
    .init("same_axes", .boolean(settings.sameAxes)),
    .init("precision", .optional(settings.precision?.relative, JSONValue.number)),
    .init("ranked_by", .string(comparison.rankedBy.path)),
    .init(
      "limit_per_second", .optional(comparison.limits?.worlds.first?.perSecond, JSONValue.number)),
    .init("replications", .integer(comparison.replications)),
    commandMember(facts), .init("digest", .string(digestText(runs))),
    .init("events", .integer(comparison.events)),
    .init("truncated", .boolean(comparison.isTruncated)),
  ]
  return JSONValue.object(toolMembers(.comparison, facts) + members + fileMembers(files)).text
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
