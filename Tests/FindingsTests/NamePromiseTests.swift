import Findings
import Metrics
import Scenarios
import TestRuns
import Testing

/// Attempts that fail for want of an address are counted where there is a name, and only there.
@Suite struct NamePromiseTests {
  private func summary(_ network: String) throws -> Summary {
    let text = "duration: 30s\nclients: {count: 20}\nnetwork: \(network)"
    let experiment = try Experiment(decoded(text))
    return Summary(experiment, try experiment.run(queue: .ladder) { _ in true })
  }

  @Test func withoutANameItIsUndefinedAndInNoFile() throws {
    let plain = try summary("lte")
    #expect(plain.value(at: "attempt_failures.dns") == .undefined)
    #expect(!plain.reported.contains { $0.path == "attempt_failures.dns" })
    let named = try summary("{profile: lte, dns: {}}")
    #expect(named.value(at: "attempt_failures.dns") == .count(0))
    #expect(named.reported.contains { $0.path == "attempt_failures.dns" })
  }

  /// The same of boxes and links.
  @Test(arguments: [
    ("network: {idle: {after: 1h}}", "idle_kills"),
    ("gateway: {egress: {rate: 1Gbit/s, payload: 1kB}}", "stations.egress.arrivals"),
  ])
  func whatIsOffIsUndefined(key: String, metric: String) throws {
    let plain = try summary("lte")
    #expect(plain.value(at: metric) == .undefined)
    #expect(!plain.reported.contains { $0.path == metric })
    let text = "duration: 30s\nclients: {count: 20}\n\(key)"
    let experiment = try Experiment(decoded(text))
    let summary = Summary(experiment, try experiment.run(queue: .ladder) { _ in true })
    #expect(summary.value(at: metric) == .count(0))
    #expect(summary.reported.contains { $0.path == metric })
  }
}
