import Experiments

/// What a results folder holds and how to make it again: the content of `manifest.json`.
///
/// All of it but `wall_clock` is the same for every run of the same scenario and seed.
func manifestJSON(
  _ summary: Summary, slo: [SloResult], facts: RunFacts, files: [String]
) -> String {
  let run = summary.run
  let resolved = summary.scenario.resolved
  let document: JSONValue = [
    "schema": .integer(1),
    "tool": ["name": .string("squall"), "version": .string(facts.toolVersion)],
    "commit": .string(facts.commit), "scenario": .string(summary.scenario.name),
    "resolved": .object(resolved.map { JSONValue.Member($0.path, .string($0.value)) }),
    "resolved_hash": [
      "algorithm": .string("FNV-1a 64"), "of": .string("path=value, one a line, UTF-8, LF"),
      "value": .string(scenarioHash(resolved)),
    ],
    "seed": .unsigned(summary.scenario.seed), "clients": .integer(run.clients),
    "digest": .string(run.digest.text), "events": .integer(run.events),
    "virtual_s": .number(run.end.seconds), "truncated": .boolean(run.isTruncated),
    "slo": .array(
      slo.map { result in
        [
          "promise": .string(result.level.text), "kept": .boolean(result.isKept),
          "found": .string(result.found),
        ]
      }),
    "files": .array(files.map(JSONValue.string)),
    "wall_clock": wallClock(facts, events: run.events),
  ]
  return document.text
}

private func wallClock(_ facts: RunFacts, events: Int) -> JSONValue {
  let rate = facts.wallSeconds > 0 ? (Double(events) / facts.wallSeconds).rounded() : nil
  return [
    "seconds": .number(facts.wallSeconds), "events_per_second": .optional(rate, JSONValue.number),
    "peak_memory_bytes": .optional(facts.peakMemoryBytes, JSONValue.integer),
    "started_at": .optional(facts.startedAt, JSONValue.string),
    "arguments": .array(facts.arguments.map(JSONValue.string)),
  ]
}

/// FNV-1a of the resolved values as `path=value` lines: 16 hexadecimal digits.
///
/// It tells scenarios apart; it does not protect against anybody.
func scenarioHash(_ resolved: [(path: String, value: String)]) -> String {
  let digits = String(fnv1a(resolved.map { "\($0.path)=\($0.value)\n" }.joined().utf8), radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// The 64-bit hash of Fowler, Noll and Vo, variant 1a.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}
