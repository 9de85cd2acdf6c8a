import Measurements

/// A metric as it is declared: its name, its unit, its meaning and how it is read, or several that
/// one definition covers. There is no other way to a `MetricRow`.
package struct MetricDeclaration: Sendable {
  /// The definitions that `simulate explain` lists.
  package let definitions: [MetricDefinition]
  /// The rows that a run reports.
  package let rows: [MetricRow]

  init(_ definitions: [MetricDefinition], _ rows: [MetricRow]) {
    self.definitions = definitions
    self.rows = rows
  }

  // MARK: One metric

  /// - Parameters:
  ///   - words: all values that it may have where it is a word.
  ///   - ofPart: the way to read it off a part of a fleet; nil where it is told of the whole fleet
  ///     alone.
  package static func one(
    _ path: String, _ unit: MetricUnit, _ definition: String, source: String? = nil,
    words: [String] = [], _ value: @escaping @Sendable (SummaryFacts) -> MetricValue,
    ofPart: (@Sendable (PartFacts) -> MetricValue)? = nil
  ) -> Self {
    let definition = MetricDefinition(path, unit.rawValue, definition, source: source)
    return MetricDeclaration(
      [definition],
      [MetricRow(path, unit, definition, words: words, value, ofPart: ofPart)])
  }

  /// A whole number of things.
  package static func count(
    _ path: String, _ definition: String, source: String? = nil,
    _ value: @escaping @Sendable (SummaryFacts) -> Int?,
    ofPart: (@Sendable (PartFacts) -> Int)? = nil
  ) -> Self {
    let part: (@Sendable (PartFacts) -> MetricValue)? = ofPart.map { read in
      { @Sendable in MetricValue.count(read($0)) }
    }
    return .one(path, .count, definition, source: source, { MetricValue(value($0)) }, ofPart: part)
  }

  /// A number in the given unit.
  package static func number(
    _ path: String, _ unit: MetricUnit, _ definition: String, source: String? = nil,
    _ value: @escaping @Sendable (SummaryFacts) -> Double?,
    ofPart: (@Sendable (PartFacts) -> Double?)? = nil
  ) -> Self {
    let part: (@Sendable (PartFacts) -> MetricValue)? = ofPart.map { read in
      { @Sendable in MetricValue(read($0)) }
    }
    return .one(path, unit, definition, source: source, { MetricValue(value($0)) }, ofPart: part)
  }

  // MARK: Several under one name

  /// A count and several times in seconds: `recover.count`, `recover.p99`.
  package static func distribution(
    _ path: String, _ definition: String, _ times: MetricTimes<SummaryFacts>,
    ofPart: MetricTimes<PartFacts>? = nil
  ) -> Self {
    .group(path, MetricDefinition.distribution, definition, times.figures, ofPart: ofPart?.figures)
  }

  package static func distribution(
    _ path: String, _ definition: String,
    _ summary: @escaping @Sendable (SummaryFacts) -> DistributionSummary?
  ) -> Self {
    .distribution(path, definition, MetricTimes(summary))
  }

  /// Figures that share a definition: `attempt_failures.refused`, `stoat.milestones.ready`.
  package static func group(
    _ path: String, _ unit: MetricUnit, _ definition: String,
    _ figures: [MetricFigure<SummaryFacts>]
  ) -> Self {
    .group(path, unit.rawValue, definition, figures)
  }

  /// - Parameters:
  ///   - unit: as `simulate explain` says it.
  ///   - parts: the same figures of a part of a fleet, if they are told of parts.
  package static func group(
    _ path: String, _ unit: String, _ definition: String, _ figures: [MetricFigure<SummaryFacts>],
    ofPart parts: [MetricFigure<PartFacts>]? = nil
  ) -> Self {
    let definition = MetricDefinition(path, unit, definition)
    let rows = figures.enumerated().map { place, figure in
      MetricRow(
        "\(path).\(figure.name)", figure.unit, definition, figure.value,
        ofPart: parts?[place].value
      ).told(by: figure.seedStatistic).only(where: figure.isReported)
    }
    return MetricDeclaration([definition], rows)
  }

  /// The same of each of several, defined once for all of them: `stations.auth.wait.p50` is defined
  /// by `stations.wait`.
  ///
  /// - Parameter members: the metrics of one of the names, below it.
  package static func each(
    _ group: String, _ names: [String], _ unit: MetricUnit, _ definition: String,
    _ members: (String) -> [MetricDeclaration]
  ) -> Self {
    var definitions = [MetricDefinition(group, unit.rawValue, definition)]
    var rows: [MetricRow] = []
    for (place, name) in names.enumerated() {
      for member in members(name) {
        let own = member.definitions.map { $0.below(group) }
        if place == 0 { definitions += own }
        rows += member.rows.map {
          MetricRow(
            "\(group).\(name).\($0.path)", $0.unit, $0.definition.below(group), words: $0.words,
            $0.value, ofPart: $0.ofPart
          ).better($0.better).told(by: $0.seedStatistic).only(where: $0.isReported)
        }
      }
    }
    return MetricDeclaration(definitions, rows)
  }
}

extension MetricDefinition {
  fileprivate func below(_ group: String) -> MetricDefinition {
    MetricDefinition("\(group).\(name)", unit, definition, source: source).better(better)
  }
}
