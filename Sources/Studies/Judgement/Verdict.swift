import Documents
import Findings

/// The result of one requirement: of a promise, or of a metric that must not get worse than in an
/// earlier run.
package struct Verdict: Hashable, Sendable {
  package let group: Group
  /// The scenario's name.
  package let scenario: String
  /// The backoff's name in a comparison; nil where there is only one.
  package let variant: String?
  /// The promise as it was written, `recover.p99 < 90s`; the metric's path, `recover.p99`.
  package let name: String
  package let outcome: Outcome
  /// The measured value, for people: `73.8 s`; for a metric against its baseline
  /// `73.8 s, was 70.2 s`.
  package let found: String
  /// The basis of the judgement, or why it could not be judged; nil if there is nothing more to
  /// say.
  package let why: String?
  /// True if it decides over the exit code.
  package let isGate: Bool

  /// The kind of requirement that is judged.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case promises
    case baseline
  }

  package typealias Outcome = BaselineRecord.Outcome

  package init(
    _ group: Group, scenario: String, variant: String? = nil, name: String, _ outcome: Outcome,
    found: String, why: String? = nil, isGate: Bool = true
  ) {
    self.group = group
    self.scenario = scenario
    self.variant = variant
    self.name = name
    self.outcome = outcome
    self.found = found
    self.why = why
    self.isGate = isGate
  }

  /// True if it makes the command fail.
  package var fails: Bool { isGate && outcome == .broken }

  /// All of it in one line: `recover.p99 < 90s, found 120 s, broken in 3 of 20 runs: seeds 4, 7, 9`.
  package var sentence: String {
    let place = variant.map { " with \($0) in \(scenario)" } ?? ""
    return [
      "\(name)\(place)", found.isEmpty ? nil : "found \(found == "-" ? "nothing" : found)", why,
    ].compactMap { $0 }
      .joined(separator: ", ")
  }
}

extension Verdict {
  /// - Parameter scenario: whose promise it is where the record does not say.
  package init(_ promise: PromiseRecord, in scenario: String) {
    self.init(
      .promises, scenario: promise.scenario ?? scenario, variant: promise.variant,
      name: promise.expression, promise.kept ? .kept : .broken, found: promise.found,
      why: promise.why, isGate: promise.judged ?? true)
  }
}

extension SloResult {
  package func verdict(in scenario: String) -> Verdict {
    Verdict(
      .promises, scenario: scenario, name: level.text, isKept ? .kept : .broken, found: found,
      why: reason)
  }
}

extension ReplicatedSloResult {
  /// - Parameters:
  ///   - variant: the backoff's name, in a comparison.
  ///   - isGate: whether it decides over the exit code.
  package func verdict(
    in scenario: String, variant: String? = nil, isGate: Bool = true
  ) -> Verdict {
    let why = [reason].compactMap { $0 } + judgement
    return Verdict(
      .promises, scenario: scenario, variant: variant, name: level.text, isKept ? .kept : .broken,
      found: found, why: why.joined(separator: ", "), isGate: isGate)
  }
}
