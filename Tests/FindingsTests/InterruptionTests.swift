import Findings
import Scenarios
import Systems
import TestRuns
import Testing

@Suite("Single interruptions, and their sum") struct InterruptionTests {
  private func summary(_ text: String) throws -> Summary {
    let experiment = try Experiment(try decoded(text))
    return Summary(experiment, try experiment.run())
  }

  private func number(_ summary: Summary, _ path: String) -> Double? {
    summary.value(at: path)?.number
  }

  private func findings(_ summary: Summary) -> [String] { summary.findings.map(\.code.rawValue) }

  private static let tunnels = """
    name: tunnels
    clients: {count: 400, start: connected, backoff: phoenix}
    network: lte
    duration: 32m
    faults:
      - {at: 60s, for: 30m, kind: flapping, of: path, up: 138s, down: 42s}
    """

  /// Nobody asks for a connection of his own accord: the sum of a client's interruptions is its downtime.
  @Test(
    "add up to the downtimes",
    arguments: [
      tunnels,
      "faults: [{at: 60s, for: 1m, kind: outage, mode: refuse, drop: true}]\nclients: {count: 100}",
      """
      clients: {count: 200, start: connected}
      gateway: {nodes: 3}
      faults:
        - {at: 30s, kind: restart, rolling: true, for: 20s, pause: 10s}
        - {at: 2m, for: 30s, kind: outage, mode: refuse, drop: true}
      """,
      // Logged out from elsewhere while they have no connection: they find out when they are back, and want one
      // until then.
      """
      clients: {count: 200, backoff: 'uniform(0s, 5s)'}
      duration: 5m
      faults:
        - {at: 10s, for: 60s, kind: outage, mode: refuse, drop: true}
        - {at: 30s, kind: logout, scope: {share: 90%}}
      """,
      // Some are still away at the end.
      "faults: [{at: 60s, for: 10m, kind: outage, mode: refuse, drop: true}]\nclients: {count: 50}\nduration: 5m",
    ])
  func sums(_ text: String) throws {
    let summary = try summary(text)
    func sum(_ name: String) throws -> Double {
      try #require(number(summary, "\(name).count"))
        * (try #require(number(summary, "\(name).mean")))
    }
    // Interruptions are counted in classes of three digits.
    #expect(abs(try sum("interruption") / (try sum("downtime")) - 1) < 1e-3)
  }

  @Test func aTunnelEachThreeMinutes() throws {
    let summary = try summary(Self.tunnels)
    let each = try #require(number(summary, "interruptions_per_client"))
    #expect(each > 9.5 && each < 10.5)
    let single = try #require(number(summary, "interruption.p50"))
    #expect(single > 42 && single < 47)
    #expect(try #require(number(summary, "downtime.p50")) > 9 * 42)
    #expect(summary.findings.first?.code == .backBeforeClear)
    let words = try #require(summary.findings.first?.sentence)
    #expect(words.contains(" times in the mean: each time for "))
    #expect(words.contains("in all (downtime, the sum) for 44"))
    // All tunnels end with the fault.
    #expect(findings(summary).contains("fault-end-burst"))
  }

  /// Two outages of everybody's, between which 90 % are logged out: they want no connection when it is over, and were
  /// away once.
  @Test func whoWantsNoneAtClearCountsUntilThen() throws {
    let summary = try summary(
      """
      clients: {count: 200, backoff: 'uniform(0s, 5s)'}
      gateway: {profile: ideal}
      network: ideal
      faults:
        - {at: 10s, for: 5s, kind: outage, mode: refuse, drop: true}
        - {at: 30s, kind: logout, scope: {share: 90%}}
        - {at: 60s, for: 5s, kind: outage, mode: refuse, drop: true}
      """)
    let affected = try #require(number(summary, "affected"))
    #expect(affected > 5 && affected < 40)
    // A logout is no interruption.
    #expect(number(summary, "interruption.count") == 200 + affected)
    #expect(number(summary, "interruptions_per_client") == (200 + affected) / 200)
  }

  /// The run ends before the flapping does: there is no recovery, and each interruption is told all the same.
  @Test func withoutAnEnd() throws {
    let text = Self.tunnels.replacing("duration: 32m", with: "duration: 30m")
    let summary = try summary(text)
    let finding = try #require(summary.findings.first { $0.code == .endlessFault })
    #expect(finding.sentence.contains("--duration 39m is long enough to see the recovery."))
    #expect(finding.sentence.contains("An affected client was away 9."), "\(finding.sentence)")
    #expect(
      try decoded(text).warnings.map(\.sentence) == [
        "faults.0 (flapping) is over only at 31 min, and the run ends at 30 min: there is no recovery to measure; "
          + "long enough is --duration 39m"
      ])
    // Weather that goes on is meant to.
    let weather = Self.tunnels.replacing("for: 30m, ", with: "")
    #expect(try decoded(weather).warnings.isEmpty)
  }

  /// A user who is logged out from elsewhere after the recovery has lost nothing that is still wanted.
  @Test(arguments: ["ideal", "lte"])
  func aLogoutIsNoInterruptionAndNoRelapse(network: String) throws {
    let summary = try summary(
      """
      clients: {count: 200, backoff: 'uniform(0s, 5s)'}
      gateway: {profile: ideal}
      network: \(network)
      faults:
        - {at: 10s, for: 5s, kind: outage, mode: refuse, drop: true}
        - {at: 30s, for: 1s, kind: capacity, to: 50%}
        - {at: 40s, kind: logout, scope: {share: 50%}}
      """)
    #expect(number(summary, "interruption.count") == 200)
    #expect(number(summary, "interruptions_per_client") == 1)
    #expect(number(summary, "relapsed") == 0)
  }

  /// The phones flap after clear, and are not affected; the desks lose their connection once.
  @Test func theInterruptionsOfOthersDoNotCount() throws {
    let summary = try summary(
      """
      clients:
        count: 400
        mix: [{name: phones, share: 90%}, {name: desks, share: 10%}]
      duration: 20m
      faults:
        - {at: 60s, for: 60s, kind: offline, scope: {cohort: desks}}
        - {at: 4m, for: 15m, kind: flapping, of: path, up: 20s, down: 10s, scope: {cohort: phones}}
      recovery: {from: [0]}
      """)
    let affected = try #require(number(summary, "affected"))
    #expect(affected > 20 && affected < 60)
    #expect(number(summary, "interruptions_per_client") == 1)
  }

  @Test func flappingInStepHasNoEndOfItsOwn() throws {
    let summary = try summary(
      Self.tunnels.replacing("down: 42s}", with: "down: 42s, together: true}"))
    #expect(!findings(summary).contains("fault-end-burst"))
  }

  @Test func oneOutageIsOneInterruption() throws {
    let summary = try summary(
      "faults: [{at: 60s, for: 1m, kind: outage, mode: refuse, drop: true}]\nclients: {count: 100}")
    #expect(number(summary, "interruptions_per_client") == 1)
    #expect(number(summary, "interruption.max") == number(summary, "downtime.max"))
    #expect(number(summary, "interruption_censored") == 0)
  }

  @Test func whoIsAwayAtTheEndCountsToTheEnd() throws {
    let summary = try summary(
      "faults: [{at: 60s, for: 10m, kind: outage, mode: refuse, drop: true}]\nclients: {count: 50}\nduration: 5m"
    )
    #expect(number(summary, "interruption_censored") == 50)
    let longest = try #require(number(summary, "interruption.max"))
    #expect(abs(longest - 240) < 0.5)
  }

  @Test func attemptsCostAPhoneByTheHour() throws {
    let summary = try summary(Self.tunnels)
    let perClient = try #require(number(summary, "attempts_per_client"))
    let perHour = try #require(number(summary, "attempts_per_client_hour"))
    #expect(abs(perHour - perClient * 60 / 32) < 1e-9)
  }
}
