/// Looks for two values of an axis, or two formulas, that make the same scenarios whatever the values of
/// the other axes are: they would give the same results twice.
struct Differences {
  let base: SweepBase
  let grid: SweepGrid
  let pool: WorkPool

  /// - Parameter effects: `PointFacts.effect` of the axes' points.
  func check(_ axes: AxisPoints, _ effects: [UInt64]) throws(SweepError) {
    for (axis, (option, values)) in grid.axes.enumerated() {
      var seen: [UInt64: [Int]] = [:]
      for (place, index) in axes.places[axis] {
        // Alike beside the first values of the other axes, they may differ beside others.
        for other in seen[effects[index]] ?? [] where try isSame(other, place, of: axis) {
          throw SweepError(
            "\(option): '\(values[other])' and '\(values[place])' give the same scenario")
        }
        seen[effects[index], default: []].append(place)
      }
    }
  }

  /// Returns true if two values make the same scenario with all values of the other axes.
  private func isSame(_ one: Int, _ other: Int, of axis: Int) throws(SweepError) -> Bool {
    let stride = grid.stride(ofAxis: axis)
    // Most differences show where only one of the other axes has another value.
    let near = AxisPoints(grid).points.filter { grid.places(of: $0)[axis] == 0 }
    if try differs(near, one * stride, other * stride) { return false }
    let block = stride * grid.sizes[axis]
    for begin in Swift.stride(from: 0, to: grid.points, by: block) {
      for first in Swift.stride(from: 0, to: stride, by: Self.batch) {
        let points = (first..<min(stride, first + Self.batch)).map { begin + $0 }
        if try differs(points, one * stride, other * stride) { return false }
      }
    }
    return true
  }

  private static let batch = 512

  private func differs(_ points: [Int], _ one: Int, _ other: Int) throws(SweepError) -> Bool {
    func effects(_ shift: Int) throws(SweepError) -> [UInt64] {
      try pool.judge(points.map { $0 + shift }, of: grid, base, keep: \.effect)
    }
    return try effects(one) != effects(other)
  }
}
