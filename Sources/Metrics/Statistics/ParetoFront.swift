/// Which points no other point beats: one beats another where it is at most as large in every
/// coordinate and smaller in one.
///
/// - Parameter points: of one dimension; nil for one that takes no part.
/// - Returns: for each point whether it is on the front.
package func paretoFront(_ points: [[Double]?]) -> [Bool] {
  points.map { point in
    guard let point else { return false }
    return !points.contains { other in other.map { dominates($0, point) } ?? false }
  }
}

/// Whether `one` is at most as large everywhere and smaller somewhere.
package func dominates(_ one: [Double], _ other: [Double]) -> Bool {
  zip(one, other).allSatisfy { $0 <= $1 } && zip(one, other).contains { $0 < $1 }
}
