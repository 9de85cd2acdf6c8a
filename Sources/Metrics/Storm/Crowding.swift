import Measurements
import Primitives

/// How many more arrivals come in an arrival's own second than on average in the 31 seconds around
/// it: over all arrivals, at two ranks. 1 for an even stream and for a Poisson stream.
struct Crowding: Sendable {
  let p50: Double
  let p95: Double

  private static var reach: Int { 15 }

  /// nil without arrivals.
  /// - Parameters:
  ///   - arrivals: in bins of 1 s.
  ///   - range: the seconds that count. Seconds outside it are not used for the averages either, as
  ///     otherwise an even stream would look crowded where it begins and ends.
  init?(_ arrivals: TimeSeries, in range: Range<Int>) {
    let bins = arrivals.counts[clamped: range]
    let sums = RunningSum(Array(bins))
    var found: [(crowding: Double, arrivals: Int)] = []
    for (place, count) in bins.enumerated() where count > 0 {
      let around = max(0, place - Self.reach)..<min(bins.count, place + Self.reach + 1)
      let mean = sums.sum(around) / Double(around.count)
      found.append((Double(count - 1) / mean, Int(count)))
    }
    guard !found.isEmpty else { return nil }
    found.sort { $0.crowding < $1.crowding }
    let total = found.reduce(0) { $0 + $1.arrivals }
    func figure(at rank: Double) -> Double {
      var left = nearestRank(rank, of: total)
      for (crowding, arrivals) in found {
        left -= arrivals
        if left <= 0 { return crowding }
      }
      return found[found.count - 1].crowding
    }
    p50 = figure(at: 0.5)
    p95 = figure(at: 0.95)
  }
}
