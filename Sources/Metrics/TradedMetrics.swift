/// The three metrics that formulas trade against each other: how soon the clients are back, and what that costs the
/// gateway at its worst second and in all.
package enum TradedMetrics {
  package static let recovery = "recover.p99"
  /// What stands for it where most clients were back before clear, as in a rolling restart: their time to recover
  /// is 0, and says nothing of how long they were away.
  package static let downtime = "downtime.p99"
  package static let peak = "peak_arrivals_1s"
  package static let attempts = "attempts_per_client"
  package static let all = all(recovery)

  /// - Parameter recovery: what coming back is measured by.
  package static func all(_ recovery: String) -> [String] { [recovery, peak, attempts] }
}
