import Documents
import Foundation
import Metrics
import Scenarios
import Studies
import Words

/// The few figures of a sweep that its page shows, folded while the rows of the cells pass by.
///
/// A sweep has up to a million cells with hundreds of metrics each; this is never more than a few thousand
/// rows. Cells come in the order of their numbers, so that the seeds of a point stand together.
struct SweepFigures {
  static let name = "figures.csv"

  /// The most points that are kept: a page with more is no picture any more.
  private static let mostPoints = 10_000
  /// The most metrics that are kept, if a user asked for some; `usual` are those that are kept
  /// otherwise.
  private static let mostMetrics = 8
  private static let usual = [
    TradedMetrics.recovery, TradedMetrics.half, TradedMetrics.downtime, "lower_bound_s",
    TradedMetrics.attempts, TradedMetrics.peak,
  ]

  /// The sweep to which the figures belong.
  private let grid: SweepGridRecord
  private let metrics: [Int]
  /// The places of the values that are kept, for each key; formulas last.
  private let kept: [Set<Int>]
  private var point: (number: Int, figures: SweepPoint)?
  /// The values of each key as the table shows them: a number where all values of the key are numbers of
  /// one kind, and a duration is in seconds; else as typed.
  private let values: [[String]]
  private var csv: CSVText

  init(_ grid: SweepGridRecord) {
    self.grid = grid
    let isAll = grid.metrics.count >= MetricSelection.all.paths.count
    let usual = Self.usual.compactMap { grid.metrics.firstIndex(of: $0) }
    metrics = isAll ? usual : Array(grid.metrics.indices.prefix(Self.mostMetrics))
    kept = Self.kept(of: grid.sizes)
    values = grid.vary.map(\.values).map(Self.shown)
    csv = CSVText(
      header: ["point"] + grid.vary.map(\.key)
        + ["variant", "metric", "unit", "figure", "least", "greatest", "seeds", "never"])
  }

  /// Takes the rows of the next cell.
  mutating func add(cell: Int, rows: some Sequence<UInt8>) {
    let number = (cell - 1) / grid.replications
    guard isKept(number) else { return }
    var records = CSVRecords(Data(rows))
    let all = grid.metrics.indices.map { _ in records.next() }
    let lines = metrics.map { csvFields(all[$0]) }
    if point?.number == number {
      point?.figures.add(lines)
    } else {
      finishPoint()
      let paths = metrics.map { grid.metrics[$0] }
      point = (number, SweepPoint(lines, paths: paths, keys: grid.vary.count))
    }
  }

  /// The figures that were kept, as a table: a row for each metric of each point.
  var text: String {
    var finished = self
    finished.finishPoint()
    return finished.csv.text
  }

  private mutating func finishPoint() {
    guard let (number, figures) = point else { return }
    point = nil
    let texts = zip(values, grid.places(of: number)).map { $0[$1] }
    let begin = ["\(number + 1)"] + texts + [figures.variant]
    for (metric, fields) in zip(metrics, figures.figures) {
      csv.add(begin + [grid.metrics[metric]] + fields)
    }
  }

  private func isKept(_ point: Int) -> Bool {
    zip(kept, grid.places(of: point)).allSatisfy { $0.contains($1) }
  }

  private static func shown(_ values: [String]) -> [String] {
    for scale in QuantityScale.allCases {
      let numbers = values.compactMap { scale.value(of: $0) }
      if numbers.count == values.count { return numbers.map(jsonNumber) }
    }
    return values
  }

  /// Returns the places that are kept for each key. If the sizes are too large together, these are
  /// values that lie evenly between the first and the last.
  private static func kept(of sizes: [Int]) -> [Set<Int>] {
    var counts = sizes
    while counts.reduce(1, *) > mostPoints,
      let longest = counts.indices.max(by: { counts[$0] < counts[$1] })
    {
      counts[longest] = (counts[longest] + 1) / 2
    }
    return zip(sizes, counts).map { size, count in
      guard count > 1 else { return [0] }
      return Set((0..<count).map { $0 * (size - 1) / (count - 1) })
    }
  }
}

extension SweepGridRecord {
  /// How many values each key has, formulas last.
  fileprivate var sizes: [Int] { vary.map(\.values.count) + [max(1, backoffs.count)] }

  /// Which value of each key a point has, formulas last.
  fileprivate func places(of point: Int) -> [Int] {
    var rest = point
    var places: [Int] = []
    for size in sizes.reversed() {
      places.append(rest % size)
      rest /= size
    }
    return places.reversed()
  }
}
