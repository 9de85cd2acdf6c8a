import Foundation
import Primitives
import TestRuns
import Testing

@testable import Findings
@testable import Scenarios
@testable import Simulator
@testable import Store
@testable import Studies
@testable import Text

@Suite struct TerminalSummaryTests {
  private func text(_ run: RunResult, width: Int = 100, colour: Bool = false) throws -> String {
    let made = try summary(run)
    return RunReport(made, slo: made.check(try levels()), facts: facts)
      .shown(from: "results/gateway-restart", TerminalStyle(width: width, usesColour: colour))
      .text()
  }

  private func levels() throws -> [ServiceLevel] {
    [try parseServiceLevel("recover.p99 < 30s"), try parseServiceLevel("gave_up == 0")]
  }

  @Test func golden() throws {
    let actual = try text(restartRun())
    #expect(actual == restartText + "\n", "\(actual)")
  }

  @Test func neverAndNone() throws {
    var run = restartRun()
    run.recovery.recoveries.removeLast(20)
    run.recovery.outcomes.recovered -= 20
    run.recovery.outcomes.gaveUp = 20
    let lines = try text(run).split(separator: "\n")
    let recover = try #require(lines.first { $0.contains("time to recover") })
    #expect(recover.hasSuffix("49.5 s     never     never"))
    let quiet = try text(quietRun(clients: 1)).split(separator: "\n")
    #expect(quiet[0].contains("1 stoat client (spec)"))
    #expect(quiet.contains("  No client was affected: there is no time to recover."))
    #expect(!quiet.contains { $0.contains("p99.9") })
  }

  @Test(arguments: [60, 72, 80, 100, 140])
  func keepsToTheWidth(_ width: Int) throws {
    for run in [restartRun(), quietRun(clients: 268_435_455)] {
      for line in try text(run, width: width).split(separator: "\n") {
        #expect(line.count <= width, "\(line)")
      }
    }
  }

  @Test func colourChangesNoText() throws {
    let coloured = try text(restartRun(), colour: true)
    #expect(coloured.contains("\u{1b}[1;31mFAILED\u{1b}[0m"))
    let plain = coloured.replacingOccurrences(
      of: "\u{1b}\\[[0-9;]*m", with: "", options: .regularExpression)
    #expect(plain == (try text(restartRun())))
  }

  @Test func whatWasTypedCannotDriveTheTerminal() throws {
    let made = try summary(restartRun())
    let text = RunReport(made, slo: [], facts: facts)
      .shown(from: "out\u{1b}[2J\nnext", TerminalStyle()).text()
    #expect(!text.contains("\u{1b}"))
    #expect(text.contains("out?[2J?next"))
  }

  @Test func wordsOfAStorm() throws {
    var run = restartRun()
    run.course.end = .seconds(1800)
    run.recovery.affectedTrying = 9_000
    run.recovery.relapsed = 37
    run.recovery.outcomes = Outcomes(recovered: 1_000, stillTrying: 9_000)
    run.recovery.recoveries.removeLast(9_000)
    for second in 119..<1800 { run.load.perSecond.waitingClients.set(9_000, bin: second) }
    // All of a second's arrivals in a tenth of it, and fewer than admission lets in.
    for second in 180..<1800 { run.load.arrivalsAfterClear.add(450, at: .seconds(Int64(second))) }
    // The outage ends at 120 s: the minutes from 180 s to 1800 s are 27.
    run.work(.auth, servers: 90, wasted: 0.98, in: 180..<1800)
    let lines = try text(run).split(separator: "\n")
    #expect(lines.contains { $0.contains("still trying 9,000   relapsed 37") })
    let words = lines.joined(separator: " ")
    #expect(words.contains("metastable yes (lockstep)"), "\(words)")
    #expect(words.contains("storm after clear 27 min"), "\(words)")
    #expect(try !text(restartRun()).contains("relapsed"))
    #expect(try !text(restartRun()).contains("storm after clear"))
  }

  @Test func aRollingRestartIsDrawnNodeByNode() throws {
    func bar(nodes: Int, each: String) throws -> String {
      let made = try summary(
        restartRun(),
        set: [
          "gateway.nodes=\(nodes)",
          "faults=[{at: 60s, for: \(each), kind: restart, rolling: true}]",
        ])
      return timePlot(made, width: 100)[2]
    }
    // Three seconds a column: 15 s are five of them.
    #expect(
      try bar(nodes: 4, each: "15s").hasPrefix(
        "  restart      |                    [0==][1==][2==][3==]"))
    #expect(
      try bar(nodes: 12, each: "6s").hasPrefix(
        "  restart      |                    0=1=2=3=4=5=6=7=8=9=1011"))
    #expect(
      try bar(nodes: 12, each: "3s").hasPrefix(
        "  restart      |                    012345678901 "))
  }

  @Test func manyFaults() throws {
    let faults = (0..<6).map { number in
      "{at: \(number * 10)s, for: 5s, kind: latency, add: 1s, scope: {share: 5%}}"
    }
    let made = try summary(
      restartRun(), set: ["faults=[\(faults.joined(separator: ", "))]"])
    let lines = timePlot(made, width: 100)
    #expect(lines.count == 2 + 4 + 1 + 1)
    #expect(lines[2].hasSuffix("| 5.0 %"))
    #expect(lines[6].hasSuffix("and 2 more faults"))
  }
}

@Suite struct TimeScaleTests {
  @Test func shortRunsAreStretched() {
    let scale = TimeScale(end: 9.5, width: 75)
    #expect(scale.columns == 70)
    #expect(scale.seconds(of: 0) == 0..<1)
    #expect(scale.seconds(of: 69) == 9..<10)
    #expect(scale.column(of: 5) == 35)
  }

  @Test func longRunsAreSqueezed() {
    let scale = TimeScale(end: 900, width: 71)
    #expect(scale.columns == 70)
    #expect(scale.seconds(of: 69) == 897..<900)
    #expect(scale.column(of: 0) == 0)
    #expect(scale.column(of: 900) == 69)
    #expect(scale.axis.hasPrefix("0 s"))
    #expect(scale.axis.contains("10 min"))
  }

  @Test(arguments: [0, 0.001, 1, 59, 75, 76, 3600, 86_400, 3e9])
  func everySecondHasAColumn(_ end: Double) {
    let scale = TimeScale(end: end, width: 71)
    #expect((1...71).contains(scale.columns))
    #expect(scale.seconds(of: 0).lowerBound == 0)
    #expect(scale.seconds(of: scale.columns - 1).upperBound == scale.seconds)
    #expect(scale.axis.count <= scale.columns)
  }

  @Test func sparklines() {
    #expect(sparkline([]) == "")
    #expect(sparkline([0, 1, 50, 99, 100]) == " ▁▅██")
    #expect(sparkline([0, 0]) == "  ")
  }
}

/// What `restartRun` looks like, with figures that were checked by hand.
private let restartText = """
  gateway-restart   10,000 stoat clients (spec)   stoat-web   seed 1

    arrivals/s   |                    █▂                  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁   | 7,820
    connected    |████████████████████                    ▁▁▂▂▃▃▄▄▅▅▆▆▇▇██████| 10,000
    outage       |                    [==================]                    |
                  0 s                 60 s                120 s

    peak         7,820 in 1 s at 61 s   6,320 in 100 ms at 61.5 s   after clear 200 in 1 s at 120 s
                 limit 500/s (admission)
    outcome      recovered 10,000   gave up 0   in error 0   stuck 0   still trying 0
    attempts     47,400 (4.74 a client)   failed: refused 36,900   shed 500

                         count       p50       p90       p95       p99     p99.9       max
    time to recover     10,000    25.0 s    45.0 s    47.5 s    49.5 s    49.9 s    50.0 s
    downtime            10,000    85.0 s   105.0 s   107.5 s   109.5 s   109.9 s   110.0 s
    detection           10,000    0.05 s    0.05 s    0.05 s    0.05 s    0.05 s    0.05 s

    time to recover                                                       clients    share
    0 to 10 s    |██████████████████████████████████████████████████████|   2,000   20.0 %
    10 to 20 s   |██████████████████████████████████████████████████████|   2,000   20.0 %  <- at best
    20 to 30 s   |██████████████████████████████████████████████████████|   2,000   20.0 %
    30 to 40 s   |██████████████████████████████████████████████████████|   2,000   20.0 %
    40 to 50 s   |██████████████████████████████████████████████████████|   2,000   20.0 %

    gateway      wasted work 1.0 %   longest queue 0   shed 500   overflow 0
    recovery     clear at 120 s   99 % back in 18.8 s at best   limited by admission
                 efficiency 38.0 %   metastable no

    At 61 s attempts arrive 15.6 times as fast as the gateway admits. The waiting between retries sets
    the pace, not the gateway: 99 % are back after 49.5 s where 18.8 s would do, the last client after
    50.0 s.

    FAILED       recover.p99 < 30s   found 49.5 s
    kept         gave_up == 0   found 0

    results/gateway-restart   digest 2cbb73161c627ccf   1,204,331 events in 0.09 s
  """
