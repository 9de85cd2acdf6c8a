import Campaigns
import Documents
import Faults
import Metrics
import Primitives
import Scenarios
import Systems
import Words

/// A run's metrics as JSON: the content of `summary.json`.
///
/// Times in seconds, shares as fractions. What is undefined or infinite is null; a group of which
/// nothing is defined is null as a whole, such as `recover` without a clear. `findings` say in words what
/// the metrics show, the most important first; `warnings` what is doubtful about the scenario; `verdict`
/// what the terminal says below its figures. `limit` is the narrowest stage that a set-up passes, and
/// `faults` has when each fault is in force: `to_s` is null where it has no end.
/// `promises` says what became of each promise.
/// - Parameters:
///   - slo: what became of the promises: the verdict explains those that are broken first.
///   - baseline: how it stands against an earlier run; the member `baseline`, where that was asked for.
package func summaryJSON(
  _ summary: Summary, slo: [SloResult] = [], baseline: BaselineJudgement? = nil
) -> String {
  let run = summary.run
  let scenario = summary.scenario
  let document: JSONValue = [
    "schema": .integer(ResultsSchema.current), "scenario": .string(scenario.name),
    "seed": .unsigned(scenario.seed), "clients": .integer(run.clients),
    "formulas": .array(summary.formulas.map(JSONValue.string)), "digest": .string(run.digest.text),
    "events": .integer(run.events),
    "truncated": .boolean(run.isTruncated), "metrics": nested(summary.metrics),
    "verdict": .string(untied(verdict(summary, slo: slo))),
    "findings": .array(summary.findings.map(JSONValue.init)),
    "warnings": .array(scenario.warnings.map(JSONValue.init)), "limit": limitJSON(of: scenario),
    "faults": faultsJSON(of: scenario),
    "promises": promisesJSON(slo.map { $0.verdict(in: scenario.name) }),
  ]
  return document.adding(baselineMembers(baseline)).text
}

/// The narrowest stage that a set-up passes; null where nothing limits.
func limitJSON(of scenario: Scenario) -> JSONValue {
  .optional(scenario.bottleneck) { stage in
    ["stage": .string(stage.name), "per_second": .number(stage.perSecond)]
  }
}

/// When each fault is in force.
func faultsJSON(of scenario: Scenario) -> JSONValue {
  .array(scenario.faults.map { json($0, nodes: scenario.gateway.nodes) })
}

private func json(_ fault: Fault, nodes: Int) -> JSONValue {
  [
    "kind": .string(fault.kind.name), "from_s": .number(fault.at.seconds),
    "to_s": .optional(fault.end(nodes: nodes)?.seconds, JSONValue.number),
  ]
}

/// The metrics of several runs as JSON: the content of `summary.json` where there are several.
///
/// Each metric stands under its whole path (`recover.p99`) with what `estimateMembers` says of it, `min` and
/// `max`; see `MetricEstimate`. `events` is the sum over `runs`.
/// A finding stands once, with the number of runs that show it and the sentence of the first of them;
/// `verdict` has the weightiest in words.
/// - Parameter baseline: how they stand against earlier runs, where that was asked for.
func summaryJSON(
  _ summary: ReplicatedSummary, baseline: BaselineJudgement? = nil
) -> String {
  let document: JSONValue = [
    "schema": .integer(ResultsSchema.current), "scenario": .string(summary.scenario.name),
    "replications": .integer(summary.seeds.count), "seeds": .document(SeedsRecord(summary.seeds)),
    "clients": .integer(summary.scenario.clients.count),
    "formulas": .array(summary.formulas.map(JSONValue.string)),
    "digest": .string(summary.digestText),
    "events": .integer(summary.events), "truncated": .boolean(summary.isTruncated),
    "metrics": .object(summary.estimates.map { .init($0.path, JSONValue($0)) }),
    "runs": .array(
      summary.replications.map { run in
        [
          "seed": .unsigned(run.seed), "digest": .string(run.digest.text),
          "events": .integer(run.events),
        ]
      }),
    "verdict": .string(verdict(summary)),
    "findings": .array(summary.findings.map(JSONValue.init)),
    "warnings": .array(summary.scenario.warnings.map(JSONValue.init)),
    "limit": limitJSON(of: summary.scenario), "faults": faultsJSON(of: summary.scenario),
    "promises": promisesJSON(summary.slo.map { $0.verdict(in: summary.scenario.name) }),
  ]
  return document.adding(baselineMembers(baseline)).text
}

/// Objects within objects along the dots of the paths.
private func nested(_ metrics: [Metric]) -> JSONValue {
  let split = metrics.map { (path: $0.path.split(separator: ".")[...], value: $0.value) }
  return nested(split)
}

private typealias Leaf = (path: ArraySlice<Substring>, value: MetricValue)

private func nested(_ leaves: [Leaf]) -> JSONValue {
  var keys: [Substring] = []
  var groups: [Substring: [Leaf]] = [:]
  for leaf in leaves {
    let key = leaf.path.first!
    if groups[key] == nil { keys.append(key) }
    groups[key, default: []].append((leaf.path.dropFirst(), leaf.value))
  }
  return .object(
    keys.map { key in
      let group = groups[key]!
      if group.count == 1, group[0].path.isEmpty {
        return JSONValue.Member(String(key), JSONValue(group[0].value))
      }
      let isEmpty = group.allSatisfy { $0.value == .undefined }
      return JSONValue.Member(String(key), isEmpty ? .null : nested(group))
    })
}

extension JSONValue {
  fileprivate init(_ estimate: MetricEstimate) {
    if estimate.unit == .word {
      self = ["shares": .object(estimate.shares.map { .init($0.word, .number($0.share)) })]
      return
    }
    let figures = estimateMembers(
      estimate.estimate, MetricNames.seedStatistic(of: estimate.path),
      hasInterval: estimate.unit != .truth)
    self = .object(
      figures + [
        .init("min", JSONValue(estimate.min)), .init("max", JSONValue(estimate.max)),
      ])
  }

  fileprivate init(_ finding: Finding) {
    self = [
      "code": .string(finding.code.rawValue),
      "figures": .object(finding.figures.map { .init($0.name, .number($0.value)) }),
      "sentence": .string(finding.sentence),
    ]
  }

  fileprivate init(_ finding: ReplicatedFinding) {
    self = [
      "code": .string(finding.code.rawValue), "runs": .integer(finding.runs),
      "sentence": .string(finding.sentence),
    ]
  }

  fileprivate init(_ warning: Warning) {
    self = ["code": .string(warning.code), "sentence": .string(warning.sentence)]
  }

  /// Null for what is undefined or infinite.
  init(_ value: MetricValue) {
    switch value {
    case .count(let count): self = .integer(count)
    case .number(let number): self = .number(number)
    case .boolean(let truth): self = .boolean(truth)
    case .word(let word): self = .string(word)
    case .never, .undefined: self = .null
    }
  }
}
