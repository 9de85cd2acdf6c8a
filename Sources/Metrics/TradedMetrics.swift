/// The three metrics that formulas trade against each other: how soon the clients are back, and what that costs the
/// gateway at its worst second and in all.
package enum TradedMetrics {
  package static let recovery = "recover.p99"
  /// The time that stands for it where the time to recover is 0 for half of the clients, as in a rolling restart: it
  /// says nothing of how long they were away.
  package static let downtime = "downtime.p99"
  /// The time that is 0 in a run in which at least half of the affected had nothing to wait for after clear.
  package static let half = "recover.p50"
  package static let peak = "peak_arrivals_1s"
  package static let attempts = "attempts_per_client"
  package static let all = all(recovery)

  /// Returns the metric by which coming back is measured over several runs: the downtime where the time to
  /// recover is 0 for half of the clients in more than half of them.
  /// - Parameter runs: of each run `half` and `downtime`; nil where there is no number.
  package static func recovery(of runs: [(half: Double?, downtime: Double?)]) -> String {
    let early = runs.count { $0.half == 0 && $0.downtime != nil }
    return 2 * early > runs.count ? downtime : recovery
  }

  /// - Parameter recovery: what coming back is measured by.
  package static func all(_ recovery: String) -> [String] { [recovery, peak, attempts] }
}
