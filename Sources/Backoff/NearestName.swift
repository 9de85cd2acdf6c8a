/// The candidate that takes the fewest edits to reach from `name`; nil where none is near (more
/// than a third of the letters, at most 3). The first of equals.
func nearest(to name: String, among candidates: [String]) -> String? {
  let limit = min(3, max(1, name.count / 3))
  var best: (candidate: String, edits: Int)?
  for candidate in candidates {
    let edits = editDistance(name, candidate)
    if edits <= limit, edits < best?.edits ?? .max { best = (candidate, edits) }
  }
  return best?.candidate
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
/// Source: the optimal string alignment distance (Damerau 1964, Levenshtein 1966).
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a.lowercased())
  let b = Array(b.lowercased())
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i]
    for j in 1...b.count {
      var edits = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        edits = min(edits, beforeLast[j - 2] + 1)
      }
      row.append(edits)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
