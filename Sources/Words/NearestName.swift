/// The nearest of some names, if any is near: at most a third of the letters differ. The first of equals.
/// - Parameter most: letters that may differ, however long the name.
package func nearest(to name: String, in names: [String], atMost most: Int = 13) -> String? {
  let limit = min(most, max(1, name.count / 3))
  var best: (name: String, distance: Int)?
  for candidate in names {
    let distance = editDistance(Array(name.lowercased().prefix(40)), Array(candidate.lowercased()))
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// The question whether the nearest of some names was meant; nil where none is near.
package func didYouMean(_ name: String, in names: [String], atMost most: Int = 13) -> String? {
  nearest(to: name, in: names, atMost: most).map { "did you mean '\($0)'?" }
}

/// Letters to insert, remove, replace or swap with a neighbour to turn one word into the other.
/// Source: the optimal string alignment distance (Damerau 1964, Levenshtein 1966).
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
