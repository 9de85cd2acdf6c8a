import Documents
import Foundation

/// The results folder of one run, or of several with different seeds, as its page needs it.
struct RunData {
  let scenario: String
  let about: String
  /// `seed 1`, `seeds 1 to 5`.
  let seeds: String
  /// nil of a single run.
  let replications: Replications?
  let clients: Int
  let formulas: [String]
  let digest: String
  let events: Int
  let isTruncated: Bool
  let verdict: String
  let limit: Limit?
  let faults: [Fault]
  let promises: [Promise]
  let findings: [String]
  /// One row for each second.
  let series: NumberTable
  /// Clients in each state, one row for each second; empty where the folder has none.
  let states: NumberTable
  let attempts: [AttemptSpread]
  let recovery: [PercentilePoint]
  let downtime: [PercentilePoint]
  let percentiles: Percentiles
  /// Every value of the scenario, in its order.
  let settings: Members<String>
  let settingsHash: String
  let metrics: JSONReader

  /// Of a fleet with several: their names, in the order of the files.
  var cohorts: [String] {
    series.names.compactMap { name in
      name.hasPrefix(Self.cohortPrefix) ? String(name.dropFirst(Self.cohortPrefix.count)) : nil
    }
  }

  /// Of the columns with the connected clients of a cohort.
  static let cohortPrefix = "connected."

  struct Limit: Hashable {
    let stage: String
    let perSecond: Double

    /// nil where nothing limits.
    init?(_ limit: JSONReader) {
      guard let rate = limit["per_second"].number else { return nil }
      stage = limit["stage"].text ?? ""
      perSecond = rate
    }
  }

  struct Fault: Hashable {
    let kind: String
    let from: Double
    /// nil where it has no end.
    let to: Double?

    init(_ fault: JSONReader) {
      kind = fault["kind"].text ?? ""
      from = fault["from_s"].number ?? 0
      to = fault["to_s"].number
    }
  }

  struct Promise: Hashable {
    let text: String
    let isKept: Bool
    let found: String
    /// In how many runs it is kept; nil of a single one, which the verdict on the promise is about.
    let runs: Int?
    /// `mean` or `median`, if that of the runs was held against it, and not each of them.
    let statistic: String?
  }

  /// A share of the affected clients, and after how long it was back.
  struct PercentilePoint: Hashable {
    let share: Double
    let seconds: Double
    /// Value in milliseconds, percentile and count, as the file has them.
    var fields: [String] = []
  }

  /// - Parameter files: the texts of the folder's files, by their names.
  /// - Returns: nil where it is no folder of a single run.
  init?(_ files: [String: String], _ head: ManifestHead) {
    guard let manifest = files[ManifestHead.file], let summaryText = files["summary.json"],
      let seriesText = files["timeseries.csv"], let resolved = head.resolved
    else { return nil }
    let summary = JSONReader(text: summaryText)
    let several =
      summary["replications"].number == nil ? nil : Replications(files["summary.csv"] ?? "")
    guard several?.seeds.isEmpty != true else { return nil }
    scenario = head.scenario
    replications = several
    seeds = Self.seeds(summary)
    clients = Int(summary["clients"].number ?? 0)
    formulas = summary["formulas"].items.compactMap(\.text)
    digest = head.digest
    events = head.events
    isTruncated = head.isTruncated
    verdict = summary["verdict"].text ?? ""
    findings = Self.findings(summary, of: several?.seeds.count)
    metrics = summary["metrics"]
    limit = Limit(summary["limit"])
    faults = summary["faults"].items.map(Fault.init)
    promises = Self.promises(manifest, of: several?.seeds.count)
    series = NumberTable(seriesText)
    states = NumberTable(files["states.csv"] ?? "")
    attempts = AttemptSpread.all(files["spread.csv"] ?? "")
    percentiles = Percentiles(files["percentiles.csv"] ?? "")
    recovery = Self.points(files["recover.hgrm"] ?? "")
    downtime = Self.points(files["downtime.hgrm"] ?? "")
    settings = resolved
    settingsHash = head.resolvedHash ?? ""
    about = settings["about"] ?? ""
  }

  private static func seeds(_ summary: JSONReader) -> String {
    func text(_ path: String) -> String { String(format: "%.0f", summary[path].number ?? 0) }
    return summary["replications"].number == nil
      ? "seed \(text("seed"))" : "seeds \(text("seeds.first")) to \(text("seeds.last"))"
  }

  /// - Parameter runs: how many there are; nil of a single one.
  private static func findings(_ summary: JSONReader, of runs: Int?) -> [String] {
    summary["findings"].items.compactMap { finding in
      guard let sentence = finding["sentence"].text else { return nil }
      guard let runs, let count = finding["runs"].number else { return sentence }
      return "In \(PageNumber.count(count)) of \(PageNumber.count(runs)) runs: \(sentence)"
    }
  }

  private static func promises(_ manifest: String, of runs: Int?) -> [Promise] {
    guard let runs else {
      let record = try? Manifest<RunRecord>(document: manifest).study
      return (record?.slo ?? []).map {
        Promise(text: $0.promise, isKept: $0.kept, found: $0.found, runs: nil, statistic: nil)
      }
    }
    let record = try? Manifest<ReplicationsRecord>(document: manifest).study
    return (record?.slo ?? []).map {
      Promise(
        text: $0.promise, isKept: $0.kept, found: $0.found, runs: runs - $0.failedIn,
        statistic: $0.judgedBy == .everySeed ? nil : $0.judgedBy.rawValue)
    }
  }

  /// The rows of an .hgrm file: value, percentile, count, and one over the rest.
  private static func points(_ text: String) -> [PercentilePoint] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count >= 3, let value = Double(fields[0]), let share = Double(fields[1]) else {
        return nil
      }
      return PercentilePoint(
        share: share, seconds: value / 1_000, fields: Array(fields.prefix(3)))
    }
  }
}
