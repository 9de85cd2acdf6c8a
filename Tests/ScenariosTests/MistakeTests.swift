import TestRuns
import Testing

@testable import Scenarios

/// What people write first, and what they are told.
@Suite("Mistakes and their cures") struct MistakeTests {
  private func problem(_ text: String, checks: ScenarioChecks = .none) -> String {
    problems(text, checks: checks).first ?? "no problem"
  }

  @Test(
    "what no run has is said not to be simulated, with the page",
    arguments: [
      ("gateway: {memory: 2GB}", "memory is not simulated: the memory of a gateway"),
      ("gateway: {autoscale: true}", "autoscale is not simulated: a gateway that changes its size"),
      ("gateway: {max_connections: 5}", "max_connections is not simulated: a limit to the conn"),
      ("faults: [{at: 1s, kind: autoscale}]", "autoscale is not simulated"),
      ("faults: [{at: 1s, kind: gc}]", "gc is not simulated: a process that stands still"),
    ])
  func notSimulated(_ text: String, words: String) {
    let found = problem(text)
    #expect(found.contains(words) && found.contains("(docs/model.md, Not covered)"), "\(found)")
  }

  /// A key that stands in the wrong section is simulated.
  @Test func noKeyAndNoKindIsOneOfThem() {
    let keys = ScenarioReference.entries.map(\.words.name)
    let plain = Set((keys + FaultKindKeys.available).map { $0.lowercased() })
    #expect(plain.isSuperset(of: ["pause", "burst", "backlog", "outage"]))
    #expect(NotSimulated.namesEverywhere.filter(plain.contains) == [])
    #expect(!problem("gateway: {burst: 5}").contains("not simulated"))
  }

  @Test func whatIsCoveredIsNoneOfThem() {
    for name in ["loss", "latency", "admission", "clients", "count", "outage", "slow", "nodes"] {
      #expect(NotSimulated.answer(to: name) == nil)
    }
    #expect(NotSimulated.answer(to: "Battery")?.contains("attempts_per_client_hour") == true)
  }

  @Test func aRetryAfterIsSaidByARejection() {
    for text in ["gateway: {retryAfter: 5s}", "gateway: {admission: {rate: 5/s, retry_after: 5s}}"]
    {
      #expect(
        problem(text).contains("rejection: {answer: error, retryAfter: 10s}"), "\(problem(text))")
    }
  }

  @Test func aRoundTripIsTwiceALatency() {
    #expect(problem("network: {rtt: 40ms}").contains("latency is one way, half of a round trip"))
  }

  @Test func aTabIsNamed() {
    #expect(
      problem("clients:\n\tcount: 5\n")
        == "f.yaml:2:1: not YAML: a line begins with a tab; indent it with blanks")
  }

  @Test func aCohortNeedsAMix() {
    let fault = "{at: 1s, for: 1s, kind: offline, scope: {cohort: phones}}"
    #expect(
      problem("faults: [\(fault)]").contains(
        "found 'phones', and the fleet has no cohorts: name them under clients.mix"))
    let mix = "clients: {mix: [{name: a, share: 50%}, {name: b, share: 50%}]}\n"
    #expect(problem(mix + "faults: [\(fault)]").contains("allowed: a, b"))
  }

  // MARK: Faults that never happen, and that are taken out

  @Test func aFaultAfterTheEndIsRefusedWhereThatIsAskedFor() throws {
    let text = "duration: 5m\nfaults: [{at: 5m, for: 1s, kind: offline}]"
    #expect(
      problem(text, checks: ScenarioChecks(refusesUnused: true)).contains(
        "faults.0: it begins at 5m, and the run ends at 5m at the latest"))
    #expect(try decoded(text).faults.count == 1)
    let early = "duration: 5m\nfaults: [{at: 299s, for: 1s, kind: offline}]"
    #expect(try decoded(early, checks: ScenarioChecks(refusesUnused: true)).faults.count == 1)
  }

  private static let three = """
    faults:
      - {at: 1m, for: 1s, kind: offline}
      - {at: 2m, for: 2s, kind: offline}
      - {at: 3m, for: 3s, kind: offline}
    recovery: {from: [0, 2]}
    """

  @Test func aFaultIsTakenOut() throws {
    let without = try decoded(Self.three, set: ["faults.1=off"])
    #expect(without.faults.map(\.duration) == [.seconds(1), .seconds(3)])
    // The numbers are those of the file.
    #expect(without.recoveryFrom == [0, 1])
    let first = try decoded(Self.three, set: ["faults.0=off"])
    #expect(first.faults.count == 2 && first.recoveryFrom == [1])
    let both = ["faults.0=off", "faults.2=off"]
    #expect(
      problems(Self.three, set: both).description.contains(
        "recovery.from: each fault that it names is off: name one that is not, such as [1]"))
    let named = try decoded(Self.three, set: both + ["recovery.from=[1]"])
    #expect(named.faults.count == 1 && named.recoveryFrom == [0])
    let none = try decoded(Self.three, set: both + ["faults.1=off"])
    #expect(none.faults.isEmpty && none.recoveryFrom == nil)
    let other = try decoded(Self.three, set: ["faults.0=off", "faults.1.for=9s"])
    #expect(other.faults[0].duration == .seconds(9))
    #expect(problems(Self.three, set: ["recovery={from: [3]}"]).count == 1)
  }

  @Test func aDrainHasATimeOrBatches() throws {
    let restart = "at: 1m, for: 20s, kind: restart, rolling: true"
    let scenario = try decoded("faults: [{\(restart), drain: {within: 2m}}]")
    #expect(scenario.resolved.contains { $0 == ("faults.0.drain.within", "2m") })
    #expect(!scenario.resolved.contains { $0.path == "faults.0.drain.batch" })
    #expect(
      problem("faults: [{\(restart), drain: {within: 2m, batch: 5}}]").contains(
        "faults.0.drain.batch: within says how long all takes"))
    #expect(
      problem("faults: [{\(restart), drain: {over: 2m}}]").contains("{within: 2m}"))
  }
}
