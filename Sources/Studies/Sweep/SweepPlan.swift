import Findings
import Scenarios
import Sessions
import Synchronization
import Systems

/// A sweep, or one of its shards, of which every cell is known to be a good scenario.
package struct SweepPlan: Sendable {
  package let request: SweepRequest
  /// The cells that it runs.
  package let cells: ShardCells
  /// The most that any cell takes.
  package let memory: RunMemory

  /// The points of its cells, in order, and which of the variants each of them has.
  private let points: [Int]
  private let variantOfPoint: [UInt32]
  private let variants: [String]

  /// Decodes and judges every point that has a cell of the shard, on all threads of the pool.
  /// - Throws: the problem of the first point that has one.
  package init(
    _ request: SweepRequest, _ shard: Shard = .whole, pool: WorkPool = .allCores
  ) throws(SweepError) {
    self.request = request
    cells = ShardCells(shard, request.grid.dealing)
    points = cells.points
    let found = Mutex(Found(memory: request.memory))
    variantOfPoint = try pool.judge(points, of: request.grid, request.base) { facts in
      found.withLock { $0.number(of: facts) }
    }
    variants = found.withLock { $0.variants }
    memory = found.withLock { $0.memory }
  }

  /// A whole sweep.
  package init(
    _ base: SweepBase, _ grid: SweepGrid, _ metrics: MetricSelection, pool: WorkPool = .allCores,
    replacesTyped: Bool = false, judgesPromises: Bool = true
  ) throws(SweepError) {
    try self.init(
      SweepRequest(
        base, grid, metrics, pool: pool, replacesTyped: replacesTyped,
        judgesPromises: judgesPromises), pool: pool)
  }

  package var scenario: Scenario { request.scenario }
  package var grid: SweepGrid { request.grid }
  package var metrics: MetricSelection { request.metrics }

  /// The formulas of the fleet at a point, as in `summary.csv`.
  /// - Parameter point: one that has a cell of the shard.
  package func variant(ofPoint point: Int) -> String {
    var (low, high) = (0, points.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if points[middle] < point { low = middle + 1 } else { high = middle }
    }
    precondition(points[low] == point, "a point of this shard")
    return variants[Int(variantOfPoint[low])]
  }

  /// One cell, ready to be run.
  func experiment(ofCell number: Int) -> Experiment {
    let overrides = grid.overrides(of: grid.point(ofCell: number))
    do {
      return try Experiment(request.base.decode(overrides)).seeded(grid.seed(ofCell: number))
    } catch {
      // The same bytes were judged when the plan was made.
      fatalError("cell \(number): \(error)")
    }
  }
}

/// The facts that are kept of the points of a plan: a million points have few variants.
private struct Found: Sendable {
  private(set) var variants: [String] = []
  private(set) var memory: RunMemory
  private var numbers: [String: UInt32] = [:]

  init(memory: RunMemory) { self.memory = memory }

  /// Which of the variants a point has.
  mutating func number(of facts: PointFacts) -> UInt32 {
    if facts.memory.total > memory.total { memory = facts.memory }
    if let number = numbers[facts.variant] { return number }
    let number = UInt32(variants.count)
    numbers[facts.variant] = number
    variants.append(facts.variant)
    return number
  }
}
