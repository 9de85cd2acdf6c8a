import Foundation
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Scenarios

/// The words of all findings, in one file: `Fixtures/findings.txt` holds each sentence of each world below as it is
/// printed. A change of wording shows there, all at once, and nowhere else. To take over what is printed now, run the
/// suite with SQUALL_UPDATE_WORDING=1 and read what `git diff` says of the file.
@Suite("The words of findings") struct WordingTests {
  /// A scenario, and what is set in it.
  private struct World {
    var scenario: String
    var overrides: [String]

    init(_ scenario: String, _ overrides: String...) {
      self.scenario = scenario
      self.overrides = overrides
    }

    var title: String { ([scenario] + overrides).joined(separator: " | ") }
  }

  private static let outage = "kind: outage, mode: refuse, drop: true"
  private static let oneNode = "gateway={nodes: 1, auth: {workers: 2, time: 40ms}}"

  private static let worlds: [World] =
    ScenarioFile.builtInNames.map { World($0, "clients.count=300") } + [
      World("limit-too-wide"), World("retry-after-herd"),
      World(
        "login-overload", "clients.count=2000", "gateway.auth.time={exponential: 20ms}",
        "gateway.admission={vegas: {}}", "network.latency={median: 100ms, sigma: 0.7, own: 50%}"),
      World(
        "gateway-restart", "clients.count=200", "duration=5m", "faults=[{at: 60s, \(outage)}]"),
      World(
        "gateway-restart", "clients.count=200", "duration=5m", "recovery={from: [0]}",
        "faults=[{at: 60s, for: 30s, \(outage)}, {at: 61s, kind: slow, times: 1000}]"),
      World(
        "gateway-restart", "clients.count=300",
        "faults=[{at: 60s, for: 30s, \(outage)}, "
          + "{at: 0s, kind: flapping, of: path, up: 60s, down: 5s}]"),
      World(
        "gateway-restart", "clients.count=1000", oneNode, "duration=20m",
        "clients.backoff=\"uniform(0s, 2s), connectTimeout: 5s\""),
      World(
        "gateway-restart", "clients.count=500", "clients.phase=aligned", "gateway.nodes=1",
        "gateway.admission={rate: 5/s, burst: 5}", "duration=20m", "clients.backoff=5s"),
      World("gateway-restart", "clients.count=300", "faults=[{at: 60s, kind: handover}]"),
      World(
        "gateway-restart", "clients.count=300",
        "faults=[{at: 60s, for: 60s, kind: slow, times: 1000}, {at: 60s, for: 10s, \(outage)}]"),
      World(
        "gateway-restart", "clients.count=1500", "gateway.nodes=1",
        "clients.backoff=\"uniform(0s, 20ms)\"", "faults=[{at: 60s, for: 1s, \(outage)}]"),
      World(
        "gateway-restart", "clients.count=300", "network={profile: lte, latency: 3s}",
        "clients.backoff=\"uniform(0s, 5s), connectTimeout: 10s\""),
      World("gateway-restart", "clients.count=300", "clients.start={within: 10s}", "faults=[]"),
      World("gateway-restart", "clients.count=200", "clients.backoff=\"1s, attempts: 2\""),
      World("gateway-restart", "clients.count=300", "duration=95s"),
      World("rolling-restart", "clients.count=2000", "gateway.admission={rate: 25/s}"),
      World(
        "gateway-restart", "clients.count=400", "clients.backoff=phoenix", "duration=32m",
        "faults=[{at: 60s, for: 30m, kind: flapping, of: path, up: 138s, down: 42s}]"),
      World("gateway-restart", "clients.count=300", "network.idle={after: 20s}", "duration=5m"),
      World(
        "gateway-restart", "clients.count=300", "network.dns={ttl: 30s}",
        "faults=[{at: 30s, for: 60s, kind: dns, answer: none}, {at: 60s, for: 10s, \(outage)}]"),
      World(
        "gateway-restart", "clients.count=300",
        "gateway={profile: ideal, "
          + "egress: {rate: 100Mbit/s, payload: 5MB}}"),
    ]

  /// One world: its title, and a line for each finding.
  private static func printed(_ world: World) throws -> (lines: [String], codes: Set<FindingCode>) {
    let scenario = try ScenarioFile.decode(
      text: try #require(ScenarioFile.builtIn(world.scenario)), file: world.scenario,
      overrides: world.overrides.compactMap { Override($0) })
    let experiment = try Experiment(scenario)
    let findings = Summary(experiment, try experiment.run()).findings
    let lines = findings.map { "\($0.code.rawValue): \($0.sentence)" }
    return (["", "# \(world.title)"] + lines, Set(findings.map(\.code)))
  }

  private static var file: URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/findings.txt")
  }

  @Test func areThoseOfTheGoldenFile() throws {
    var lines = ["The findings of some worlds, as they are printed: see WordingTests.swift."]
    var codes: Set<FindingCode> = []
    for world in Self.worlds {
      let (words, found) = try Self.printed(world)
      lines += words
      codes.formUnion(found)
    }
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["SQUALL_UPDATE_WORDING"] != nil {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: Self.file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (printed, expected) in zip(lines + [""], golden) where printed != expected {
      Issue.record("\(printed)\ninstead of\n\(expected)")
    }
    #expect(golden.count == lines.count + 1)
    let missing = FindingCode.all.filter { !codes.contains($0) }.map(\.rawValue).sorted()
    #expect(missing == Self.elsewhere)
  }

  /// Findings that none of these worlds shows. Their sentences are held by `VerdictTests` and the other suites of
  /// this folder, with runs made by hand.
  private static let elsewhere = [
    "backlog-overflow", "draining", "inert-incident", "interrupted",
    "just-asked", "leaked-sockets", "metastable-lockstep", "metastable-rejection", "missing-figure",
    "nobody-else-came-back", "nobody-waited", "retries-collide",
    "stuck", "weather-goes-on",
  ]
}
