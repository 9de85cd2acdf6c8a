import Metrics
import Synchronization
import Systems

/// A finished map, or the part of it that some of its seeds give.
package struct MapCells: Sendable {
  package let plane: MapPlane
  /// Row by row from the least y, each from the least x.
  package let cells: [MapCell]
  /// How many runs were made.
  package let runs: Int

  /// - Parameters:
  ///   - seeds: the places of the seeds that were run.
  ///   - known: the value of each run, by its number.
  /// - Returns: nil where runs are missing, or there are some that the map does not need.
  package init?(_ plane: MapPlane, seeds: [Int], known: [Int: MetricValue]) {
    var values = Array(repeating: [MetricValue](), count: plane.cells)
    var counts = Array(repeating: 0, count: plane.cells)
    for seed in seeds {
      let result = MapSurvey.result(plane) { known[plane.run(cell: $0, seed: seed)] }
      guard case .done(let marks, let isRun) = result else { return nil }
      for cell in values.indices {
        values[cell].append(marks[cell])
        if isRun[cell] { counts[cell] += 1 }
      }
    }
    runs = counts.reduce(0, +)
    guard runs == known.count else { return nil }
    self.plane = plane
    let intervals = SeedIntervals(count: seeds.count)
    cells = values.indices.map {
      MapCell($0, plane, values[$0], runs: counts[$0], intervals)
    }
  }

  package func cell(x: Int, y: Int) -> MapCell { cells[y * plane.x.texts.count + x] }
}

/// The results of the seeds in a cell.
package struct MapCell: Sendable {
  /// The state that the seeds have in common, for a metric that is no figure.
  package enum State: Hashable, Sendable {
    case truth(Bool)
    case word(String)
    /// The seeds differ.
    case mixed
    /// The metric, true or false, is undefined with some seed, and the others agree.
    case undecided
    /// The metric is a word, and no seed has one.
    case none
  }

  package let number: Int
  /// nil where the metric is a figure.
  package let state: State?
  /// The figure over the seeds: for a percentile or a maximum the median, for another figure the
  /// mean, infinite if it is never reached with some seed; for truths the share of those that are
  /// true; nil if it is undefined.
  package let figure: Double?
  /// The bounds of its interval, see `SeedEstimate` and `ShareEstimate`; nil where not every seed was run
  /// here, and where a single one tells nothing of it.
  package let low: Double?
  package let high: Double?
  /// How many of the seeds were run here. The others lie among cells that are all alike, and are taken
  /// to be like them.
  package let runs: Int

  /// - Parameter intervals: of as many values.
  init(
    _ number: Int, _ plane: MapPlane, _ values: [MetricValue], runs: Int, _ intervals: SeedIntervals
  ) {
    self.number = number
    self.runs = runs
    state = plane.hasStates ? Self.state(values, plane.unit) : nil
    let numbers = values.map(\.rank)
    let isWhole = runs == values.count
    if plane.unit == .truth, !numbers.contains(where: \.isNaN) {
      let estimate = ShareEstimate(numbers.count { $0 == 1 }, of: numbers.count)
      figure = estimate.share
      (low, high) = isWhole ? (estimate.low, estimate.high) : (nil, nil)
    } else if !plane.hasStates, numbers.allSatisfy(\.isFinite) {
      let estimate = SeedEstimate(numbers, plane.statistic, intervals)
      (figure, low, high) = (estimate?.figure, estimate?.low, estimate?.high)
    } else {
      let isNever = !numbers.contains(where: \.isNaN) && !plane.hasStates
      (figure, low, high) = (isNever ? .infinity : nil, nil, nil)
    }
  }

  private static func state(_ values: [MetricValue], _ unit: MetricUnit) -> State {
    if unit == .word, Set(values).count > 1 { return .mixed }
    let decided = Set(values.filter { $0 != .undefined })
    guard decided.count < 2 else { return .mixed }
    guard let value = decided.first, !values.contains(.undefined) else {
      return unit == .word ? .none : .undecided
    }
    return switch value {
    case .boolean(let truth): .truth(truth)
    case .word(let word): .word(word)
    case _: .undecided
    }
  }
}

extension WorkPool {
  /// The whole map, with nothing kept on the way.
  package func cells(of plan: MapPlan) throws(SweepRunError<Never>) -> MapCells {
    let known = Mutex<[Int: MetricValue]>([:])
    while true {
      let wanted = plan.wanted(.whole, known: known.withLock { $0 })
      if wanted.isEmpty { break }
      _ = try run(plan.sweep, cells: wanted) { (run) throws(Never) in
        known.withLock { $0[run.number] = run.values[0] }
      }
    }
    let seeds = Array(0..<plan.plane.seeds.count)
    guard let cells = MapCells(plan.plane, seeds: seeds, known: known.withLock { $0 }) else {
      fatalError("every run that was wanted was made")
    }
    return cells
  }
}
