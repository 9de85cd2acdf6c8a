import Documents
import Foundation
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("Reports of worlds behind limits") struct LimitReportTests {
  private typealias Outcome = LimitsDocument.Outcome
  private typealias Fate = Outcome.Fate

  private func back(_ seconds: Double) -> Fate {
    Fate(recovery: .number(seconds), seconds: seconds)
  }

  private func dies(_ cause: StormCause) -> Fate {
    Fate(recovery: .never, cause: cause)
  }

  private var gone: Fate { Fate(recovery: .never, hasGivenUp: true) }

  private let least: [Double?] = Array(repeating: 19.8, count: 5)

  private func table() throws -> LimitsDocument {
    let worlds = try scenario().limitWorlds()
    func row(_ name: String, _ fates: [[Fate]]) -> (String, [Outcome]) {
      (name, fates.map { Outcome($0) })
    }
    let two = [back(20), back(22)]
    return LimitsDocument(
      worlds,
      [
        row(
          "kafka",
          [two, two, [dies(.overload), dies(.overload)], [back(19), dies(.rejection)], two]),
        row("aws|full", Array(repeating: [back(25), back(26)], count: 5)),
        row("signalr", Array(repeating: [gone, gone], count: 5)),
        row(
          "uniform(0s, min(20s, 2^x)), reset: open",
          Array(repeating: [back(700), back(701)], count: 5)),
      ])
  }

  @Test func aTableThatFits() throws {
    for width in [80, 100] {
      let lines = LimitLines(table: try table(), least: least).lines(TerminalStyle(width: width))
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
      let first = try #require(lines.first)
      #expect(
        first.split(separator: " ") == ["as", "it", "is", "listener", "handshake", "auth", "api"])
      #expect(lines[1].hasPrefix("  + aws|full"))
      #expect(lines[2].hasPrefix("  + uniform(0s"))
      #expect(lines[3].hasPrefix("  ! kafka"))
      #expect(lines[3].contains(width == 100 ? "dies (overload)" : "  overload"))
      #expect(lines[3].contains("19.0 s (1)"))
      #expect(lines[4].components(separatedBy: "gives up").count == 6)
      #expect(lines[5].hasPrefix("    least possible"))
      #expect(lines[5].components(separatedBy: "19.8 s").count == 6)
      // Columns end at the same places.
      #expect(Set(lines.prefix(6).map(\.count)).count == 1)
    }
  }

  /// What is true at the end of a run need not be true for ever.
  @Test func whatDiesMayStillEnd() throws {
    func note(_ table: LimitsDocument) -> String {
      LimitLines(table: table, least: least).lines(TerminalStyle(width: 200)).joined(separator: " ")
        .split(separator: " ").joined(separator: " ")
    }
    let warning = "It is alive when the run ends; a slow one may still end by itself"
    #expect(note(try table()).contains(warning))
    var calm = try table()
    calm.variants.removeAll { $0.name != "aws|full" }
    #expect(!note(calm).contains(warning))
  }

  /// In a rolling restart the time to recover says nothing of how long clients were away.
  @Test func byDowntime() throws {
    let worlds = Array(try scenario().limitWorlds().prefix(2))
    let outcomes = [40.0, 60].map { away in
      Outcome([Fate(recovery: .number(0), seconds: away)], by: "downtime.p99")
    }
    let table = LimitsDocument(worlds, [("aws", outcomes)])
    #expect(table.metric == "downtime.p99")
    let lines = LimitLines(table: table, least: [nil, nil]).lines(TerminalStyle(width: 100))
    #expect(lines[1].contains("40.0 s") && lines[1].contains("60.0 s"))
    #expect(!lines.joined().lowercased().contains("least possible"))
    #expect(!limitsMarkdown(table, least: [nil, nil]).contains("least possible"))
    #expect(limitsCSV(table).contains(",downtime_p99,low,high,"))
    #expect(limitVerdict(table)[1].hasPrefix("What counts is the time away"))
    let text = documentText(table)
    #expect(text.contains("\"downtime.p99\": {") && !text.contains("recover.p99"))
  }

  @Test func theVerdict() throws {
    let words = limitVerdict(try table()).joined(separator: " ")
    #expect(
      words.hasPrefix(
        "2 of 4 hold in every world (99 % back with every seed, no storm that outlives its cause), "
          + "the best first: aws|full (25.5 s at worst, as it is) and uniform("))
    #expect(
      words.contains(
        "Lucky in one place (within 1.5 times of the best there, but dead or more than 3 times as "
          + "slow as the best in another): kafka (21.0 s as it is; dies at the handshakes, overload)."
      ))
    #expect(words.hasSuffix("Clients give up everywhere with signalr."))
  }

  @Test func markdownAndCSV() throws {
    let lines = limitsMarkdown(try table(), least: least).split(separator: "\n")
    #expect(lines[0] == "|  | formula | as it is | listener | handshake | auth | api |")
    #expect(lines[1] == "|:-:|---|--:|--:|--:|--:|--:|")
    #expect(lines[2] == "| + | `aws\\|full` | 25.5 s | 25.5 s | 25.5 s | 25.5 s | 25.5 s |")
    #expect(lines[4].hasSuffix("| **dies** (overload) | 19.0 s (rejection, 1 of 2) | 21.0 s |"))
    let csv = limitsCSV(try table()).split(separator: "\n")
    #expect(csv.count == 1 + 4 * 5)
    #expect(
      csv[0]
        == "rank,variant,scenario,limit,ending,cause,seeds_lost,holds_everywhere,lucky,seeds,"
        + "seeds_metastable,seeds_never,recover_p99,low,high,times_best")
    #expect(
      csv.contains(
        "3,kafka,gateway-restart-handshake,handshake,dies,overload,2,false,true,2,2,2,,,,"))
    #expect(
      csv.contains { $0.hasPrefix("1,aws|full,gateway-restart,,back,,0,true,false,2,0,0,25.5,") })
  }

  private func test(winner: [[Fate]], own: [[Fate]]) throws -> TuningTest {
    let entries = [("1s", TuningTest.Role.winner), ("2^x", .own)].map {
      TuningTest.Entry(name: $0.0, role: $0.1, policy: nil)
    }
    let outcomes = entries.map { _ in TuningOutcome.measured([[1, 1, 1]]) }
    var test = try #require(TuningTest([try scenario()], entries, outcomes))
    let rows = zip(entries, [winner, own]).map { entry, worlds in
      (entry.name, worlds.map { Outcome($0) })
    }
    test.limits = LimitsDocument(Array(try scenario().limitWorlds().prefix(3)), rows)
    test.leastBehindLimits = Array(least.prefix(3))
    return test
  }

  @Test func aWinnerThatDiesElsewhere() throws {
    let twenty = [back(20), back(20)]
    let lost = try test(
      winner: [twenty, [back(99), back(101)], [dies(.overload), dies(.overload)]],
      own: [[back(73), back(75)], twenty, [back(73), back(74)]])
    #expect(lost.lostBehindLimits == [2] && lost.slowerBehindLimits == [1])
    #expect(
      limitVerdict(lost) == [
        "It does not hold behind every kind of limit. At the handshakes: dies (overload), the own "
          + "formula is back after 73.5 s.",
        "It is back later than the own formula at the listener (100.0 s against 20.0 s).",
      ])
    // What does not decide a search is no difference here either.
    let same = try test(
      winner: [twenty, twenty, [back(20.3), back(20.3)]], own: [twenty, twenty, twenty])
    #expect(
      limitVerdict(same) == [
        "Behind every kind of limit it holds, and is back no later than the own formula."
      ])
    let screen = limitScreen(lost, TerminalStyle(width: 80))
    #expect(screen.contains { $0.hasPrefix("  best ") && $0.hasSuffix("dies (overload)") })
    #expect(screen.contains { $0.hasPrefix("  own ") })
  }

  @Test func json() throws {
    let data = Data(documentText(try table()).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect((object["lucky"] as? [String]) == ["kafka"])
    let variants = try #require(object["variants"] as? [[String: Any]])
    let worlds = try #require(variants[2]["worlds"] as? [String: [String: Any]])
    #expect(worlds["gateway-restart-handshake"]?["ending"] as? String == "dies")
    #expect(worlds["gateway-restart-handshake"]?["cause"] as? String == "overload")
    #expect(
      variants[2]["bad_in"] as? [String] == ["gateway-restart-handshake", "gateway-restart-auth"])
  }
}
