/// The order in which jobs are begun so that the last of them end together: one after the other, but the
/// dearest as soon as it is half of what each thread still has to do.
/// - Parameter costs: what the jobs take, in any unit.
func turns(_ costs: [Int], threads: Int) -> [Int] {
  var left = Array(costs.indices)
  var sum = costs.reduce(0.0) { $0 + Double($1) }
  var turns: [Int] = []
  while !left.isEmpty {
    // The first of several that are as dear.
    let dearest = left.indices.reduce(0) { costs[left[$1]] > costs[left[$0]] ? $1 : $0 }
    let isDue = 2 * Double(costs[left[dearest]]) * Double(threads) >= sum
    let next = left.remove(at: isDue ? dearest : 0)
    sum -= Double(costs[next])
    turns.append(next)
  }
  return turns
}
