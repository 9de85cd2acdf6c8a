import Documents
import Findings
import Foundation
import Metrics
import Scenarios
import Studies
import Systems

/// Judges the promises of a sweep at one point after the other, while the rows of `checks.csv` pass by.
///
/// Cells come in the order of their numbers, so that the seeds of a point stand together; never more than
/// one point is kept.
struct SweepPromises {
  static let name = "promises.csv"

  private let levels: [ServiceLevel]
  private let keys: [String]
  private let replications: Int
  private let intervals: SeedIntervals
  private var point: Point?
  private(set) var verdict: SweepVerdict

  private struct Point {
    let number: Int
    let values: [String]
    let variant: String
    /// The runs by promise.
    var runs: [[(seed: UInt64, check: PromiseCheck)]]
  }

  init(_ levels: [ServiceLevel], keys: [String], replications: Int) {
    self.levels = levels
    self.keys = keys
    self.replications = replications
    intervals = SeedIntervals(count: replications)
    verdict = SweepVerdict(promises: levels.map(\.text))
  }

  var header: String {
    CSVText.row(
      ["point"] + keys + ["variant", "promise", "kept", "found", "reason", "failed_in"]) + "\n"
  }

  /// Takes the rows of the next cell.
  /// - Returns: the rows of the point that is finished by it; empty where none is. nil where the rows are
  ///   not those of a cell of this sweep.
  mutating func add(cell: Int, rows: some Sequence<UInt8>) -> String? {
    var records = CSVRecords(Data(rows))
    var found: [SweepChecks.Row] = []
    for level in levels {
      guard let row = SweepChecks.Row(csvFields(records.next()), keys: keys.count),
        row.promise == level.text
      else { return nil }
      found.append(row)
    }
    guard let first = found.first else { return "" }
    let number = (cell - 1) / replications
    let finished = point?.number == number ? "" : finish()
    if point == nil {
      point = Point(
        number: number, values: first.keys, variant: first.variant,
        runs: Array(repeating: [], count: levels.count))
    }
    for (index, row) in found.enumerated() { point?.runs[index].append((row.seed, row.check)) }
    return finished
  }

  /// The rows of the last point; empty where there is none.
  mutating func finish() -> String {
    guard let point else { return "" }
    self.point = nil
    var text = ""
    var isKept = true
    for (index, level) in levels.enumerated() {
      let result = ReplicatedSloResult(
        level, MetricNames.unit(of: level.metric), point.runs[index], intervals)
      text +=
        CSVText.row(
          ["\(point.number + 1)"] + point.values + [
            point.variant, level.text, "\(result.isKept)", result.found, result.reason ?? "",
            "\(result.failures)",
          ]) + "\n"
      verdict.add(
        index, isKept: result.isKept,
        .init(
          point: point.number + 1, values: point.values, variant: point.variant,
          found: result.found, reason: result.reason))
      isKept = isKept && result.isKept
    }
    verdict.points += 1
    if isKept { verdict.kept += 1 }
    return text
  }
}
