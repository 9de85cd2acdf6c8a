import TestRuns
import Testing
import Words

@testable import Scenarios

/// What a bad file is told. The text is part of the interface, so it is compared as it is.
@Suite struct ScenarioTestsBad {
  @Test func unknownKeyNamesTheNearest() {
    let text = """
      name: x
      network:
        profile: lte
        latncy: 20ms
      """
    #expect(
      problems(text) == [
        "f.yaml:4:3: network.latncy: unknown key; did you mean 'latency'? "
          + "allowed: profile, latency, setup, loss, retransmission, dns, addresses, idle, bandwidth"
      ])
    #expect(
      problems("nmae: x") == [
        "f.yaml:1:1: nmae: unknown key; did you mean 'name'? allowed: name, about, seed, "
          + "duration, until, clients, network, gateway, faults, recovery, slo, metastable"
      ])
  }

  @Test(arguments: [
    ("duration: 60", "f.yaml:1:11: duration: 60 has no unit: write 60s"),
    ("duration: 1:30", "f.yaml:1:11: duration: '1:30' is not a duration: \(durationForm)"),
    ("duration: 500/s", "f.yaml:1:11: duration: '500/s' is not a duration: \(durationForm)"),
    (
      "duration: -5s",
      "f.yaml:1:11: duration: '-5s' is out of range: more than 0s, at most 31d"
    ),
    ("duration: [1s]", "f.yaml:1:11: duration: expected a duration such as 20ms, found a list"),
    ("duration:", "f.yaml:1:10: duration: expected a duration such as 20ms, found nothing"),
    ("duration: ~", "f.yaml:1:11: duration: expected a duration such as 20ms, found nothing"),
    (
      "clients: { count: 0 }",
      "f.yaml:1:19: clients.count: '0' is out of range: 1 to 268435455"
    ),
    (
      "clients: { count: 10000000000000 }",
      "f.yaml:1:19: clients.count: '10000000000000' is out of range: 1 to 268435455"
    ),
    (
      "clients: { count: 010 }",
      "f.yaml:1:19: clients.count: '010' is not a count: write a whole number, such as 500, "
        + "10k or 1M"
    ),
    (
      "clients: { session: stoad }",
      "f.yaml:1:21: clients.session: found 'stoad'; did you mean 'stoat'? allowed: stoat, "
        + "chatSocket, primer, appExtension, optimistic"
    ),
    (
      "clients: { profile: specs }",
      "f.yaml:1:21: clients.profile: found 'specs'; did you mean 'spec'? allowed: spec, forWeb, "
        + "hardened, sdkAutoReconnect"
    ),
    (
      "clients: { start: later }",
      "f.yaml:1:19: clients.start: found 'later'; allowed: connected, {within: 30s}, "
        + "{rate: 500/s}"
    ),
    (
      "clients: { start: { rate: 500 } }",
      "f.yaml:1:27: clients.start.rate: 500 has no unit: write 500/s"
    ),
    ("clients: 10k", "f.yaml:1:10: clients: expected a mapping, found '10k'"),
    (
      "network: { loss: 1 }",
      "f.yaml:1:18: network.loss: '1' is out of range: 0% to less than 100%"
    ),
    (
      "network: { setup: { tcp: 9, tls: 9 } }",
      "f.yaml:1:19: network.setup: tcp, tls and upgrade are 19 round trips together: at most 14"
    ),
    (
      "network: { latency: { uniform: [30ms, 10ms] } }",
      "f.yaml:1:32: network.latency.uniform: the lower end 30ms is above the upper end 10ms"
    ),
    (
      "network: { latency: { median: 50ms } }",
      "f.yaml:1:21: network.latency.sigma: missing: a number such as 0.5"
    ),
    (
      "network:\n  latency: { median: 50ms, sigma: 2.6 }",
      "f.yaml:2:35: network.latency.sigma: '2.6' is out of range: 0 to 2.5"
    ),
    (
      "gateway: { auth: { time: { median: 5ms, sigma: 3 } } }",
      "f.yaml:1:48: gateway.auth.time.sigma: '3' is out of range: 0 to 2.5"
    ),
    (
      "network: { latency: { median: 50ms, sigma: 0.5, own: 120% } }",
      "f.yaml:1:54: network.latency.own: 120% is out of range: 0% to 100%"
    ),
    (
      "network: { latency: { median: 50ms, sigma: 0.5, own: 70 } }",
      "f.yaml:1:54: network.latency.own: 70 is out of range: 0 to 1, or 0% to 100%; write 70% or less"
    ),
    (
      "network: { latency: { exponential: 20ms, own: 50% } }",
      "f.yaml:1:47: network.latency.own: only of a median and a sigma: "
        + "{median: 50ms, sigma: 0.5, own: 50%}"
    ),
    (
      "network: { latency: { median: 50ms, sigma: 0.5, onw: 50% } }",
      "f.yaml:1:49: network.latency.onw: unknown key; did you mean 'own'? allowed: median, sigma, "
        + "uniform, exponential, foldedNormal, own, csv, min"
    ),
    (
      "gateway: { api: { time: { median: 5ms, sigma: 0.5, own: 50% } } }",
      "f.yaml:1:52: gateway.api.time.own: unknown key; allowed: median, sigma, uniform, "
        + "exponential, foldedNormal"
    ),
    (
      "network: { latency: 2h }", "f.yaml:1:21: network.latency: '2h' is out of range: 0s to 1h"
    ),
    (
      "gateway: { nodes: 1001 }", "f.yaml:1:19: gateway.nodes: '1001' is out of range: 1 to 1000"
    ),
    (
      "gateway: { admission: { concurrency: 512, rate: 5/s } }",
      "f.yaml:1:23: gateway.admission: rate and concurrency together: a gateway has one limit; allowed: none, "
        + "{rate: 125/s}, {rate: 125/s, burst: 250, per: node}, {concurrency: 512}, {vegas: {}}, "
        + "{gradient2: {}}, {batch: 512, every: 1s}"
    ),
    (
      "gateway: { admission: { vegas: { initial: 30, max: 20 } } }",
      "f.yaml:1:32: gateway.admission.vegas: initial is 30 and max 20: initial must be at most max"
    ),
    (
      "gateway: { admission: { concurrency: 5, burst: 9 } }",
      "f.yaml:1:48: gateway.admission.burst: a burst is saved up where admission is a rate: leave it out"
    ),
    (
      "gateway: { handshake: { queue: 9 } }",
      "f.yaml:1:25: gateway.handshake.queue: unknown key; the handshake's queue is gateway.backlog; "
        + "allowed: cores, time, rate, full, discipline, deadline, slowdown"
    ),
    (
      "gateway: { auth: { discipline: { codel: { target: 1s } } } }",
      "f.yaml:1:51: gateway.auth.discipline.codel.target: a target of 1s is longer than the interval of "
        + "100ms: the target must be at most the interval"
    ),
    (
      "gateway: { abandonment: yes }",
      "f.yaml:1:25: gateway.abandonment: found 'yes'; allowed: work, notice"
    ),
    (
      "seed: -1",
      "f.yaml:1:7: seed: '-1' is not a seed: write a whole number from 0 to \(UInt64.max)"
    ),
    ("until: done", "f.yaml:1:8: until: found 'done'; allowed: settled, duration"),
    (
      "name: ../x",
      "f.yaml:1:7: name: found '../x'; allowed: 1 to 100 letters, digits, '-', '_' and '.', "
        + "beginning with a letter or a digit"
    ),
    (
      "slo: [recover.p99 < 5parsec]",
      "f.yaml:1:7: slo.0: '5parsec' is not a duration: \(durationForm)"
    ),
    (
      "slo:\n  - gave_up == 0\n  - recover.p99 < 60000",
      "f.yaml:3:5: slo.1: recover.p99 is a duration and 60000 has no unit: write a unit: 60s, "
        + "60000ms"
    ),
    (
      "slo: [gave_upp == 0]",
      "f.yaml:1:7: slo.0: there is no metric 'gave_upp'; did you mean 'gave_up'?"
    ),
    (
      "metastable: { window: 0s }",
      "f.yaml:1:23: metastable.window: '0s' is out of range: more than 0s, at most 36500d"
    ),
  ])
  func oneValue(text: String, problem: String) {
    #expect(problems(text) == [problem])
  }

  @Test func everyProblemIsReported() {
    let text = """
      duration: 60
      clients:
        count: none
        colour: red
      faults:
        - { at: 1s, kind: outage }
      """
    #expect(
      problems(text).map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "f.yaml:1:11: duration:", "f.yaml:3:10: clients.count:", "f.yaml:4:3: clients.colour:",
        "f.yaml:6:5: faults.0.mode:",
      ])
  }

  @Test func atMostTwentyProblemsAreListed() {
    let text = (1...33).map { "key\($0): 1" }.joined(separator: "\n")
    let found = problems(text)
    #expect(found.count == 21)
    #expect(found.last == "and 13 more")
  }

  @Test func sharesOfAMix() {
    func mix(_ a: String, _ b: String) -> [String] {
      problems("clients: { mix: [{name: a, share: \(a)}, {name: b, share: \(b)}] }")
    }
    #expect(
      mix("60%", "60%") == [
        "f.yaml:1:17: clients.mix: the shares add up to 120%: they must make 100%"
      ])
    #expect(
      mix("160%", "40%") == [
        "f.yaml:1:35: clients.mix.0.share: 160% is out of range: 0% to 100%"
      ])
    #expect(
      mix("0%", "100%") == [
        "f.yaml:1:35: clients.mix.0.share: '0%' is out of range: more than 0%, at most 100%"
      ])
    #expect(mix("33.335%", "66.66%").isEmpty)
    #expect(mix("33.3%", "66.6%").count == 1)
    #expect(
      problems("clients: { mix: [{name: a, share: 50%}, {name: a, share: 50%}] }").first
        == "f.yaml:1:41: clients.mix.1: a second cohort named 'a'")
    #expect(
      problems("clients: { mix: [{share: 50%}] }") == [
        "f.yaml:1:18: clients.mix.0.name: missing: a word"
      ])
  }

  @Test func theCallerJudgesFormulas() {
    let checks = ScenarioChecks(backoff: { $0 == "good" ? nil : "no backoff '\($0)'" })
    let text = """
      clients: { backoff: bad, profile: only }
      slo: [gave_up == 0, lost == 0]
      """
    #expect(
      problems(text, checks: checks) == [
        "f.yaml:1:21: clients.backoff: no backoff 'bad'",
        "f.yaml:1:35: clients.profile: found 'only'; allowed: spec, forWeb, hardened, "
          + "sdkAutoReconnect",
        "f.yaml:2:21: slo.1: there is no metric 'lost'; `simulate explain` lists them",
      ])
  }
}
