/// The three metrics that formulas trade against each other: how soon the clients are back, and what that costs the
/// gateway at its worst second and in all.
package enum TradedMetrics {
  package static let recovery = "recover.p99"
  package static let peak = "peak_arrivals_1s"
  package static let attempts = "attempts_per_client"
  package static let all = [recovery, peak, attempts]
}
