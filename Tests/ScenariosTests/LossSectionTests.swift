import Faults
import NetworkModel
import Primitives
import TestRuns
import Testing
import VirtualTime

@testable import Scenarios

@Suite("Losses in a scenario file")
struct LossSectionTests {
  private let fade = Fade(good: .seconds(20), bad: .seconds(1), lossBad: 0.8)
  private let text = "{good: 20s, bad: 1s, lossBad: 80%}"

  @Test func losses() throws {
    func loss(_ text: String) throws -> PathLoss {
      try decoded("network: {loss: \(text)}").network.loss
    }
    #expect(try loss("2%") == .share(0.02))
    #expect(try loss("{out: 1%, back: 1%}") == .share(0.01))
    // lte loses 0.1 %.
    #expect(try loss("{back: 1%}") == .apart(out: .share(0.001), back: .share(0.01)))
    #expect(try loss("{out: 0.1%, back: 1%}") == .apart(out: .share(0.001), back: .share(0.01)))
    #expect(try loss("{gilbertElliott: \(text)}") == .both(.fade(fade)))
    #expect(
      try loss("{out: 0%, back: {gilbertElliott: \(text)}}")
        == .apart(out: .share(0), back: .fade(fade)))
    let whole = Fade(good: .seconds(20), bad: .seconds(1))
    #expect(try loss("{gilbertElliott: {good: 20s, bad: 1s}}") == .both(.fade(whole)))
    #expect(whole.lossBad == 1 && whole.lossGood == 0)
  }

  @Test func lossesOfFaults() throws {
    func loss(_ text: String) throws -> FaultKind {
      try decoded("faults: [{at: 60s, for: 1m, kind: loss, \(text)}]").faults[0].kind
    }
    #expect(try loss("rate: 5%") == .loss(.share(0.05), direction: .both))
    #expect(try loss("rate: 100%, direction: back") == .loss(.share(1), direction: .back))
    #expect(
      try loss("gilbertElliott: \(text), direction: out") == .loss(.fade(fade), direction: .out))
  }

  /// What is written back says the same when it is read again.
  @Test(arguments: [
    "1%", "{out: 0.1%, back: 1%}", "{gilbertElliott: {good: 20s, bad: 1s, lossBad: 80%}}",
    "{out: 1%, back: {gilbertElliott: {good: 20s, bad: 1s, lossBad: 80%, lossGood: 0.1%}}}",
  ])
  func theTextOfALossIsTheLoss(_ text: String) throws {
    let loss = try decoded("network: {loss: \(text)}").network.loss
    #expect(try decoded("network: {loss: \(loss.text)}").network.loss == loss)
  }

  @Test(arguments: [
    (
      "network: {loss: {gilbertElliott: {good: 5s, bad: 2h}}}",
      ["f.yaml:1:50: network.loss.gilbertElliott.bad: '2h' is out of range: 10ms to 1h"]
    ),
    (
      "network: {loss: {gilbertElliott: {good: 5s, bad: 1s, lossBad: 1%, lossGood: 2%}}}",
      [
        "f.yaml:1:34: network.loss.gilbertElliott: lossGood is 2% and lossBad 1%: the good state "
          + "loses less"
      ]
    ),
    (
      "network: {loss: {gilbertElliott: {p: 1%}}}",
      [
        "f.yaml:1:34: network.loss.gilbertElliott.good: missing: the mean stay in the good state, "
          + "such as 20s",
        "f.yaml:1:34: network.loss.gilbertElliott.bad: missing: the mean stay in the bad state, "
          + "such as 1s",
        "f.yaml:1:35: network.loss.gilbertElliott.p: unknown key; allowed: good, bad, lossBad, "
          + "lossGood",
      ]
    ),
    (
      "network: {loss: {out: 1%, gilbertElliott: {good: 5s, bad: 1s}}}",
      ["f.yaml:1:43: network.loss.gilbertElliott: it stands for both ways: leave it out, or out"]
    ),
    (
      "network: {loss: {out: 100%, back: 1%}}",
      ["f.yaml:1:23: network.loss.out: '100%' is out of range: 0% to less than 100%"]
    ),
    (
      "network: {burst: 1s}",
      [
        "f.yaml:1:11: network.burst: unknown key; losses come in bursts by loss: {gilbertElliott: "
          + "{good: 20s, bad: 1s, lossBad: 80%}}; allowed: profile, latency, setup, loss, retransmission, dns, addresses, idle, bandwidth"
      ]
    ),
    (
      "faults: [{at: 60s, kind: loss, rate: 5%, gilbertElliott: {good: 5s, bad: 1s}}]",
      [
        "f.yaml:1:58: faults.0.gilbertElliott: losses come in bursts or one by one: leave out rate, "
          + "or gilbertElliott"
      ]
    ),
    (
      "faults: [{at: 60s, kind: loss}]",
      ["f.yaml:1:10: faults.0.rate: missing: a share such as 5%, or gilbertElliott"]
    ),
  ])
  func mistakes(_ text: String, _ expected: [String]) {
    #expect(problems(text) == expected)
  }
}
