import Metrics

/// Something that a run shows: a condition on measured figures that holds, and a sentence that says no
/// more than these figures do.
package struct Finding: Hashable, Sendable {
  package let code: FindingCode
  /// The figures that its condition and its sentence rest on.
  package let figures: [Figure]
  /// In plain English, with a full stop.
  package let sentence: String
  package let weight: Weight
  /// Beginnings of the names of the metrics that it explains.
  package let explains: [String]

  /// One number that a finding rests on.
  package struct Figure: Hashable, Sendable {
    /// The path of a metric, or a name of its own.
    package let name: String
    package let value: Double
    package let unit: MetricUnit

    package init(_ name: String, _ value: Double, _ unit: MetricUnit) {
      self.name = name
      self.value = value
      self.unit = unit
    }
  }

  /// How much it is worth telling. A broken promise raises what explains it above everything else.
  package enum Weight: Int, Comparable, Sendable {
    /// Only where a broken promise asks for it.
    case onDemand
    /// Only where nothing else is said.
    case filler
    case aside, notable, main

    package static func < (a: Weight, b: Weight) -> Bool { a.rawValue < b.rawValue }
  }

  package init(
    _ code: FindingCode, _ weight: Weight, _ figures: [Figure?], explains: [String] = [],
    _ sentence: String
  ) {
    self.code = code
    self.weight = weight
    self.figures = figures.compactMap { $0 }
    self.explains = explains
    self.sentence = sentence
  }

  /// Returns true if it explains the metric of that path, of the whole fleet or of a part of it.
  package func isReason(of path: String) -> Bool {
    let metric = PartPath(path)?.metric ?? path
    return explains.contains { metric.hasPrefix($0) }
  }
}
