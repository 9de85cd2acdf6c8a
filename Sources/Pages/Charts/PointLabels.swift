import Charts

/// Names beside the points of a scatter: each near its own point, none over another name or point.
struct PointLabels {
  /// The box that no name may leave.
  let frame: Box
  let points: [Point]
  /// The boxes that a name should not cover: lines, whiskers.
  let obstacles: [Box]
  /// The boxes that a name must not cover: other texts.
  let texts: [Box]
  /// How far a name may stand from a point that is not important, in steps: 5 at most.
  let reach: Int

  struct Point {
    let x: Double
    let y: Double
    let text: String
    let style: String
    /// True if the point is named before the others: the reader looks for it.
    let isImportant: Bool

    fileprivate var box: Box { Box(x: x - 6, y: y - 6, width: 12, height: 12) }
  }

  /// The names with lines to the points that they had to stand away from, and the places of the points
  /// that have none, because there is no room.
  func placed() -> (elements: [Element], missing: [Int]) {
    var taken = texts
    var elements: [Element] = []
    var missing: [Int] = []
    for place in order {
      let point = points[place]
      let best = candidates(of: point).map { ($0, cost($0, of: place, taken)) }
        .min { $0.1 < $1.1 }
      guard let (candidate, cost) = best, cost < Self.tooMuch else {
        missing.append(place)
        continue
      }
      taken.append(candidate.label.box.widened(by: 2))
      if candidate.ring > 1 { elements.append(leader(from: point, to: candidate)) }
      elements.append(candidate.label.element)
    }
    return (elements, missing.sorted())
  }

  // MARK: Places of names

  private struct Candidate {
    let label: Label
    let ring: Int
    /// The place where a line from the point would meet the name.
    let x: Double
    let y: Double
  }

  private static let tooMuch = 40.0
  private static let rings = [9.0, 17, 28, 42, 60]
  private static let directions: [(x: Double, y: Double)] = [
    (1, 0), (-1, 0), (0.7, -0.7), (0.7, 0.7), (-0.7, -0.7), (-0.7, 0.7), (0, -1), (0, 1),
  ]

  private func candidates(of point: Point) -> [Candidate] {
    Self.rings.prefix(point.isImportant ? Self.rings.count : reach).enumerated().flatMap {
      ring, distance in
      Self.directions.compactMap { direction in
        let x = point.x + direction.x * distance
        let y = point.y + direction.y * (distance + 2)
        let anchor: Label.Anchor = direction.x > 0 ? .start : direction.x < 0 ? .end : .middle
        let base = y + (direction.y == 0 ? 4.5 : direction.y > 0 ? 8 : 1)
        let label = Label(point.text, point.style, x: x, y: base, anchor: anchor)
        guard frame.contains(label.box) else { return nil }
        return Candidate(label: label, ring: ring, x: x, y: y)
      }
    }
  }

  /// The nearer the better; never over a point or a name.
  private func cost(_ candidate: Candidate, of place: Int, _ taken: [Box]) -> Double {
    let box = candidate.label.box
    if taken.contains(where: box.overlaps) { return .infinity }
    let covered = points.indices.count { $0 != place && points[$0].box.overlaps(box) }
    let lines = obstacles.count(where: box.overlaps)
    return Double(candidate.ring) * 2 + Double(lines) * 3 + Double(covered) * Self.tooMuch
  }

  /// The important ones first, then where points are densest: there is least choice.
  private var order: [Int] {
    let density = points.map { point in
      points.count { abs($0.x - point.x) < 90 && abs($0.y - point.y) < 30 }
    }
    return points.indices.sorted { one, other in
      if points[one].isImportant != points[other].isImportant { return points[one].isImportant }
      return density[one] == density[other] ? one < other : density[one] > density[other]
    }
  }

  private func leader(from point: Point, to candidate: Candidate) -> Element {
    let share = 6 / max(6, (candidate.x - point.x).magnitude + (candidate.y - point.y).magnitude)
    return segment(
      "leader", point.x + (candidate.x - point.x) * share,
      point.y + (candidate.y - point.y) * share, candidate.x, candidate.y)
  }
}
