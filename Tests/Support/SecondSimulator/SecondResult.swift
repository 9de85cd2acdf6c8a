import Foundation

/// What one run came to, as the model defines it. Times in seconds, shares as fractions; a time
/// that never came is infinite, and nothing stands for a figure that is not defined.
public struct SecondResult: Sendable {
  public struct Percentiles: Sendable {
    public var p50: Double
    public var p90: Double
    public var p99: Double
    public var max: Double
  }

  // Outcomes: their sum is the number of clients.
  public var recovered = 0
  public var inError = 0
  public var gaveUp = 0
  public var stuck = 0
  public var stillTrying = 0

  public var affected = 0
  public var awayBefore = 0
  public var awayAtClear = 0
  public var recover: Percentiles?
  public var relapsed = 0
  /// Over the affected: how long they had no connection, in seconds.
  public var downtimeMean: Double?

  public var attempts = 0
  public var arrivals = 0
  /// Arrivals whose first packet a full backlog dropped.
  public var overflow = 0
  /// All first packets that a full backlog dropped, repeats too.
  public var overflowDrops = 0
  public var shed = 0
  public var wastedWorkShare: Double?

  public var metastable: Bool?
  public var metastableCause: String?
  public var stormAfterClear: Double?
  public var lowerBound: Double?
  public var limitedBy: String?

  /// `spread.K.effective_s` for K = 1 to 12, in this order.
  public var effective: [Double?] = []
  /// The same for each away client's first arrival after clear.
  public var effectiveAfterClear: Double?
  public var sameInstantShare: Double?
  public var crowdingP50: Double?
  public var crowdingP95: Double?

  /// When the run ended.
  public var end = 0.0
}

/// Plays a world once.
public func play(_ world: SecondWorld, seed: UInt64) -> SecondResult {
  let run = Run(world, seed: seed)
  let facts = run.play()
  let reading = Reading(
    world: world, plan: run.plan, facts: facts, states: run.clients.map(\.state),
    live: run.clients.map(\.live), fastest: leastLatency(world))
  return reading.result()
}

/// The least latency that a client can draw, at the 1/16384 quantile of each of its two parts.
private func leastLatency(_ world: SecondWorld) -> Double {
  let network = world.network
  let parts = network.own.squareRoot() + (1 - network.own).squareRoot()
  return network.median * exp(-3.84 * network.sigma * parts)
}
