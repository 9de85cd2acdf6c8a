import Documents
import Metrics
import Studies
import Systems

/// A metric over the seeds of one point of a sweep.
package struct PointEstimate {
  package let path: String
  package let unit: MetricUnit
  /// nil where any run has no number; of true and false the share of runs in which it is true.
  package let estimate: SeedEstimate?
  /// The share of the runs for each word of a metric whose values are a few names.
  package var words: [MetricEstimate.WordShare] = []

  /// The interval of true and false is nil.
  package var low: Double? { unit == .truth ? nil : estimate?.low }
  package var high: Double? { unit == .truth ? nil : estimate?.high }
}

/// A point of a sweep with its metrics over its seeds.
package struct SweepPoint {
  /// The values of the varied keys, in their order.
  package let values: [String]
  /// The formulas of the fleet.
  package let variant: String
  /// How many seeds there are: in a shard not all of them.
  package private(set) var runs = 0
  private var gathered: [Gathered] = []

  private struct Gathered {
    let path: String
    let unit: MetricUnit
    /// One for each run; not a number where the run has none.
    var numbers: [Double] = []
    /// How many runs have which word.
    var words: [String: Int] = [:]

    /// The one that all runs have, `mixed` where they differ; empty where there is none.
    var word: String { words.count > 1 ? "mixed" : words.keys.first ?? "" }
  }

  /// - Parameters:
  ///   - lines: some rows of a cell, as fields.
  ///   - paths: the metrics that they are about.
  ///   - keys: how many keys are varied.
  init(_ lines: [[String]], paths: [String], keys: Int) {
    let fields = lines.first ?? []
    values = Array(fields.dropFirst(2).prefix(keys))
    variant = fields.dropFirst(2 + keys).first ?? ""
    gathered = zip(paths, lines).map { path, line in
      Gathered(path: path, unit: line.last.flatMap(MetricUnit.init) ?? .ratio)
    }
    add(lines)
  }

  /// Adds the same rows of a cell with another seed.
  mutating func add(_ lines: [[String]]) {
    runs += 1
    for (index, line) in lines.enumerated() {
      let value = line.dropLast().last.flatMap { Double($0) } ?? .nan
      if gathered[index].unit == .word {
        if value == 1, let word = line.dropLast(2).last {
          gathered[index].words[word, default: 0] += 1
        }
        continue
      }
      // `inf` is read as such: like what is missing, it leaves no figure.
      gathered[index].numbers.append(value)
    }
  }

  /// Each metric over the seeds, as fields: unit, mean or median, least, greatest, seeds, and with how many of
  /// those it is never reached. `inf` stands for never; what is undefined with some seed is empty.
  var figures: [[String]] {
    gathered.map { metric in
      let numbers = metric.numbers
      let never = numbers.count { $0.isInfinite }
      let isDefined = !numbers.isEmpty && !numbers.contains(where: \.isNaN)
      let statistic = MetricNames.seedStatistic(of: metric.path)
      let figure = isDefined && never == 0 ? SeedEstimate(numbers, statistic)?.figure : nil
      func field(_ number: Double?) -> String {
        guard isDefined, let number else { return "" }
        return number.isFinite ? jsonNumber(number) : "inf"
      }
      let value = metric.unit == .word ? metric.word : field(never > 0 ? .infinity : figure)
      return [
        metric.unit.rawValue, value, field(numbers.min()), field(numbers.max()), "\(runs)",
        "\(never)",
      ]
    }
  }

  /// - Parameter intervals: by the number of runs.
  package func estimates(_ intervals: [SeedIntervals]) -> [PointEstimate] {
    gathered.map { metric in
      let isWhole = metric.unit != .word && metric.numbers.allSatisfy(\.isFinite)
      return PointEstimate(
        path: metric.path, unit: metric.unit,
        estimate: isWhole
          ? SeedEstimate(
            metric.numbers, MetricNames.seedStatistic(of: metric.path), intervals[runs]) : nil,
        words: metric.words.sorted { $0.key < $1.key }.map { word, count in
          .init(word: word, share: Double(count) / Double(runs))
        })
    }
  }
}

extension SweepFolder {
  /// The metrics in the order of the rows of a cell.
  package var metrics: [String] { manifest.grid.metrics }

  /// Gives every point that has a cell here, in order, with some of its metrics.
  ///
  /// - Parameters:
  ///   - indices: which of `metrics`; not empty.
  ///   - body: false ends it.
  package func forEachPoint(_ indices: [Int], _ body: (SweepPoint) throws -> Bool) throws {
    var records = try rows()
    let paths = indices.map { metrics[$0] }
    let replications = manifest.grid.replications
    var current: (number: Int, point: SweepPoint)?
    for cell in cells.numbers {
      var rows: [[UInt8]] = []
      for _ in metrics { rows.append(try records.next()) }
      let lines = indices.map { csvFields(rows[$0]) }
      let number = (cell - 1) / replications
      if current?.number == number {
        current?.point.add(lines)
      } else {
        if let current, try !body(current.point) { return }
        current = (number, SweepPoint(lines, paths: paths, keys: manifest.grid.vary.count))
      }
    }
    if let current { _ = try body(current.point) }
  }

  /// The metric by which coming back is measured, over the first points; a point counts as a run.
  package func recovery() throws -> String {
    let places = [TradedMetrics.half, TradedMetrics.downtime].compactMap {
      metrics.firstIndex(of: $0)
    }
    guard places.count == 2 else { return TradedMetrics.recovery }
    let intervals = intervals
    var points: [(half: Double?, downtime: Double?)] = []
    try forEachPoint(places) { point in
      let figures = point.estimates(intervals).map { $0.estimate?.figure }
      points.append((figures[0], figures[1]))
      return points.count < 100
    }
    return TradedMetrics.recovery(of: points)
  }

  /// The intervals for each possible number of seeds.
  package var intervals: [SeedIntervals] {
    (0...manifest.grid.replications).map { SeedIntervals(count: $0) }
  }

  /// How many points have a cell here.
  package var pointCount: Int {
    let replications = manifest.grid.replications
    if shard.count >= replications { return manifest.tail.cells }
    return manifest.grid.cells / replications
  }
}
