import Campaigns
import Documents
import Foundation
import Pages
import ResultFiles

/// The folder with the results of one run, or of several with different seeds.
package enum ResultsFolder {
  /// Writes all files of a run into a new folder, or in the place of an older one of a run.
  ///
  /// Everything is written to a hidden folder beside it (`.<name>.partial-<random>`) and takes the name
  /// in one step at the end, so that there is never half a folder under that name. Missing parents
  /// are made. An existing folder is replaced only where it is empty or holds nothing but the files
  /// that its manifest lists.
  /// - Parameters:
  ///   - slo: what became of the promises; goes into the manifest.
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

  /// Writes the files of a study with their manifest, and with the page that shows them.
  static func write(
    _ files: [(name: String, text: String)], page: String?, of record: some StudyRecord,
    _ facts: RunFacts,
    to place: ResultsPlace
  ) throws(ResultsFolderError) {
    let all = files + (page.map { [(ResultsPlace.page, $0)] } ?? [])
    let manifest = Manifest(record, timed: facts, files: all.map(WrittenFile.init))
    try write([(ManifestHead.file, documentText(manifest))] + all, to: place)
  }

  static func write(
    _ contents: [(name: String, text: String)], to place: ResultsPlace
  ) throws(ResultsFolderError) {
    let folder = try FolderWriter(place)
    do throws(ResultsFolderError) {
      // The manifest last: with it a folder is whole.
      for file in contents.dropFirst() + contents.prefix(1) { try folder.add(file.name, file.text) }
      try folder.finish()
    } catch {
      folder.discard()
      throw error
    }
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
      ] + histograms(distributions, seconds: summary.run.end.seconds)
    return withPage(files, of: SummaryDocument.self) { files in
      runManifest(summary, slo: slo, facts: facts, files: files.map(WrittenFile.init))
    }
  }

  /// The files with their manifest before them and the page that shows them behind them.
  /// - Parameters:
  ///   - study: whose results they are.
  ///   - manifest: that of some files. The page is made from the others, and is then listed itself.
  static func withPage(
    _ files: [(name: String, text: String)], of study: any PagedStudy.Type,
    manifest: ([(name: String, text: String)]) -> String
  ) -> [(name: String, text: String)] {
    let texts = files + [("manifest.json", manifest(files))]
    let named = Dictionary(texts.map { ($0.0, $0.1) }) { first, _ in first }
    let page = try? study.page(of: FolderTexts(named))
    let all = files + (page.map { [("report.html", $0)] } ?? [])
    return [("manifest.json", manifest(all))] + all
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
