import Measurements
import Primitives
import Simulator

/// Arrivals and connected clients over time, summed over the runs of one variant in one scenario.
///
/// All sums are of whole numbers: they do not depend on the order of the runs. A bin is one second.
/// It is wider if a run may last so long that a reader could not tell seconds apart, so that little
/// data is kept.
package struct PooledArrivals: Hashable, Sendable {
  /// The width of a bin, in seconds.
  package let width: Int
  private var bins: [Bin] = []

  private struct Bin: Hashable, Sendable {
    /// Runs that had not ended before it.
    var runs = 0
    /// Runs that lasted until its end.
    var whole = 0
    var arrivals = 0
    /// Arrivals in the busiest second of each run.
    var busiest = 0
    var connected = 0
  }

  /// More bins than this are never needed.
  private static let mostBins = 1_200

  /// - Parameter longest: that a run may last.
  init(longest: Interval) {
    let seconds = max(1, Int(longest.seconds.rounded(.up)))
    width = (seconds + Self.mostBins - 1) / Self.mostBins
  }

  mutating func add(_ run: RunResult) {
    let arrivals = run.arrivalsPerSecond
    let seconds = max(arrivals.binCount, Int(run.course.end.seconds.rounded(.up)))
    let count = (seconds + width - 1) / width
    while bins.count < count { bins.append(Bin()) }
    for bin in 0..<count {
      let inside = bin * width..<(bin + 1) * width
      let counts = inside.map { Int(arrivals[$0]) }
      bins[bin].runs += 1
      bins[bin].arrivals += counts.reduce(0, +)
      bins[bin].busiest += counts.max() ?? 0
      // The gauge is read at the end of each second that is over when the run ends.
      guard inside.upperBound <= run.load.perSecond.busy.count else { continue }
      bins[bin].whole += 1
      bins[bin].connected += Int(run.load.perSecond.connected[inside.upperBound - 1])
    }
  }

  mutating func add(_ other: PooledArrivals) {
    while bins.count < other.bins.count { bins.append(Bin()) }
    for (place, bin) in other.bins.enumerated() {
      bins[place].runs += bin.runs
      bins[place].whole += bin.whole
      bins[place].arrivals += bin.arrivals
      bins[place].busiest += bin.busiest
      bins[place].connected += bin.connected
    }
  }

  /// The means between two moments, over the runs that had not ended before.
  package struct Row: Hashable, Sendable {
    /// The beginning of the row, in seconds of virtual time.
    package let begin: Int
    package let width: Int
    package var arrivals: Double
    /// Arrivals in the busiest second.
    package var busiest: Double
    /// Clients connected at the end; nil where no run lasted until then.
    package var connected: Double?
    /// The number of runs over which the means are taken.
    package let runs: Int
  }

  /// - Parameter most: how many rows at most. Where there are more bins, each row stands for several, and
  ///   its busiest second is that of the busiest of them.
  package func rows(most: Int) -> [Row] {
    let group = max(1, (bins.count + most - 1) / most)
    return stride(from: 0, to: bins.count, by: group).map { first in
      let inside = bins[first..<min(first + group, bins.count)]
      let means = inside.map { bin in
        (arrivals: mean(bin.arrivals, bin.runs), busiest: mean(bin.busiest, bin.runs))
      }
      let last = inside.last { $0.whole > 0 }
      return Row(
        begin: first * width, width: inside.count * width,
        arrivals: means.reduce(0) { $0 + $1.arrivals }, busiest: means.map(\.busiest).max() ?? 0,
        connected: last.map { mean($0.connected, $0.whole) }, runs: inside.first?.runs ?? 0)
    }
  }
}

private func mean(_ sum: Int, _ count: Int) -> Double {
  count > 0 ? Double(sum) / Double(count) : 0
}
