import Scenarios
import Sessions
import Systems

/// The scenario that a sweep changes: its text with what is the same in every cell.
package struct SweepBase: Sendable {
  /// The text of the scenario, as `ScenarioFile` reads it.
  package var bytes: [UInt8]
  /// How problems in it are located.
  package var file: String
  /// Applied before the values of a cell.
  package var overrides: [Override]
  package var checks: ScenarioChecks

  package init(
    bytes: [UInt8], file: String, overrides: [Override] = [], checks: ScenarioChecks = .none
  ) {
    self.bytes = bytes
    self.file = file
    self.overrides = overrides
    self.checks = checks
  }

  /// The scenario, with more overrides behind its own.
  package func decode(_ more: [Override] = []) throws(ScenarioError) -> Scenario {
    try ScenarioFile.decode(
      bytes: bytes, file: file, overrides: overrides + more, checks: checks)
  }
}

/// A sweep of which every cell is known to be a good scenario.
package struct SweepPlan: Sendable {
  /// The scenario without what is varied, with the first seed.
  package let scenario: Scenario
  package let grid: SweepGrid
  package let metrics: MetricSelection
  /// The most that any cell takes.
  package let memory: RunMemory
  /// 16 hexadecimal digits: tells apart what is run in the cells, wherever their values come from.
  package let pointsHash: String

  private let base: SweepBase
  /// The distinct lists of formulas, and which of them each point has.
  private let variants: [String]
  private let variantOfPoint: [UInt32]

  /// Decodes and judges every point of the grid, on all threads of the pool.
  ///
  /// - Parameter replacesTyped: whether a varied key may stand elsewhere on the command line, too.
  /// - Throws: the problem of the first point that has one, or two values that mean the same.
  package init(
    _ base: SweepBase, _ grid: SweepGrid, _ metrics: MetricSelection, pool: WorkPool = .allCores,
    replacesTyped: Bool = false
  ) throws(SweepError) {
    self.base = base
    self.grid = grid
    self.metrics = metrics
    if !replacesTyped { try Self.check(base.overrides, against: grid) }
    do throws(ScenarioError) {
      scenario = try base.decode()
    } catch {
      throw SweepError(error.description)
    }
    let facts = try Self.judge(base, grid, pool)
    try Self.checkDifferences(facts.map(\.effect), grid)
    var numbers: [String: UInt32] = [:]
    var variants: [String] = []
    variantOfPoint = facts.map { point in
      if let number = numbers[point.variant] { return number }
      numbers[point.variant] = UInt32(variants.count)
      variants.append(point.variant)
      return UInt32(variants.count - 1)
    }
    self.variants = variants
    memory = facts.map(\.memory).max { $0.total < $1.total } ?? scenario.memory
    var hash = FNV1a()
    for point in facts { hash.add(point.hash) }
    pointsHash = hash.text
  }

  /// What is doubtful about the formulas of any point, each once.
  package var backoffWarnings: [Warning] {
    let varied = grid.variations.filter { $0.key.hasSuffix("backoff") }.flatMap(\.values)
    let replaced = grid.formulas.isEmpty ? scenario.backoffWarnings : []
    return (replaced + (varied + grid.formulas).flatMap(BackoffPolicy.warnings))
      .withoutRepetition
  }

  /// The formulas of the fleet at a point, as in `summary.csv`.
  package func variant(ofPoint point: Int) -> String { variants[Int(variantOfPoint[point])] }

  /// One cell, ready to be run.
  func experiment(ofCell number: Int) -> Experiment {
    let overrides = grid.overrides(of: grid.point(ofCell: number))
    do {
      return try Experiment(base.decode(overrides)).seeded(grid.seed(ofCell: number))
    } catch {
      // The same bytes were judged when the plan was made.
      fatalError("cell \(number): \(error)")
    }
  }

  /// What a varied key would replace must not be said elsewhere on the command line.
  private static func check(
    _ overrides: [Override], against grid: SweepGrid
  ) throws(SweepError) {
    for override in overrides {
      if let varied = grid.variations.first(where: { $0.covers(override.path) }) {
        throw SweepError(
          "\(override.label): \(varied.option) \(varied.key) would replace it; leave one of them out"
        )
      }
      if !grid.formulas.isEmpty, override.path == "clients.backoff" {
        throw SweepError("\(override.label): --backoff would replace it; leave one of them out")
      }
    }
  }

  private struct PointFacts: Sendable {
    var hash: UInt64
    /// Of the same, with what the clients wait by in place of the texts that say so.
    var effect: UInt64
    var variant: String
    var memory: RunMemory
  }

  private static func judge(
    _ base: SweepBase, _ grid: SweepGrid, _ pool: WorkPool
  ) throws(SweepError) -> [PointFacts] {
    let stride = 64
    let blocks = (0...(grid.points - 1) / stride).map { block in
      block * stride..<min(grid.points, (block + 1) * stride)
    }
    let facts = try pool.map(blocks) {
      (points: Range<Int>, _) throws(SweepError) -> [PointFacts] in
      var facts: [PointFacts] = []
      for point in points { facts.append(try judge(grid.overrides(of: point), base)) }
      return facts
    }
    return facts.flatMap { $0 ?? [] }
  }

  private static func judge(
    _ overrides: [Override], _ base: SweepBase
  ) throws(SweepError) -> PointFacts {
    let reason: String
    do {
      let scenario = try base.decode(overrides)
      let experiment = try Experiment(scenario)
      var hash = FNV1a()
      var effect = FNV1a()
      for (path, value) in scenario.resolved {
        let line = "\(path)=\(value)\n"
        hash.add(line.utf8)
        if !path.hasSuffix("backoff") { effect.add(line.utf8) }
      }
      for policy in experiment.policies { effect.add("\(policy.name)=\(policy.text)\n".utf8) }
      return PointFacts(
        hash: hash.value, effect: effect.value,
        variant: experiment.formulas.joined(separator: " + "),
        memory: scenario.memory)
    } catch let error as ScenarioError {
      reason = error.description
    } catch {
      reason = "\(error)"
    }
    if overrides.isEmpty || overrides.count == 1 && reason.contains(overrides[0].label) {
      throw SweepError(reason)
    }
    // The fault may lie in what several values make together.
    throw SweepError("with \(overrides.map(\.label).joined(separator: " ")):\n\(reason)")
  }

  /// Two values of a key, or two formulas, that make the same scenarios, whatever the others are,
  /// would give the same results twice.
  private static func checkDifferences(
    _ hashes: [UInt64], _ grid: SweepGrid
  ) throws(SweepError) {
    let sizes = grid.sizes
    var axes = grid.variations.map { ("\($0.option) \($0.key)", $0.values) }
    if !grid.formulas.isEmpty { axes.append(("--backoff", grid.formulas)) }
    for (axis, (option, texts)) in axes.enumerated() {
      let inner = sizes[(axis + 1)...].reduce(1, *)
      var sums = [FNV1a](repeating: FNV1a(), count: sizes[axis])
      for (point, hash) in hashes.enumerated() { sums[point / inner % sizes[axis]].add(hash) }
      var seen: [UInt64: Int] = [:]
      for (place, sum) in sums.enumerated() {
        if let first = seen.updateValue(place, forKey: sum.value) {
          throw SweepError(
            "\(option): '\(texts[first])' and '\(texts[place])' give the same scenario")
        }
      }
    }
  }
}
