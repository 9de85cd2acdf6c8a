import Documents
import Findings
import Foundation
import Pages
import Store
import Studies
import Verdicts

extension ResultsFolder {
  /// Writes all files of a run into a new folder, or in the place of an older one of a run.
  /// - Parameters:
  ///   - slo: the results of the promises; goes into the manifest.
  ///   - baseline: how it stands against an earlier run, if that was asked for.
  package static func write(
    _ summary: Summary, slo: [SloResult], baseline: BaselineJudgement? = nil, facts: RunFacts,
    to place: ResultsPlace
  ) throws(ResultsFolderError) {
    try write(contents(summary, slo: slo, baseline: baseline, facts: facts), to: place)
  }

  /// Writes all files of several runs, in the same way.
  package static func write(
    _ summary: ReplicatedSummary, _ pooled: PooledResults, baseline: BaselineJudgement? = nil,
    facts: RunFacts, to place: ResultsPlace
  ) throws(ResultsFolderError) {
    try write(contents(summary, pooled, baseline: baseline, facts: facts), to: place)
  }

  /// Every file of the folder, the manifest first.
  static func contents(
    _ summary: Summary, slo: [SloResult], baseline: BaselineJudgement? = nil, facts: RunFacts
  ) -> [(name: String, text: String)] {
    let distributions = summary.distributions
    let files =
      [
        ("summary.json", documentText(SummaryDocument(summary, slo: slo, baseline: baseline))),
        ("summary.csv", summaryCSV(summary)),
        ("timeseries.csv", timeSeriesCSV(summary.run)),
        ("states.csv", statesCSV(summary.run)), ("digests.csv", digestsCSV(summary.run)),
        ("percentiles.csv", percentilesCSV(summary)), ("spread.csv", spreadCSV(distributions)),
        ("promises.csv", promisesCSV(slo)),
      ] + histograms(distributions, seconds: summary.run.course.end.seconds)
    return withPage(files, of: SummaryDocument.self) { files in
      runManifest(summary, slo: slo, facts: facts, files: files.map(WrittenFile.init))
    }
  }

  /// Every file of the folder of several runs, the manifest first.
  static func contents(
    _ summary: ReplicatedSummary, _ pooled: PooledResults, baseline: BaselineJudgement? = nil,
    facts: RunFacts
  ) -> [(name: String, text: String)] {
    let files =
      [
        ("summary.json", documentText(ReplicationsDocument(summary, baseline: baseline))),
        ("summary.csv", summaryCSV(summary)),
        ("timeseries.csv", pooled.series.csv),
        ("percentiles.csv", percentilesCSV(pooled.distributions)),
        ("spread.csv", spreadCSV(pooled.distributions)), ("promises.csv", promisesCSV(summary.slo)),
      ]
      + histograms(
        pooled.distributions, seconds: summary.replications.map(\.end.seconds).max() ?? 0)
    return withPage(files, of: SummaryDocument.self) { files in
      replicationsManifest(summary, facts: facts, files: files.map(WrittenFile.init))
    }
  }

  private static func histograms(
    _ distributions: [NamedDistribution], seconds: Double
  ) -> [(name: String, text: String)] {
    distributions.map { ("\($0.file).hgrm", histogramText($0.recorder, infinite: $0.infinite)) }
      + [("histograms.hlog", histogramLog(distributions, seconds: seconds))]
  }
}
