/// How attempts are spread in time, as the gateway sees it.
extension Reading {
  func spread(_ result: inout SecondResult) {
    let numbered = (1...12).map { number in
      facts.arrivals.filter { $0.number == number }.map(\.time)
    }
    let afterClear = firstArrivalsAfterClear()
    result.effective = numbered.map(effective)
    result.effectiveAfterClear = effective(afterClear)
    let least = max(100, Int((0.01 * Double(world.clients)).rounded(.up)))
    let shares = (numbered + [afterClear]).filter { $0.count >= least }.map(largestInstant)
    result.sameInstantShare = shares.max()
  }

  /// Of each client that was away at clear, its first arrival since.
  private func firstArrivalsAfterClear() -> [Int64] {
    guard let clear = plan.clear else { return [] }
    var waits = Array(repeating: false, count: world.clients)
    for client in population.awayAtClear { waits[client] = true }
    var times: [Int64] = []
    for arrival in facts.arrivals where arrival.time >= clear && waits[Int(arrival.client)] {
      waits[Int(arrival.client)] = false
      times.append(arrival.time)
    }
    return times
  }

  /// Over how many seconds an even stream would be as crowded, in bins of 100 ms.
  private func effective(_ times: [Int64]) -> Double? {
    guard times.count >= 100 else { return nil }
    let pairs = bins(times, width: 100_000).values.reduce(0.0) {
      $0 + Double($1) * Double($1 - 1)
    }
    guard pairs > 0 else { return nil }
    return 0.1 * Double(times.count) * Double(times.count - 1) / pairs
  }

  /// The largest share within any 100 ms, in steps of 10 ms.
  private func largestInstant(_ times: [Int64]) -> Double {
    let counts = bins(times, width: 10_000)
    var largest = 0
    for first in counts.keys {
      let within = (0..<10).reduce(0) { $0 + (counts[first + $1] ?? 0) }
      largest = max(largest, within)
    }
    return Double(largest) / Double(times.count)
  }

  /// How many more come in an arrival's own second than on average in the 31 s around it.
  func crowding(_ result: inout SecondResult) {
    var until = facts.end
    if let p99 = population.percentiles?.p99, p99.isFinite, let clear = plan.clear {
      until = min(until, clear + microseconds(p99))
    }
    let times = facts.arrivals.map(\.time).filter { $0 >= plan.begin && $0 <= until }
    guard !times.isEmpty else { return }
    let counts = bins(times, width: 1_000_000)
    let (first, last) = (Int(plan.begin / 1_000_000), Int(until / 1_000_000))
    var weighted: [(ratio: Double, weight: Int)] = []
    for (second, own) in counts {
      let around = max(first, second - 15)...min(last, second + 15)
      let mean = Double(around.reduce(0) { $0 + (counts[$1] ?? 0) }) / Double(around.count)
      weighted.append((Double(own - 1) / mean, own))
    }
    weighted.sort { $0.ratio < $1.ratio }
    result.crowdingP50 = rank(weighted, 0.5, of: times.count)
    result.crowdingP95 = rank(weighted, 0.95, of: times.count)
  }

  private func rank(
    _ weighted: [(ratio: Double, weight: Int)], _ share: Double, of total: Int
  ) -> Double? {
    var seen = 0
    for item in weighted {
      seen += item.weight
      if Double(seen) >= share * Double(total) - 1e-9 { return item.ratio }
    }
    return weighted.last?.ratio
  }

  private func bins(_ times: [Int64], width: Int64) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for time in times { counts[Int(time / width), default: 0] += 1 }
    return counts
  }
}
