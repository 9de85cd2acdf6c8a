/// The nearest of some names, if any is near: at most a third of the letters differ.
package func nearest(to name: String, in names: [String]) -> String? {
  let limit = max(1, min(name.count, 40) / 3)
  var best: (name: String, distance: Int)?
  for candidate in names {
    let distance = editDistance(Array(name.lowercased().prefix(40)), Array(candidate.lowercased()))
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// Letters to insert, remove, replace or swap with a neighbour to turn one word into the other.
func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var before = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
      row.append(least)
    }
    before = last
    last = row
  }
  return last[b.count]
}
