import Scenarios

/// What was run, with what: the same for one run, for several, and for a sweep.
package func origin(
  of scenario: Scenario, _ kind: ResultsKind, _ facts: RunFacts
) -> [JSONValue.Member] {
  toolMembers(kind, facts) + [.init("scenario", .string(scenario.name))]
    + resolvedMembers(scenario) + sourceMembers(scenario)
}

/// How every manifest begins.
package func toolMembers(_ kind: ResultsKind, _ facts: RunFacts) -> [JSONValue.Member] {
  [
    .init("schema", .integer(ResultsSchema.current)), .init("kind", .string(kind.rawValue)),
    .init("tool", ["name": .string("squall"), "version": .string(facts.toolVersion)]),
    .init("commit", .string(facts.commit)),
  ]
}

/// Every value of a scenario, and their hash.
package func resolvedMembers(_ scenario: Scenario) -> [JSONValue.Member] {
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

/// How a scenario was written, so that it can be run again: nothing where it was made otherwise.
private func sourceMembers(_ scenario: Scenario) -> [JSONValue.Member] {
  guard let written = scenario.written else { return [] }
  let changes = written.overrides.map { override -> JSONValue in
    ["path": .string(override.path), "value": .string(override.value)]
  }
  return [
    .init(
      "source",
      [
        "file": .string(written.file), "text": .string(written.text), "set": .array(changes),
        "slo": .array(written.promises.map(JSONValue.string)),
      ])
  ]
}

/// The files beside a manifest, with their sizes in bytes and their hashes: a folder whose files are
/// not these is not whole. `timing.json`, which is another every time, is listed only.
package func fileMembers(_ files: [WrittenFile]) -> [JSONValue.Member] {
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
package func wallClock(_ facts: RunFacts, events: Int) -> JSONValue {
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
package func scenarioHash(_ resolved: [(path: String, value: String)]) -> String {
  hashText(resolved.map { "\($0.path)=\($0.value)\n" }.joined())
}

/// FNV-1a of a text: 16 hexadecimal digits.
package func hashText(_ text: String) -> String { hexadecimal(fnv1a(text.utf8)) }

/// The 64-bit hash of Fowler, Noll and Vo, variant 1a. Inlinable, because whole files go through it.
@inlinable package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  var hash = FNV1a()
  hash.add(bytes)
  return hash.value
}
