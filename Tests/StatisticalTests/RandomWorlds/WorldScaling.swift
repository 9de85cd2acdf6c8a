import Findings
import Metrics
import Simulator
import Store
import Studies
import Text
import Worlds

/// One world at its own size with several seeds, and once with ten times the clients at a gateway of
/// ten times the size.
struct WorldScaling {
  static let factor = 10
  static let seeds = 10
  /// Of Student's t with 9 degrees of freedom: exceeded once in 60,000 comparisons, in either
  /// direction. Some 600 figures are compared.
  static let quantile = 7.8

  let world: RandomWorld
  let small: [WorldRun]
  let large: WorldRun

  init(_ world: RandomWorld) throws {
    self.world = world
    small = try (1...Self.seeds).map { try WorldRun(world, seed: $0) }
    large = try WorldRun(world, times: Self.factor, seed: 1)
  }

  /// What all small fleets agree on; nil where chance decides.
  var metastable: MetricValue? {
    let verdicts = small.map { $0.summary.value(at: "metastable") }
    return verdicts.allSatisfy { $0 == verdicts[0] } ? verdicts[0] : nil
  }

  /// The figures that a larger fleet has alike.
  ///
  /// Not `same_instant_share`: over which attempts it is the largest depends on how many arrived, and
  /// below a hundred of them none counts. Nor `crowding_1s.p95`: a few arrivals a second scatter more
  /// than many. Nor with a link what is wasted: one link that is ten times as fast is as busy as the slow
  /// one, where ten times the clients make the other stations ten times as busy.
  var figures: [String] {
    let isLinked = small[0].scenario.gateway.egress != nil
    let shares = small[0].summary.metrics.filter { $0.unit == .share }.map(\.path)
      .filter { $0 != "same_instant_share" }
      .filter { !isLinked || !["wasted_work_share", "goodput_share"].contains($0) }
    let spreads = ((1...12).map(String.init) + ["clear"]).map { "spread.\($0).effective_s" }
    return shares + spreads + ["lower_bound_s", "spread_needed_s", "crowding_1s.p50"]
  }

  /// What is rounded once in a small fleet is rounded finer in a large one: clients are whole, and so are the
  /// arrivals of a second. A crowding of (x - 1) / mean moves by one arrival at a time, which is a twelfth of it
  /// where the usual arrival has twelve others in its second.
  private func grain(of figure: String, about mean: Double) -> Double {
    let clients = 2 * max(abs(mean), 1) / Double(small[0].run.course.clients)
    guard figure.hasPrefix("crowding_1s") else { return clients }
    return max(clients, abs(mean) / max(1, usualArrivals - 1))
  }

  /// In the second of the median arrival of the first small fleet.
  private var usualArrivals: Double {
    let counts = small[0].run.arrivalsPerSecond.counts.map { Double($0) }.filter { $0 > 0 }.sorted()
    var left = counts.reduce(0, +) / 2
    return counts.first { count in
      left -= count
      return left <= 0
    } ?? 1
  }

  /// Whether chance alone has freed the small fleets. A storm that has two states, alive and over, is held in
  /// either by its size: chance frees a small fleet sooner than a large one. So a large one may still live, or drain, where
  /// the small ones have come back, but only after they were caught for a minute; never the other way.
  var isFreedByChance: Bool {
    metastable == .boolean(false)
      && large.summary.value(at: "metastable") != .boolean(false)
      && small.allSatisfy { $0.figure("recover.max") ?? 0 > 60 }
  }

  /// Why a figure of the large fleet is not that of the small ones; nil where it is.
  ///
  /// The large one scatters a tenth as much, in variance, as one of the small ones.
  func difference(in figure: String) -> String? {
    let values = small.compactMap { $0.figure(figure) }
    guard values.count == small.count else { return nil }
    guard let value = large.figure(figure) else { return "\(figure) is undefined, \(values)" }
    let sample = Sample(values)
    let spread = (sample.variance * (1 / Double(Self.seeds) + 1 / Double(Self.factor))).squareRoot()
    let limit = Self.quantile * spread + grain(of: figure, about: sample.mean)
    if abs(value - sample.mean) <= limit { return nil }
    return "\(figure) is \(value), in small fleets \(sample.mean), \(limit) more or less"
  }
}
