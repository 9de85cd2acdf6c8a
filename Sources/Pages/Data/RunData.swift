import Documents

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
  let limit: LimitRecord?
  let faults: [FaultRecord]
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
  /// The metrics of a single run that have a number.
  private let numbers: [String: Double]
  /// The metrics of several runs.
  private let estimates: [String: EstimateRecord]

  /// Of a fleet with several: their names, in the order of the files.
  var cohorts: [String] {
    series.names.compactMap { name in
      name.hasPrefix(Self.cohortPrefix) ? String(name.dropFirst(Self.cohortPrefix.count)) : nil
    }
  }

  /// Of the columns with the connected clients of a cohort.
  static let cohortPrefix = "connected."

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
    scenario = head.scenario
    if let several = try? ReplicationsDocument(document: summaryText) {
      let runs = Replications(files["summary.csv"] ?? "")
      if runs.seeds.isEmpty { return nil }
      replications = runs
      numbers = [:]
      estimates = several.metrics.dictionary.compactMapValues(\.estimate)
      seeds = "seeds \(several.seeds.first) to \(several.seeds.last)"
      (clients, formulas, verdict) = (several.clients, several.formulas, several.verdict)
      (limit, faults) = (several.limit, several.faults)
      let count = PageNumber.count(runs.seeds.count)
      findings = several.findings.map { finding in
        finding.runs.map { "In \(PageNumber.count($0)) of \(count) runs: \(finding.sentence)" }
          ?? finding.sentence
      }
    } else if let single = try? SummaryDocument(document: summaryText) {
      replications = nil
      numbers = single.numbers
      estimates = [:]
      seeds = "seed \(single.seed)"
      (clients, formulas, verdict) = (single.clients, single.formulas, single.verdict)
      (limit, faults) = (single.limit, single.faults)
      findings = single.findings.map(\.sentence)
    } else {
      return nil
    }
    digest = head.digest
    events = head.events
    isTruncated = head.isTruncated
    promises = Self.promises(manifest, of: replications?.seeds.count)
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

  /// A metric over several runs; nil of a single run.
  func estimate(_ path: String) -> EstimateRecord? { estimates[path] }

  /// A metric by its path, of several runs its mean, or its median where it is told by that; nil where it is
  /// undefined or, in any run, never reached.
  func number(_ path: String) -> Double? {
    replications == nil ? numbers[path] : estimates[path]?.figure
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
