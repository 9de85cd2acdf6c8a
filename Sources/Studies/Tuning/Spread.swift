/// Places picked one after the other, each the farthest from all that were picked before: what is
/// picked covers the points evenly (Gonzalez 1985).
///
/// Points are compared by the ratios of their coordinates.
/// - Parameters:
///   - count: how many to pick, at most.
///   - places: those to pick from.
///   - start: places that count as picked; where there are none the first of `places` is picked first.
func spread(_ count: Int, of places: [Int], from start: [Int], _ points: [[Double]]) -> [Int] {
  let logs = points.map { $0.map(logarithm) }
  func distance(_ one: Int, _ other: Int) -> Double {
    zip(logs[one], logs[other]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
  var picked: [Int] = []
  var left = places.filter { !start.contains($0) }
  var nearest = left.map { place in start.map { distance(place, $0) }.min() ?? .infinity }
  while picked.count < count, !left.isEmpty {
    // The first of those that are equally far.
    let index = nearest.indices.reduce(0) { nearest[$1] > nearest[$0] ? $1 : $0 }
    let place = left.remove(at: index)
    nearest.remove(at: index)
    picked.append(place)
    for other in left.indices { nearest[other] = min(nearest[other], distance(left[other], place)) }
  }
  return picked
}
