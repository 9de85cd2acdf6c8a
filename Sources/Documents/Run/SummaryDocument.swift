import Metrics

/// A run in figures and words: the content of `summary.json`. Times are in seconds, shares are fractions; what is
/// undefined or infinite is null.
package struct SummaryDocument: Codable, Hashable, Sendable {
  package var schema = ResultsSchema.current
  package var scenario: String
  package var seed: UInt64
  package var clients: Int
  package var formulas: [String]
  package var digest: String
  package var events: Int
  package var truncated: Bool
  /// Objects within objects along the dots of the metrics' paths; a group of which nothing is defined is null.
  package var metrics: JSONValue
  /// The text that the terminal shows below its figures.
  package var verdict: String
  /// The most important first.
  package var findings: [FindingRecord]
  package var warnings: [WarningRecord]
  package var limit: LimitRecord?
  package var faults: [FaultRecord]
  package var promises: [PromiseRecord]
  @Omitted package var baseline: BaselineRecord?

  package init(
    _ scenario: String, seed: UInt64, clients: Int, formulas: [String], digest: String, events: Int,
    truncated: Bool, metrics: [(path: String, value: MetricValue)], verdict: String,
    findings: [FindingRecord], warnings: [WarningRecord], limit: LimitRecord?,
    faults: [FaultRecord], promises: [PromiseRecord], baseline: BaselineRecord?
  ) {
    self.scenario = scenario
    self.seed = seed
    self.clients = clients
    self.formulas = formulas
    self.digest = digest
    self.events = events
    self.truncated = truncated
    self.metrics = Self.nested(metrics.map { ($0.path.split(separator: ".")[...], $0.value) })
    self.verdict = verdict
    self.findings = findings
    self.warnings = warnings
    self.limit = limit
    self.faults = faults
    self.promises = promises
    self.baseline = baseline
  }

  /// The metrics that have a number, by their paths.
  package var numbers: [String: Double] {
    var numbers: [String: Double] = [:]
    func add(_ value: JSONValue, at path: String) {
      if let number = value.number { numbers[path] = number }
      guard case .object(let members) = value else { return }
      for member in members {
        add(member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)")
      }
    }
    add(metrics, at: "")
    return numbers
  }

  private typealias Leaf = (path: ArraySlice<Substring>, value: MetricValue)

  private static func nested(_ leaves: [Leaf]) -> JSONValue {
    var keys: [Substring] = []
    var groups: [Substring: [Leaf]] = [:]
    for leaf in leaves {
      guard let key = leaf.path.first else { continue }
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append((leaf.path.dropFirst(), leaf.value))
    }
    return .object(
      keys.map { key in
        let group = groups[key] ?? []
        if group.count == 1, group[0].path.isEmpty {
          return JSONValue.Member(String(key), JSONValue(group[0].value))
        }
        let isEmpty = group.allSatisfy { $0.value == .undefined }
        return JSONValue.Member(String(key), isEmpty ? .null : nested(group))
      })
  }
}

/// Several runs of one scenario with different seeds: the content of `summary.json` where there are several.
package struct ReplicationsDocument: Codable, Hashable, Sendable {
  package var schema = ResultsSchema.current
  package var scenario: String
  /// The seeds that were asked for.
  package var replications: Int
  package var seeds: SeedsRecord
  package var clients: Int
  package var formulas: [String]
  package var digest: String
  package var events: Int
  package var truncated: Bool
  /// Each under its whole path.
  package var metrics: Members<Metric>
  package var runs: [Run]
  package var verdict: String
  /// Each code once, with the sentence of the first run that shows it.
  package var findings: [FindingRecord]
  package var warnings: [WarningRecord]
  package var limit: LimitRecord?
  package var faults: [FaultRecord]
  package var promises: [PromiseRecord]
  @Omitted package var baseline: BaselineRecord?

  package struct Run: Codable, Hashable, Sendable {
    package var seed: UInt64
    package var digest: String
    package var events: Int

    package init(seed: UInt64, digest: String, events: Int) {
      self.seed = seed
      self.digest = digest
      self.events = events
    }
  }

  /// A metric over the seeds: figures, or of a metric whose values are words the share of each.
  package enum Metric: Codable, Hashable, Sendable {
    case figures(Figures)
    case words(Words)

    package struct Figures: Codable, Hashable, Sendable {
      @Inlined package var estimate: EstimateRecord
      /// The least and the greatest of any run.
      package var min: JSONValue
      package var max: JSONValue

      package init(_ estimate: EstimateRecord, min: MetricValue, max: MetricValue) {
        self.estimate = estimate
        self.min = JSONValue(min)
        self.max = JSONValue(max)
      }
    }

    package struct Words: Codable, Hashable, Sendable {
      package var shares: Members<Double>

      package init(_ shares: Members<Double>) { self.shares = shares }
    }

    package init(from decoder: any Decoder) throws {
      self =
        if let words = try? Words(from: decoder) { .words(words) } else {
          .figures(try Figures(from: decoder))
        }
    }

    package func encode(to encoder: any Encoder) throws {
      switch self {
      case .figures(let figures): try figures.encode(to: encoder)
      case .words(let words): try words.encode(to: encoder)
      }
    }

    /// nil of words.
    package var estimate: EstimateRecord? {
      if case .figures(let figures) = self { figures.estimate } else { nil }
    }
  }

  package init(
    _ scenario: String, replications: Int, seeds: SeedsRecord, clients: Int, formulas: [String],
    digest: String, events: Int, truncated: Bool, metrics: Members<Metric>, runs: [Run],
    verdict: String, findings: [FindingRecord], warnings: [WarningRecord], limit: LimitRecord?,
    faults: [FaultRecord], promises: [PromiseRecord], baseline: BaselineRecord?
  ) {
    self.scenario = scenario
    self.replications = replications
    self.seeds = seeds
    self.clients = clients
    self.formulas = formulas
    self.digest = digest
    self.events = events
    self.truncated = truncated
    self.metrics = metrics
    self.runs = runs
    self.verdict = verdict
    self.findings = findings
    self.warnings = warnings
    self.limit = limit
    self.faults = faults
    self.promises = promises
    self.baseline = baseline
  }
}
