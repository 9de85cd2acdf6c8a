/// The meaning of a metric, as `simulate explain` prints it.
package struct MetricDefinition: Hashable, Sendable {
  /// A metric's path, or the part that several share: `recover` stands for `recover.p99` too, and
  /// `stations` for every station.
  package let name: String
  /// A `MetricUnit`; `distribution` where the name stands for a count and several times in seconds.
  package let unit: String
  /// One or more sentences, with what an undefined value means.
  package let definition: String
  /// The source of the notion; nil where it is this simulator's own.
  package let source: String?
  /// Which way it gets better.
  package private(set) var better = MetricDirection.neither

  /// The unit of a name that stands for a count and several times.
  package static let distribution = "distribution"

  package init(_ name: String, _ unit: String, _ definition: String, source: String? = nil) {
    self.name = name
    self.unit = unit
    self.definition = definition
    self.source = source
  }

  package func better(_ direction: MetricDirection) -> MetricDefinition {
    var definition = self
    definition.better = direction
    return definition
  }
}
