import Simulator

/// Which figures of its own a system has beside those of every run, and how they are shown.
package struct SystemFigures: Sendable {
  /// In the table of several seeds.
  package var headlines: [(label: String, path: String)] = []
  /// Distributions in the table of percentiles.
  package var percentiles: [(label: String, path: String)] = []
  /// Distributions that have files of their own, in the order of the metrics.
  package var distributions: [SystemDistribution] = []
  /// The lines of the summary that are about it.
  package var lines: [FigureLine] = []
  /// The metrics that backoffs are compared by, in addition to those always used.
  package var compared: [String] = []
  /// Metrics that do not begin with the system's name, with the meaning of their value `never`.
  package var never: [String: String] = [:]
}

/// A distribution that only the clients of one session system have.
package struct SystemDistribution: Sendable {
  /// Behind the system's name in the metrics.
  package let name: String
  package let source: Source

  package enum Source: Sendable {
    /// How long it took to reach a milestone.
    case milestone(String)
    /// From push to delivery.
    case pushDelay
  }

  init(_ name: String, _ source: Source) {
    self.name = name
    self.source = source
  }

  static func milestone<Machine: SimulatedSession>(
    _ name: String, _: Machine.Type, _ milestone: Machine.Milestone
  ) -> SystemDistribution {
    SystemDistribution(name, .milestone(Machine.name(of: milestone).word))
  }
}

/// A line of the summary.
package struct FigureLine: Sendable {
  /// Empty where it goes on with the line before.
  package let label: String
  /// Each of phrases that stay together where there is room.
  package let items: [[FigurePhrase]]

  init(_ label: String, _ items: [FigurePhrase]...) {
    self.label = label
    self.items = items
  }
}

/// Words with figures of a run in them: `"late \(metric: "messages_late_share")"`.
package struct FigurePhrase: Sendable, ExpressibleByStringInterpolation {
  package let parts: [Part]

  package enum Part: Sendable {
    case words(String)
    case metric(String)
    /// One count over another.
    case share(String, of: String)
  }

  package init(stringLiteral words: String) { parts = [.words(words)] }
  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ words: String) { parts.append(.words(words)) }

    package mutating func appendInterpolation(metric path: String) { parts.append(.metric(path)) }

    package mutating func appendInterpolation(share path: String, of whole: String) {
      parts.append(.share(path, of: whole))
    }
  }
}
