import Campaigns
import Scenarios

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
    origin(of: summary.scenario, .run, facts) + members + fileMembers(files) + [clock]
  ).text
}

/// What was run, with what: the same for one run, for several, and for a sweep.
func origin(
  of scenario: Scenario, _ kind: ResultsKind, _ facts: RunFacts
) -> [JSONValue.Member] {
  toolMembers(kind, facts) + [.init("scenario", .string(scenario.name))] + resolvedMembers(scenario)
}

/// How every manifest begins.
func toolMembers(_ kind: ResultsKind, _ facts: RunFacts) -> [JSONValue.Member] {
  [
    .init("schema", .integer(ResultsSchema.current)), .init("kind", .string(kind.rawValue)),
    .init("tool", ["name": .string("squall"), "version": .string(facts.toolVersion)]),
    .init("commit", .string(facts.commit)),
  ]
}

/// Every value of a scenario, and their hash.
func resolvedMembers(_ scenario: Scenario) -> [JSONValue.Member] {
  let resolved = scenario.resolved
  return [
    .init("resolved", .object(resolved.map { JSONValue.Member($0.path, .string($0.value)) })),
    .init(
      "resolved_hash",
      [
        "algorithm": .string("FNV-1a 64"), "of": .string("path=value, one a line, UTF-8, LF"),
        "value": .string(scenarioHash(resolved)),
      ]),
  ]
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
    origin(of: summary.scenario, .run, facts) + members + fileMembers(files) + [clock]
  ).text
}

/// `judged_by`: `mean` (then with the end of its 95 % interval that decided) or `every seed`.
func promiseJSON(_ result: ReplicatedSloResult) -> JSONValue {
  var members: [JSONValue.Member] = [
    .init("promise", .string(result.level.text)), .init("kept", .boolean(result.isKept)),
  ]
  switch result.basis {
  case .mean(let mean, let bound, _):
    members += [
      .init("judged_by", .string("mean")), .init("mean", .number(mean)),
      .init("bound", .number(bound)),
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

/// The files beside a manifest, with their sizes in bytes and their hashes: a folder whose files are
/// not these is not whole. `timing.json`, which is another every time, is listed only.
func fileMembers(_ files: [WrittenFile]) -> [JSONValue.Member] {
  let lasting = files.filter { $0.name != "timing.json" }
  return [
    .init("files", .array(files.map { .string($0.name) })),
    .init("sizes", .object(lasting.map { .init($0.name, .integer($0.size)) })),
    .init(
      "hashes",
      .object(
        [.init("algorithm", .string("FNV-1a 64"))]
          + lasting.map { .init($0.name, .string($0.hash)) })),
  ]
}

/// What differs from one time to the next.
func wallClock(_ facts: RunFacts, events: Int) -> JSONValue {
  let rate = facts.wallSeconds > 0 ? (Double(events) / facts.wallSeconds).rounded() : nil
  return [
    "seconds": .number(facts.wallSeconds),
    "cpu_seconds": .optional(facts.cpuSeconds, JSONValue.number),
    "threads": .integer(facts.threads),
    "events_per_second": .optional(rate, JSONValue.number),
    "peak_memory_bytes": .optional(facts.peakMemoryBytes, JSONValue.integer),
    "started_at": .optional(facts.startedAt, JSONValue.string),
    "arguments": .array(facts.arguments.map(JSONValue.string)),
  ]
}

/// FNV-1a of the resolved values as `path=value` lines: 16 hexadecimal digits.
///
/// It tells scenarios apart; it does not protect against anybody.
func scenarioHash(_ resolved: [(path: String, value: String)]) -> String {
  hashText(resolved.map { "\($0.path)=\($0.value)\n" }.joined())
}

/// FNV-1a of a text: 16 hexadecimal digits.
func hashText(_ text: String) -> String { hexadecimal(fnv1a(text.utf8)) }

/// The 64-bit hash of Fowler, Noll and Vo, variant 1a.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  var hash = FNV1a()
  hash.add(bytes)
  return hash.value
}
