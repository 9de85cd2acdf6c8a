import Synchronization

/// The sums of arrivals and connected clients over time, over the runs of paired variants. They are
/// made while the runs are being made, so that the data of each run need not be kept.
///
/// A seed counts only when every variant was run with it in every scenario, and so was every seed before
/// it: the same seeds as those of the metrics, also where the work is broken off.
final class SeedRows: Sendable {
  private struct State: Sendable {
    var sums: [PooledArrivals]
    /// The seed that is added next.
    var next = 0
    /// Seeds behind it of which some runs are in, by their places.
    var waiting: [Int: [Int: PooledArrivals]] = [:]
  }

  private let state: Mutex<State>

  /// - Parameter sums: one for each scenario and variant, to which is added.
  init(_ sums: [PooledArrivals]) { state = Mutex(State(sums: sums)) }

  /// - Parameters:
  ///   - cell: scenario and variant, as a place among the sums.
  ///   - seed: from 0.
  func add(_ run: PooledArrivals, cell: Int, seed: Int) {
    state.withLock { state in
      state.waiting[seed, default: [:]][cell] = run
      while let row = state.waiting[state.next], row.count == state.sums.count {
        for (place, run) in row { state.sums[place].add(run) }
        state.waiting[state.next] = nil
        state.next += 1
      }
    }
  }

  var sums: [PooledArrivals] { state.withLock { $0.sums } }
}
