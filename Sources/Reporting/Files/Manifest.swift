import Campaigns
import ResultFiles

/// What a results folder holds and how to make it again: the content of `manifest.json`.
///
/// All of it but `wall_clock` is the same for every run of the same scenario and seed.
func manifestJSON(
  _ summary: Summary, slo: [SloResult], facts: RunFacts, files: [WrittenFile]
) -> String {
  let run = summary.run
  let members: [JSONValue.Member] = [
    .init("seed", .unsigned(summary.scenario.seed)), .init("clients", .integer(run.clients)),
    .init("digest", .string(run.digest.text)), .init("events", .integer(run.events)),
    .init("virtual_s", .number(run.end.seconds)), .init("truncated", .boolean(run.isTruncated)),
    .init(
      "slo",
      .array(
        slo.map { result in
          [
            "promise": .string(result.level.text), "kept": .boolean(result.isKept),
            "found": .string(result.found), "reason": .optional(result.reason, JSONValue.string),
          ]
        })),
  ]
  let clock = JSONValue.Member("wall_clock", wallClock(facts, events: run.events))
  return JSONValue.object(
    origin(of: summary.scenario, .run, facts) + members
      + fileMembers(files) + [clock]
  ).text
}

/// The manifest of several runs: `resolved` has the first seed, `events` and `virtual_s` are sums,
/// and `digest` tells one set of runs from another.
///
/// All of it but `wall_clock` is the same for every time the same seeds are run.
func manifestJSON(_ summary: ReplicatedSummary, facts: RunFacts, files: [WrittenFile])
  -> String
{
  let virtual = summary.replications.reduce(0) { $0 + $1.end.seconds }
  let members: [JSONValue.Member] = [
    .init("replications", .integer(summary.seeds.count)), .init("seeds", summary.seedsJSON),
    .init("clients", .integer(summary.scenario.clients.count)),
    .init("digest", .string(summary.digestText)), .init("events", .integer(summary.events)),
    .init("virtual_s", .number(virtual)), .init("truncated", .boolean(summary.isTruncated)),
    .init("slo", .array(summary.slo.map(promiseJSON))),
  ]
  let clock = JSONValue.Member("wall_clock", wallClock(facts, events: summary.events))
  return JSONValue.object(
    origin(of: summary.scenario, .run, facts) + members
      + fileMembers(files) + [clock]
  ).text
}

/// `judged_by`: `mean` or `median` (then with the end of its interval that decided, and the confidence of that)
/// or `every seed`.
func promiseJSON(_ result: ReplicatedSloResult) -> JSONValue {
  var members: [JSONValue.Member] = [
    .init("promise", .string(result.level.text)), .init("kept", .boolean(result.isKept)),
  ]
  switch result.basis {
  case .estimate(let estimate, let bound, _):
    members += [
      .init("judged_by", .string(estimate.statistic.rawValue)),
      .init(estimate.statistic.rawValue, .number(estimate.figure)), .init("bound", .number(bound)),
      .init("confidence", .optional(estimate.confidence, JSONValue.number)),
    ]
  case .everySeed: members.append(.init("judged_by", .string("every seed")))
  }
  members += [
    .init("failed_in", .integer(result.failures)),
    .init("broken_seeds", .array(result.brokenSeeds.map(JSONValue.unsigned))),
    .init("found", .string(result.found)),
    .init("reason", .optional(result.reason, JSONValue.string)),
  ]
  return .object(members)
}
