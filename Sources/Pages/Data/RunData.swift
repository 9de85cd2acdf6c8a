import Documents
import Metrics
import Systems

/// The results folder of one run, or of several with different seeds, as its page needs it.
@dynamicMemberLookup
struct RunData {
  let head: ManifestHead
  private let summary: any RunSummary
  /// nil of a single run.
  let replications: Replications?
  let promises: [JudgedPromise]
  /// One row for each second.
  let series: NumberTable
  /// Clients in each state, one row for each second; empty where the folder has none.
  let states: NumberTable
  let attempts: [AttemptSpread]
  let recovery: [PercentilePoint]
  let downtime: [PercentilePoint]
  /// The lengths of single interruptions.
  let interruption: [PercentilePoint]
  /// The percentiles over all clients of several runs as one population, as the file has them: by metric and percentile.
  private let percentiles: [[String]: String]
  private let estimates: [String: EstimateRecord]

  subscript<Value>(dynamicMember path: KeyPath<any RunSummary, Value>) -> Value {
    summary[keyPath: path]
  }

  /// The names of the cohorts, in the order of the files, if the fleet has several.
  var cohorts: [String] {
    series.names.compactMap { name in
      name.hasPrefix(Self.cohortPrefix) ? String(name.dropFirst(Self.cohortPrefix.count)) : nil
    }
  }

  /// The prefix of the columns with the connected clients of a cohort.
  static let cohortPrefix = "connected."

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
    if head.replications > 1 {
      summary = try folder.document("summary.json", ReplicationsDocument.self)
      let runs = Replications(folder["summary.csv"])
      if runs.seeds.isEmpty { throw .damaged("summary.csv: there is no run in it") }
      replications = runs
      promises = try folder.record(ReplicationsRecord.self).slo
    } else {
      summary = try folder.document("summary.json", SummaryDocument.self)
      replications = nil
      promises = try folder.record(RunRecord.self).slo.map {
        JudgedPromise(
          promise: $0.promise, kept: $0.kept, by: nil, brokenSeeds: [], found: $0.found,
          reason: $0.reason)
      }
    }
    estimates = summary.estimates
    series = NumberTable(try folder.text("timeseries.csv"))
    states = NumberTable(folder["states.csv"])
    attempts = AttemptSpread.all(folder["spread.csv"])
    percentiles = Dictionary(
      FieldTable(folder["percentiles.csv"]).rows.filter { $0.count == 3 }
        .map { (Array($0[0...1]), $0[2]) }
    ) { $1 }
    recovery = Self.points(folder["recover.hgrm"])
    downtime = Self.points(folder["downtime.hgrm"])
    interruption = Self.points(folder["interruption.hgrm"])
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

// MARK: Metrics

extension RunData {
  /// A metric by its path, over several runs as it is told; nil where there is none.
  func estimate(_ path: String) -> EstimateRecord? { estimates[path] }

  /// A metric by its path, of several runs its mean, or its median where it is told by that; nil where it is
  /// undefined or, in any run, never reached.
  func number(_ path: String) -> Double? { estimates[path]?.figure }

  /// How many runs the files add up.
  var runs: Int { replications?.seeds.count ?? 1 }

  /// `3 runs`
  var allRuns: String { "\(PageNumber.count(runs)) run\(runs == 1 ? "" : "s")" }

  /// A count as people read it; of several runs a mean, which has decimals.
  func counted(_ path: String) -> String { PageNumber.number(number(path) ?? 0) }

  /// A percentile in seconds: of several runs, of all their clients as one population.
  /// - Parameters:
  ///   - metric: such as `recover`.
  ///   - share: at most three nines.
  func percentile(_ metric: String, _ share: Double) -> Double? {
    let hundredths = PageNumber.plain(share * 100)
    guard replications != nil else {
      return number("\(metric).p\(hundredths.replacing(".", with: ""))")
    }
    return percentiles[[metric, hundredths]].flatMap { Double($0) }
      .flatMap { $0.isFinite ? $0 : nil }
  }

  /// The median of all clients of several runs, as the file has it.
  func median(_ metric: String) -> String? {
    percentiles[[metric, "50"]].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The fates of clients that are not back.
  static let fates = ["gave_up", "in_error", "stuck", "still_trying"]

  /// Clients that were not back at the end.
  var lost: Double { Self.fates.reduce(0) { $0 + (number($1) ?? 0) } }

  /// The least time in which 99 % of the clients could be back; nil where it is too short to compare
  /// anything with.
  var bound: Double? { number("lower_bound_s").flatMap { $0 >= 1 ? $0 : nil } }

  /// True if more than half of the affected clients were back before the cause was gone, in most runs. Then the
  /// length of their downtime says more than the time at which they came back.
  var mostWereBack: Bool {
    let found = summary.findings.first { $0.code == FindingCode.backBeforeClear.rawValue }
    return found.map { 2 * ($0.runs ?? 1) > (replications?.seeds.count ?? 1) } ?? false
  }

  /// Interruptions of each affected client; nil where there are no more than two or so, and where the time to recover
  /// says more.
  var interruptionsEach: Double? {
    guard mostWereBack || number("clear_s") == nil, let each = number("interruptions_per_client"),
      each >= Interruptions.many
    else { return nil }
    return each
  }
}
