import Campaigns
import Documents
import Metrics

/// What became of promises: `why` says what a promise was judged by, or why there is no figure. In a
/// comparison each stands with its scenario and backoff, and `judged` says whether it sets the exit code.
func promisesJSON(_ verdicts: [Verdict]) -> JSONValue {
  .array(
    verdicts.filter { $0.group == .promises }.map { verdict in
      var members: [JSONValue.Member] = []
      if let variant = verdict.variant {
        members = [
          .init("scenario", .string(verdict.scenario)), .init("variant", .string(variant)),
          .init("judged", .boolean(verdict.isGate)),
        ]
      }
      return .object(
        members + [
          .init("expression", .string(verdict.name)),
          .init("kept", .boolean(verdict.outcome == .kept)),
          .init("found", .string(verdict.found)),
          .init("why", .optional(verdict.why, JSONValue.string)),
        ])
    })
}

/// How runs stand against their baseline. `change`, `low` and `high` are fractions of what was;
/// `outcome` is kept, broken, undecided or not judged.
func baselineJSON(_ judgement: BaselineJudgement) -> JSONValue {
  [
    "folder": .string(judgement.baseline.folder), "tool": .string(judgement.baseline.tool),
    "compared": .string(judgement.pairing.words),
    "tolerance": .number(judgement.tolerances.general),
    "notes": .array(judgement.notes.map(JSONValue.string)),
    "metrics": .array(judgement.changes.map(json)),
  ]
}

private func json(_ change: MetricChange) -> JSONValue {
  [
    "scenario": .string(change.scenario),
    "variant": .optional(change.variant, JSONValue.string),
    "metric": .string(change.path), "better": .string(change.better.rawValue),
    "statistic": .string(change.statistic.rawValue), "was": JSONValue(change.base),
    "is": JSONValue(change.now),
    "change": .optional(change.change, JSONValue.number),
    "low": .optional(change.low, JSONValue.number),
    "high": .optional(change.high, JSONValue.number),
    "tolerance": .number(change.tolerance), "outcome": .string(change.outcome.rawValue),
    "why": .optional(change.why, JSONValue.string),
  ]
}

/// The member for a baseline; nothing where there is none.
func baselineMembers(_ judgement: BaselineJudgement?) -> [JSONValue.Member] {
  judgement.map { [JSONValue.Member("baseline", baselineJSON($0))] } ?? []
}
