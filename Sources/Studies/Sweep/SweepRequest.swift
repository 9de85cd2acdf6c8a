import Documents
import Findings
import Scenarios
import Sessions
import Systems

/// The request for a sweep: it is the same for all of its shards, and known before any of them
/// begins.
///
/// Every value of every axis is known to be a good one, with the first values of the other axes. A
/// combination of several values is judged by the shard that runs it.
package struct SweepRequest: Sendable {
  /// The scenario without what is varied, with the first seed.
  package let scenario: Scenario
  package let grid: SweepGrid
  package let metrics: MetricSelection
  /// Judged at every point, over its seeds.
  package let promises: [ServiceLevel]
  /// 16 hexadecimal digits: tells apart what is asked for. It covers the text of the scenario with what
  /// changes it, the grid, the metrics, the promises, and what each value of each axis came to, wherever
  /// that comes from.
  package let hash: String
  let base: SweepBase
  /// The most that any of the points takes that were judged.
  let memory: RunMemory

  /// The most values of an axis that every shard judges. On a longer axis a shard judges this many
  /// values, evenly spaced, and those of its own points.
  static let mostValues = 10_000

  /// Judges every value of every axis, on all threads of the pool.
  ///
  /// - Parameters:
  ///   - replacesTyped: whether a varied key may stand elsewhere on the command line, too.
  ///   - judgesPromises: whether its promises are judged.
  /// - Throws: the problem of the first point that has one, or two values that mean the same.
  package init(
    _ base: SweepBase, _ grid: SweepGrid, _ metrics: MetricSelection, pool: WorkPool = .allCores,
    replacesTyped: Bool = false, judgesPromises: Bool = true
  ) throws(SweepError) {
    self.base = base
    self.grid = grid
    self.metrics = metrics
    if !replacesTyped { try Self.check(base.overrides, against: grid) }
    do throws(ScenarioError) {
      scenario = try base.decode()
    } catch {
      throw SweepError(error.description, cause: error)
    }
    promises = judgesPromises ? scenario.slo : []
    let axes = AxisPoints(grid)
    let facts = try pool.judge(axes.points, of: grid, base)
    try Differences(base: base, grid: grid, pool: pool).check(axes, facts.map(\.effect))
    memory = facts.map(\.memory).max { $0.total < $1.total } ?? scenario.memory
    hash = Self.hash(base, grid, metrics, promises, facts)
  }

  /// The warnings about the formulas of any point, each once.
  package var backoffWarnings: [Warning] {
    let varied = grid.variations.filter { $0.key.hasSuffix("backoff") }.flatMap(\.values)
    let replaced = grid.formulas.isEmpty ? scenario.backoffWarnings : []
    let asks =
      scenario.asksToWait || grid.variations.contains { $0.key.hasPrefix("gateway.rejection") }
    let own = (varied + grid.formulas).flatMap { BackoffPolicy.warnings(of: $0, asksToWait: asks) }
    return (replaced + own)
      .withoutRepetition
  }

  private static func hash(
    _ base: SweepBase, _ grid: SweepGrid, _ metrics: MetricSelection, _ promises: [ServiceLevel],
    _ facts: [PointFacts]
  ) -> String {
    var hash = FNV1a()
    func add(_ texts: [String]) {
      // Lengths, because a text may hold anything.
      hash.add(UInt64(texts.count))
      for text in texts {
        hash.add(UInt64(text.utf8.count))
        hash.add(text.utf8)
      }
    }
    add([String(decoding: base.bytes, as: UTF8.self)])
    add(base.overrides.flatMap { [$0.path, $0.value] })
    for variation in grid.variations { add([variation.key] + variation.values) }
    add(grid.formulas)
    hash.add(grid.seeds.first)
    hash.add(UInt64(grid.seeds.count))
    add(metrics.paths)
    add(promises.map(\.text))
    for point in facts { hash.add(point.hash) }
    return hash.text
  }

  /// Checks that no value that a varied key would replace is also set elsewhere on the command
  /// line.
  private static func check(_ overrides: [Override], against grid: SweepGrid) throws(SweepError) {
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
}

/// The points at which one axis after the other takes its values, the others having their first.
struct AxisPoints {
  /// The first point of the grid, then those of each axis.
  let points: [Int]
  /// The places of the values that are judged, by axis, and which of `points` each of them is.
  let places: [[(place: Int, index: Int)]]

  init(_ grid: SweepGrid) {
    var points = [0]
    places = grid.sizes.enumerated().map { axis, size in
      let stride = grid.stride(ofAxis: axis)
      return Self.places(of: size).map { place in
        if place == 0 { return (0, 0) }
        points.append(place * stride)
        return (place, points.count - 1)
      }
    }
    self.points = points
  }

  /// All places, or as many as are judged, evenly between the first and the last.
  private static func places(of size: Int) -> [Int] {
    let most = SweepRequest.mostValues
    if size <= most { return Array(0..<size) }
    return (0..<most).map { $0 * (size - 1) / (most - 1) }
  }
}

extension WorkPool {
  /// Decodes and judges points, in order.
  /// - Throws: the problem of the first that has one.
  func judge(
    _ points: [Int], of grid: SweepGrid, _ base: SweepBase
  ) throws(SweepError) -> [PointFacts] {
    try judge(points, of: grid, base) { $0 }
  }

  /// - Parameter keep: what is kept of each point, made on the thread that judged it.
  func judge<Kept: Sendable>(
    _ points: [Int], of grid: SweepGrid, _ base: SweepBase,
    keep: @escaping @Sendable (PointFacts) -> Kept
  ) throws(SweepError) -> [Kept] {
    let stride = 64
    let blocks = Swift.stride(from: 0, to: points.count, by: stride).map { begin in
      points[begin..<min(points.count, begin + stride)]
    }
    let kept = try map(blocks) {
      (points: ArraySlice<Int>, _) throws(SweepError) -> [Kept] in
      var kept: [Kept] = []
      for point in points { kept.append(keep(try base.judge(grid.overrides(of: point)))) }
      return kept
    }
    return kept.flatMap { $0 ?? [] }
  }
}
