import Faults
import Primitives
import TestRuns
import Testing

@testable import Scenarios

@Suite struct ScenarioTestsFaults {
  private func fault(_ text: String) throws -> Fault {
    let fleet = "clients: { mix: [{name: all, share: 100%}] }\nnetwork: { dns: {} }"
    return try decoded("\(fleet)\nfaults: [{ \(text) }]").faults[0]
  }

  private func bad(_ text: String) -> [String] { problems("faults: [{ \(text) }]") }

  @Test func kinds() throws {
    let kinds: [(String, FaultKind)] = [
      (
        "kind: outage, mode: refuse, drop: true",
        .outage(mode: .refuse, drop: true, batch: 100, every: .seconds(1))
      ),
      (
        "kind: outage, mode: reset",
        .outage(mode: .reset, drop: true, batch: 100, every: .seconds(1))
      ),
      (
        "kind: outage, mode: blackhole",
        .outage(mode: .blackhole, drop: false, batch: 100, every: .seconds(1))
      ),
      (
        "kind: outage, mode: drain, batch: 50, every: 2s",
        .outage(mode: .drain, drop: false, batch: 50, every: .seconds(2))
      ),
      ("kind: restart", .restart(rolling: false, drop: true)),
      ("kind: restart, rolling: true, drop: false", .restart(rolling: true, drop: false)),
      (
        "kind: restart, rolling: true, pause: 10s, drain: {batch: 50}",
        .restart(
          rolling: true, drop: true, pause: .seconds(10),
          drain: NodeDrain(batch: 50, every: .seconds(1), clients: 10_000))
      ),
      ("kind: capacity, to: 50%", .capacity(to: 0.5, station: nil)),
      ("kind: capacity, to: 0, station: auth", .capacity(to: 0, station: .auth)),
      ("kind: slow, times: 3, station: api", .slow(times: 3, station: .api)),
      ("kind: latency, add: 200ms", .latency(times: 1, add: .milliseconds(200))),
      ("kind: latency, times: 2.5", .latency(times: 2.5, add: .zero)),
      ("kind: loss, rate: 5%", .loss(rate: 0.05)),
      ("kind: authFailure, answer: permanent", .authFailure(answer: .permanent, probability: 1)),
      (
        "kind: authFailure, answer: temporary, probability: 20%",
        .authFailure(answer: .temporary, probability: 0.2)
      ),
      (
        "kind: flapping, of: path, up: 30s, down: 4s",
        .flapping(of: .path, up: .seconds(30), down: .seconds(4), together: false)
      ),
      ("kind: offline", .offline),
    ]
    for (text, kind) in kinds {
      let fault = try fault("at: 1m, for: 30s, \(text)")
      #expect(fault.kind == kind)
      #expect(fault.at == .seconds(60) && fault.duration == .seconds(30))
      #expect(fault.scope == .everyone)
    }
    #expect(try fault("at: 0, kind: offline").duration == nil)
  }

  /// A kind that is listed can be read, and is written back by the same name and with the same keys.
  @Test func everyKindIsReadAndWrittenBack() throws {
    let needed = [
      "outage": "mode: drain, drop: true, batch: 50, every: 2s",
      "restart": "rolling: false, drop: false",
      "capacity": "to: 50%, station: auth", "slow": "times: 3, station: api",
      "latency": "times: 2.5, add: 200ms", "loss": "rate: 5%",
      "authFailure": "answer: permanent, probability: 20%",
      "flapping": "of: path, up: 30s, down: 4s, together: true",
      "dns": "answer: none, negative: 5s", "move": "old: refuse, drop: true",
      "address": "number: 0, how: refuse",
    ]
    for name in FaultKindKeys.available {
      let keys = needed[name] ?? ""
      let length = keys.isEmpty ? "" : name == "move" ? ", " : ", for: 20s, "
      let kind = try fault("at: 1m, kind: \(name)\(length)\(keys)").kind
      #expect(kind.name == name)
      #expect(kind.parameters.map { "\($0.key): \($0.value)" }.joined(separator: ", ") == keys)
    }
  }

  @Test func scopes() throws {
    #expect(try fault("at: 0, kind: offline, scope: everyone").scope == .everyone)
    #expect(try fault("at: 0, kind: offline, scope: {share: 20%}").scope == .share(0.2))
    #expect(try fault("at: 0, kind: offline, scope: {cohort: all}").scope == .cohort("all"))
    #expect(try fault("at: 0, kind: restart, scope: {node: 3}").scope == .node(3))
  }

  @Test(arguments: [
    (
      "at: 9s, for: -5s, kind: offline",
      "1:25: faults.0.for: a fault must end after it begins, found '-5s'"
    ),
    (
      "at: 9s, for: 0s, kind: offline",
      "1:25: faults.0.for: a fault must end after it begins, found '0s'"
    ),
    ("at: -1s, kind: offline", "1:16: faults.0.at: '-1s' is out of range: 0s to 36500d"),
    ("kind: offline", "1:10: faults.0.at: missing: a duration such as 60s"),
    (
      "at: 1s, for: 1s, kind: restart, pause: 5s",
      "1:51: faults.0.pause: only a rolling restart takes one node after the other: rolling: true"
    ),
    (
      "at: 1s, kind: restart, rolling: true",
      "1:10: faults.0: a rolling restart needs for: how long each node is down"
    ),
    (
      "at: 1s",
      "1:10: faults.0.kind: missing: outage, restart, capacity, slow, latency, loss, authFailure, "
        + "flapping, offline, background, handover, logout, dns, move, address"
    ),
    (
      "at: 1s, until: 120s, kind: offline",
      "1:20: faults.0.until: unknown key; allowed: at, for, kind, scope"
    ),
    (
      "at: 1s, kind: partition",
      "1:26: faults.0.kind: found 'partition'; write kind: loss, rate: 100%, direction: out (or "
        + "back, or both)"
    ),
    (
      "at: 1s, kind: idleKill",
      "1:26: faults.0.kind: found 'idleKill'; write network.idle: {after: 60s} instead of a fault: "
        + "a box does not come and go"
    ),
    (
      "at: 1s, kind: outrage, mode: refuse",
      "1:26: faults.0.kind: found 'outrage'; did you mean 'outage'? allowed: outage, restart, "
        + "capacity, slow, latency, loss, authFailure, flapping, offline, background, handover, "
        + "logout, dns, move, address"
    ),
    (
      "at: 1s, kind: outage",
      "1:10: faults.0.mode: missing: drain, reset, refuse, blackhole; usually mode: refuse, drop: true"
    ),
    (
      "at: 1s, kind: outage, mode: refuse, batch: 5",
      "1:55: faults.0.batch: only mode drain closes connections in batches"
    ),
    (
      "at: 1s, kind: outage, mode: refuse, drop: yes",
      "1:54: faults.0.drop: found 'yes'; allowed: true, false"
    ),
    (
      "at: 1s, kind: offline, drop: true",
      "1:35: faults.0.drop: unknown key; allowed: at, for, kind, scope"
    ),
    (
      "at: 1s, kind: offline, scope: {share: 120%}",
      "1:50: faults.0.scope.share: 120% is out of range: 0% to 100%"
    ),
    (
      "at: 1s, kind: offline, scope: {cohort: phones}",
      "1:51: faults.0.scope.cohort: found 'phones', and the fleet has no cohorts: name them under clients.mix, "
        + "such as [{name: phones, share: 45%}, {name: laptops, share: 55%}], or write {share: 45%}"
    ),
    (
      "at: 1s, kind: restart, scope: {node: 4}",
      "1:49: faults.0.scope.node: '4' is out of range: 0 to 3"
    ),
    (
      "at: 1s, kind: restart, scope: {share: 10%}",
      "1:42: faults.0.scope: a restart concerns nodes: scope everyone or {node: 2}"
    ),
    (
      "at: 1s, kind: restart, scope: {node: 1, share: 10%}",
      "1:42: faults.0.scope: one of share, cohort and node; allowed: everyone, {share: 20%}, "
        + "{cohort: NAME}, {node: 2}"
    ),
    (
      "at: 1s, kind: restart, rolling: true",
      "1:10: faults.0: a rolling restart needs for: how long each node is down"
    ),
    (
      "at: 1s, for: 36500d, kind: restart, rolling: true",
      "1:10: faults.0: one node after the other takes longer than 36500d"
    ),
    (
      "at: 1s, kind: capacity, to: 50%, scope: {share: 10%}",
      "1:52: faults.0.scope: capacity and slow concern the gateway: scope everyone or {node: 2}"
    ),
    (
      "at: 1s, kind: latency",
      "1:10: faults.0: missing: add (a duration such as 200ms) or times (a number such as 3)"
    ),
    (
      "at: 1s, kind: slow, times: 0",
      "1:39: faults.0.times: '0' is out of range: more than 0, at most 1000"
    ),
    (
      "at: 0s, for: 30m, kind: flapping, of: gateway, up: 1ms, down: 1ms",
      "1:10: faults.0: it changes more than a million times: make it shorter, or its phases longer"
    ),
  ])
  func rules(text: String, problem: String) {
    #expect(bad(text) == ["f.yaml:\(problem)"])
  }

  @Test func atMost1023() throws {
    let list = { (n: Int) in
      "faults:\n" + String(repeating: "  - {at: 1s, kind: offline}\n", count: n)
    }
    #expect(try decoded(list(1023)).faults.count == 1023)
    #expect(problems(list(1024)) == ["f.yaml:2:3: faults: 1024 faults: at most 1023"])
  }

  @Test func noFaults() throws {
    #expect(try decoded("faults:\nslo: []").faults.isEmpty)
  }
}
