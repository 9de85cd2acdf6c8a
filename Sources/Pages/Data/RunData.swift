import Documents

/// The results folder of one run, or of several with different seeds, as its page needs it.
struct RunData {
  let head: ManifestHead
  let scenario: String
  /// `seed 1`, `seeds 1 to 5`.
  let seeds: String
  /// nil of a single run.
  let replications: Replications?
  let clients: Int
  let formulas: [String]
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
  /// The metrics of a single run that have a number.
  private let numbers: [String: Double]
  /// The metrics of several runs.
  private let estimates: [String: EstimateRecord]

  /// The names of the cohorts, in the order of the files, if the fleet has several.
  var cohorts: [String] {
    series.names.compactMap { name in
      name.hasPrefix(Self.cohortPrefix) ? String(name.dropFirst(Self.cohortPrefix.count)) : nil
    }
  }

  /// The prefix of the columns with the connected clients of a cohort.
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

  /// - Throws: where it is no folder of a run, or of several.
  init(_ folder: FolderTexts) throws(PageProblem) {
    head = folder.head
    scenario = head.scenario
    if head.replications > 1 {
      let several = try folder.document("summary.json", ReplicationsDocument.self)
      let runs = Replications(folder["summary.csv"])
      if runs.seeds.isEmpty { throw .damaged("summary.csv: there is no run in it") }
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
    } else {
      let single = try folder.document("summary.json", SummaryDocument.self)
      replications = nil
      numbers = single.numbers
      estimates = [:]
      seeds = "seed \(single.seed)"
      (clients, formulas, verdict) = (single.clients, single.formulas, single.verdict)
      (limit, faults) = (single.limit, single.faults)
      findings = single.findings.map(\.sentence)
    }
    isTruncated = head.isTruncated
    promises = try Self.promises(folder, of: replications?.seeds.count)
    series = NumberTable(try folder.text("timeseries.csv"))
    states = NumberTable(folder["states.csv"])
    attempts = AttemptSpread.all(folder["spread.csv"])
    percentiles = Percentiles(folder["percentiles.csv"])
    recovery = Self.points(folder["recover.hgrm"])
    downtime = Self.points(folder["downtime.hgrm"])
  }

  /// A metric over several runs; nil of a single run.
  func estimate(_ path: String) -> EstimateRecord? { estimates[path] }

  /// A metric by its path, of several runs its mean, or its median where it is told by that; nil where it is
  /// undefined or, in any run, never reached.
  func number(_ path: String) -> Double? {
    replications == nil ? numbers[path] : estimates[path]?.figure
  }

  private static func promises(
    _ folder: FolderTexts, of runs: Int?
  ) throws(PageProblem) -> [Promise] {
    guard let runs else {
      return try folder.record(RunRecord.self).slo.map {
        Promise(text: $0.promise, isKept: $0.kept, found: $0.found, runs: nil, statistic: nil)
      }
    }
    return try folder.record(ReplicationsRecord.self).slo.map {
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
