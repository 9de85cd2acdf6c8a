/// Finds the points that no other point beats. One beats another where it is at most as large in
/// every coordinate and smaller in one.
///
/// - Parameter points: the points, all of one dimension; nil for one that takes no part.
/// - Returns: for each point, true if it is on the front.
package func paretoFront(_ points: [[Double]?]) -> [Bool] {
  points.map { point in
    guard let point else { return false }
    return !points.contains { other in other.map { dominates($0, point) } ?? false }
  }
}

/// Returns true if `one` is at most as large everywhere and smaller somewhere.
package func dominates(_ one: [Double], _ other: [Double]) -> Bool {
  zip(one, other).allSatisfy { $0 <= $1 } && zip(one, other).contains { $0 < $1 }
}
