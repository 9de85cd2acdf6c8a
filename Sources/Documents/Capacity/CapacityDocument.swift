import Metrics
import Words

/// A study of capacity, whole: what was asked, and what was found with each formula. The content of `capacity.json`.
package struct CapacityDocument: Codable, Hashable, Sendable {
  package var schema = ResultsSchema.current
  package var scenario: String
  package var key: String
  package var direction: CapacityDirection
  package var from: Double
  package var to: Double
  /// The unit of the key's values, according to `scale`.
  package var unit: String
  package var scale: QuantityScale
  package var seeds: Int
  package var promises: [String]
  /// The limits of those promises that are about one of `metrics`.
  package var limits: [Limit]
  /// True if formulas are missing, because the study was interrupted.
  package var truncated: Bool
  /// The scenario as it is, a formula each.
  package var variants: [Answer]
  /// The same question behind gateways with one single limit each.
  package var worlds: [World]

  /// The metrics of every probe, in their order.
  package static let metrics = TradedMetrics.all

  package struct Limit: Codable, Hashable, Sendable {
    package var metric: String
    package var promise: String
    package var value: Double

    package init(metric: String, promise: String, value: Double) {
      self.metric = metric
      self.promise = promise
      self.value = value
    }
  }

  package struct World: Codable, Hashable, Sendable {
    /// `listener`, `handshake`, `auth` or `api`; `as it is` of the scenario's own gateway.
    package var world: String
    /// Set-ups a second over all nodes; nil of the scenario's own gateway.
    package var perSecond: Double?
    package var variants: [Answer]

    package init(world: String, perSecond: Double?, variants: [Answer]) {
      self.world = world
      self.perSecond = perSecond
      self.variants = variants
    }
  }

  package init(
    scenario: String, key: String, direction: CapacityDirection, range: ClosedRange<Double>,
    scale: QuantityScale, seeds: Int, promises: [String], limits: [Limit], truncated: Bool,
    variants: [Answer], worlds: [World]
  ) {
    self.scenario = scenario
    self.key = key
    self.direction = direction
    from = range.lowerBound
    to = range.upperBound
    unit = scale.unit
    self.scale = scale
    self.seeds = seeds
    self.promises = promises
    self.limits = limits
    self.truncated = truncated
    self.variants = variants
    self.worlds = worlds
  }

  /// The scenario as it is, and the other worlds.
  package var all: [World] { [World(world: Self.own, perSecond: nil, variants: variants)] + worlds }

  /// The title of the scenario's own gateway.
  package static let own = "as it is"

  /// A value of the key, as a scenario file would say it.
  package func text(_ value: Double) -> String { scale.text(value) }

  /// The key with a value: `gateway.nodes 4`.
  package func at(_ value: Double) -> String { "\(key) \(text(value))" }

  /// The range that was searched: `from 1 to 64`.
  package var range: String { "from \(text(from)) to \(text(to))" }
}

/// Which end of a range is looked for.
package enum CapacityDirection: String, Codable, Hashable, Sendable {
  /// The least value that keeps the promises: of what helps, such as gateways.
  case least
  /// The greatest: of what burdens, such as clients.
  case most
}
