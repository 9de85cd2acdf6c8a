import Experiments
import Foundation

/// Why a results folder could not be written. What stood under its name before still does.
public enum ResultsFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something else stands there, and is left alone.
  case notOurs(path: String, reason: String)
  /// The file system said no.
  case cannotWrite(path: String, reason: String)

  public var description: String {
    switch self {
    case .notOurs(let path, let reason):
      "\(path) is not a results folder: \(reason). Nothing was written; name another folder"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}

/// The folder with the results of one run, or of several with different seeds.
public enum ResultsFolder {
  /// Writes all files of a run into a new folder at `path`, or in the place of an older one.
  ///
  /// Everything is written to a hidden folder beside it (`.<name>.partial-<process>`) and takes
  /// the name in one step at the end, so that there is never half a folder under that name. Missing
  /// parents are made. An existing folder is replaced only where it is empty or holds nothing but
  /// an earlier run's results.
  /// - Parameters:
  ///   - slo: what became of the promises; goes into the manifest.
  ///   - path: relative to the working directory, or absolute.
  public static func write(
    _ summary: Summary, slo: [SloResult], facts: RunFacts, to path: String
  ) throws(ResultsFolderError) {
    try write(contents(summary, slo: slo, facts: facts), to: path)
  }

  /// Writes all files of several runs, in the same way.
  public static func write(
    _ summary: ReplicatedSummary, _ pooled: PooledResults, facts: RunFacts, to path: String
  ) throws(ResultsFolderError) {
    try write(contents(summary, pooled, facts: facts), to: path)
  }

  /// - Throws: where something stands under the name that would not be replaced.
  public static func check(_ path: String) throws(ResultsFolderError) {
    try FolderSwap.check(
      URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath(), path)
  }

  static func write(
    _ files: [(name: String, text: String)], to path: String
  ) throws(ResultsFolderError) {
    let folder = try FolderSwap(path)
    do throws(ResultsFolderError) {
      for file in files { try folder.add(file.name, file.text) }
      try folder.swapIn()
    } catch {
      folder.discard()
      throw error
    }
  }

  /// Every file of the folder, the manifest first.
  static func contents(
    _ summary: Summary, slo: [SloResult], facts: RunFacts
  ) -> [(name: String, text: String)] {
    let distributions = summary.distributions
    let files =
      [
        ("summary.json", summaryJSON(summary)), ("summary.csv", summaryCSV(summary)),
        ("timeseries.csv", timeSeriesCSV(summary.run)),
        ("percentiles.csv", percentilesCSV(summary)),
      ] + histograms(distributions)
    let manifest = manifestJSON(summary, slo: slo, facts: facts, files: files.map(\.0))
    return [("manifest.json", manifest)] + files
  }

  /// Every file of the folder of several runs, the manifest first.
  static func contents(
    _ summary: ReplicatedSummary, _ pooled: PooledResults, facts: RunFacts
  ) -> [(name: String, text: String)] {
    let files =
      [
        ("summary.json", summaryJSON(summary)), ("summary.csv", summaryCSV(summary)),
        ("timeseries.csv", pooled.series.csv),
        ("percentiles.csv", percentilesCSV(pooled.distributions)),
      ] + histograms(pooled.distributions)
    let manifest = manifestJSON(summary, facts: facts, files: files.map(\.0))
    return [("manifest.json", manifest)] + files
  }

  private static func histograms(
    _ distributions: [NamedDistribution]
  ) -> [(name: String, text: String)] {
    distributions.map { ("\($0.file).hgrm", histogramText($0.recorder)) }
  }
}
