import Documents
import Foundation
import SwiftCSV
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Scenarios
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("The folder of a sweep") struct SweepFolderTests {
  private static let names = [
    "cells.csv", "figures.csv", "manifest.json", "report.html", "sweep.csv",
  ]

  @Test func oneTidyTable() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let plan = try smallPlan()
    try writeShard(plan, to: scratch.path + "/s")
    #expect(scratch.names("s") == Self.names)
    let text = try scratch.text("s/sweep.csv")
    let table = try NamedCSV(string: text)
    #expect(
      table.header == [
        "cell", "scenario", "faults.0.for", "network.latency", "variant", "seed", "metric",
        "statistic", "value", "unit",
      ])
    #expect(table.rows.count == 12 * 4)
    let numbers = (1...12).flatMap { Array(repeating: "\($0)", count: 4) }
    #expect(table.rows.map { $0["cell"]! } == numbers)
    let row = table.rows[4 * 4 + 1]
    #expect(
      row == [
        "cell": "5", "scenario": "gateway-restart", "faults.0.for": "30s",
        "network.latency": "{uniform: [10ms, 30ms]}", "variant": "stoat-web", "seed": "6",
        "metric": "recover", "statistic": "p99", "value": "inf", "unit": "s",
      ])
    let quoted = "\n12,gateway-restart,60s,\"{uniform: [10ms, 30ms]}\",stoat-web,7,arrivals,"
    #expect(text.contains(quoted))
    #expect(try scratch.text("s/cells.csv").hasPrefix("cell,digest,events\n1,9e3779b97f4a7c15,7\n"))
  }

  @Test func theManifestSaysWhatWasRunAndNothingOfWhen() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try writeShard(smallPlan(shard: Shard(2, of: 5)), to: scratch.path + "/s")
    let data = Data(try scratch.text("s/manifest.json").utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let keys = [
      "cells", "commit", "digest", "events", "files", "grid", "hashes", "kind", "plan", "resolved",
      "resolved_hash", "scenario", "schema", "shard", "sizes", "source", "tool",
    ]
    #expect(object.keys.sorted() == keys)
    #expect(object["shard"] as? [String: Int] == ["index": 2, "count": 5])
    let own = try smallPlan(shard: Shard(2, of: 5)).cells.numbers
    #expect(object["cells"] as? Int == own.count && [2, 3].contains(own.count))
    #expect(object["events"] as? Int == own.reduce(0, +) * 7)
    let grid = try #require(object["grid"] as? [String: Any])
    #expect(grid["cells"] as? Int == 12 && grid["replications"] as? Int == 3)
    let hashes = try #require(object["hashes"] as? [String: String])
    for name in ["sweep.csv", "cells.csv"] {
      #expect(hashes[name] == hashText(try scratch.text("s/\(name)")))
    }
    let digests = own.map { hexadecimal(madeUpCell($0).digest) + "\n" }.joined()
    #expect(object["digest"] as? String == hashText(digests))
  }

  private static let promises = ["recover.p99 < 3s", "metastable == false", "gave_up == 0"]

  @Test(arguments: [1, 2, 3, 7, 12, 13, 40]) func mergedShardsAreTheWhole(_ count: Int) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try writeShard(smallPlan(promises: Self.promises), to: scratch.path + "/whole")
    let paths = (1...count).map { "\(scratch.path)/\($0)" }
    for (index, path) in paths.enumerated() {
      try writeShard(
        smallPlan(shard: Shard(index + 1, of: count), promises: Self.promises), to: path)
    }
    try SweepMerge(paths.reversed()).write(to: ResultsPlace(scratch.path + "/merged", .sweep))
    #expect(try contents(scratch.path + "/merged") == contents(scratch.path + "/whole"))
  }

  @Test func whatCannotBeMerged() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let plan = try smallPlan()
    func path(_ name: String) -> String { "\(scratch.path)/\(name)" }
    for index in 1...3 {
      try writeShard(smallPlan(shard: Shard(index, of: 3)), to: path("\(index)"))
    }
    for name in ["again", "rows", "list", "digest", "part"] {
      try writeShard(smallPlan(shard: Shard(2, of: 3)), to: path(name))
    }
    try writeShard(smallPlan(shard: Shard(2, of: 4)), to: path("other-split"))
    try writeShard(smallPlan(metrics: ["arrivals"], shard: Shard(2, of: 3)), to: path("other-plan"))
    try replace("7.0", "7.1", or: "cell", "call", in: scratch, "rows/sweep.csv")
    try replace("\n2,", "\n5,", in: scratch, "list/cells.csv")
    let digest = try SweepFolder(path("digest")).manifest.tail.digest
    try replace(digest, "0123456789abcdef", in: scratch, "digest/manifest.json")
    try replace("\"index\": 2", "\"index\": 4", in: scratch, "part/manifest.json")
    _ = try SweepWork(
      description(plan), smallPlan(shard: Shard(2, of: 3)),
      place: ResultsPlace(path("unfinished"), .sweep), restarts: false)
    try FileManager.default.createDirectory(
      atPath: path("empty"), withIntermediateDirectories: true)
    let run = try summary(restartRun())
    try RunReport(run, slo: [], facts: facts).write(to: ResultsPlace(path("run"), .run))
    let cases = [
      (["1", "3"], "missing shards, 1 of 3: 2"), (["2"], "missing shards, 2 of 3: 1, 3"),
      (["1", "2", "again", "3"], "2 and \(path("again")) are both shard 2/3"),
      (["1", "2", "3", "3"], "are both shard 3/3"),
      (["1", "other-split", "3"], "other-split is shard 2/4: their cells overlap"),
      (["1", "other-plan", "3"], "other-plan are not of the same sweep: their plans are"),
      (["1", "rows", "3"], "rows/sweep.csv was changed"),
      (["1", "list", "3"], "list/cells.csv was changed"),
      (["1", "digest", "3"], "but its manifest says 4 and 0123456789abcdef"),
      (["1", "part", "3"], "part/manifest.json is damaged"),
      (["1", "unfinished", "3"], "unfinished is not finished: run its command again"),
      (["1", "empty", "3"], "empty holds no finished sweep"),
      (["1", "none", "3"], "there is no folder \(path("none"))"),
      (["1", "run", "3"], "run holds no sweep: its manifest.json is of another kind"),
    ]
    for (names, message) in cases {
      let error = #expect(throws: SweepFolderError.self) { try SweepMerge(names.map(path)) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "\(names)")")
    }
    let good = try SweepMerge(["1", "2", "3"].map(path))
    let error = #expect(throws: SweepFolderError.self) {
      try good.write(to: ResultsPlace(path("x/../2"), .sweep))
    }
    #expect(error?.description.contains("is shard 2/3 itself") == true)
  }

  private func replace(
    _ old: String, _ new: String, or otherOld: String? = nil, _ otherNew: String = "",
    in scratch: Scratch, _ file: String
  ) throws {
    let text = try scratch.text(file)
    var changed = text.replacingOccurrences(of: old, with: new)
    if let otherOld, changed == text {
      changed = text.replacingOccurrences(of: otherOld, with: otherNew)
    }
    try #require(changed != text)
    try scratch.write(file, changed)
  }

  @Test func aShardDoesNotReplaceAnother() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let path = scratch.path + "/s"
    try writeShard(smallPlan(shard: Shard(1, of: 3)), to: path)
    let error = #expect(throws: SweepFolderError.self) {
      try writeShard(smallPlan(shard: Shard(2, of: 3)), to: path)
    }
    #expect(error?.description.contains("holds shard 1/3 of this sweep, and this is 2/3") == true)
    let before = try contents(path)
    try writeShard(smallPlan(shard: Shard(1, of: 3)), to: path)
    #expect(try contents(path) == before)
    #expect(scratch.names() == ["s"])
  }

  @Test func aFinishedShardIsKnownByItsPlanAndItsBytes() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let plan = try smallPlan(shard: Shard(2, of: 3))
    let path = scratch.path + "/s"
    let description = description(plan)
    func finished(_ shard: Shard, _ notices: inout [String]) throws -> SweepFolder? {
      var found: [String] = []
      defer { notices += found }
      return try SweepFolder.finished(description, shard, at: ResultsPlace(path, .sweep)) {
        found.append($0)
      }
    }
    var notices: [String] = []
    #expect(try finished(plan.cells.shard, &notices) == nil)
    try writeShard(plan, to: path)
    #expect(try finished(Shard(1, of: 3), &notices) == nil)
    // What a process that was killed at the very end has left goes now.
    _ = try SweepWork(description, plan, place: ResultsPlace(path, .sweep), restarts: false)
    #expect(scratch.names().count == 2)
    #expect(try finished(plan.cells.shard, &notices)?.path == path)
    #expect(scratch.names() == ["s"] && notices.isEmpty)
    try replace("7.0", "7.1", or: "cell", "call", in: scratch, "s/sweep.csv")
    #expect(try finished(plan.cells.shard, &notices) == nil)
    #expect(notices.count == 1 && notices[0].contains("s/sweep.csv was changed"))
  }

  /// Pieces may end anywhere, within quotes too.
  @Test func recordsOfAFileInPieces() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let text = "a,\"b,\"\"c\"\"\n\",,d\n1,2\nlast,\"x\ny\"\n"
    try scratch.write("f.csv", text)
    for size in 1...text.utf8.count + 1 {
      var records = FileRecords(scratch.path + "/f.csv", pieceSize: size)
      #expect(csvFields(try records.next()) == ["a", "b,\"c\"\n", "", "d"])
      #expect(try !records.isAtEnd())
      #expect(String(decoding: try records.next(2), as: UTF8.self) == "1,2\nlast,\"x\ny\"\n")
      #expect(try records.isAtEnd() && records.next().isEmpty)
    }
    #expect(try fileHash(scratch.path + "/f.csv") == hashText(text))
  }

  @Test func recordsAndFieldsWithQuotesAndLineBreaks() {
    let text = "a,\"b,\"\"c\"\"\n\",,d\n1,2\n"
    var records = CSVRecords(Data(text.utf8))
    #expect(csvFields(records.next()) == ["a", "b,\"c\"\n", "", "d"])
    #expect(!records.isAtEnd && csvFields(records.next()) == ["1", "2"])
    #expect(records.isAtEnd && records.next().isEmpty)
  }
}

@Suite("What a sweep prints") struct SweepPrintTests {
  @Test func meansOverTheSeedsOfEachPoint() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try writeShard(smallPlan(), to: scratch.path + "/s")
    let folder = try SweepFolder(scratch.path + "/s")
    var text = ""
    try folder.writeJSON { text += $0 }
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let points = try #require(object["points"] as? [[String: Any]])
    #expect(points.count == 4 && object["cells"] as? Int == 12)
    let first = try #require(points[0]["metrics"] as? [String: [String: Any]])
    // Cells 1, 2 and 3: 1/3, 2/3, 1.
    let time = try #require(first["recover.p99"])
    #expect(time["mean"] as? Double == 2.0 / 3 && time["median"] as? Double == 2.0 / 3)
    #expect(time["low"] as? Double == 1.0 / 3 && time["high"] as? Double == 1)
    #expect(time["confidence"] as? Double == 0.75)
    let mean = try #require(first["recover.mean"])
    let estimate = try #require(MeanEstimate([1, 2, 3].map { -0.1 * $0 }))
    #expect(mean["high"] as? Double == estimate.high && mean["median"] == nil)
    #expect(first["metastable"]?["mean"] as? Double == 1.0 / 3)
    #expect(first["metastable"]?["high"] is NSNull)
    // One of cells 4, 5 and 6 never came back.
    let second = try #require(points[1]["metrics"] as? [String: [String: Any]])
    #expect(second["recover.p99"]?["mean"] is NSNull)
    #expect(
      points[3]["values"] as? [String: String] == [
        "faults.0.for": "60s", "network.latency": "{uniform: [10ms, 30ms]}",
      ])
    var csv = ""
    try folder.forEachRow { csv += CSVText.row($0) + "\n" }
    #expect(try csv == scratch.text("s/sweep.csv"))
    let cells = csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let truths = cells.filter { $0.last == "bool" }.map { $0[$0.count - 2] }
    #expect(Set(truths) == ["0", "1"])
    #expect(cells.contains { $0.last == "s" && $0[$0.count - 2] == "inf" })
  }

  @Test func table() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let plan = try smallPlan(shard: Shard(1, of: 2))
    try writeShard(plan, to: scratch.path + "/s")
    let text = try terminalSummary(
      SweepFolder(scratch.path + "/s"), facts: SweepFacts(wallSeconds: 2, notes: ["3 threads"]),
      style: TerminalStyle(width: 200))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines[0] == "gateway-restart   12 cells   6 in shard 1/2   "
        + "2 faults.0.for x 2 network.latency x 3 seeds (5 to 7)")
    #expect(
      lines[1].split(separator: " ") == [
        "faults.0.for", "network.latency", "seeds", "arrivals", "recover.p99", "recover.mean",
        "metastable",
      ])
    for point in 0..<4 {
      let seeds = plan.cells.numbers.count { ($0 - 1) / 3 == point }
      #expect(lines[2 + point].contains(" \(seeds) of 3 "), "\(text)")
    }
    #expect(lines[6].hasPrefix("  -: no number with some seed"))
    let events = plan.cells.numbers.reduce(0, +) * 7
    #expect(lines.count == 8 && lines[7].contains("\(events) events in 2.00 s   3 threads"))
  }

  /// Cells 1 to 12 with 3 seeds at each of 4 points. The first promise is about the median of a third of the
  /// cell's number, which so few seeds must all keep; every seventh check found nobody back.
  @Test func promisesAreJudgedAtEachPointOverItsSeeds() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try writeShard(smallPlan(promises: ["recover.p99 < 3s"]), to: scratch.path + "/s")
    let table = try NamedCSV(string: scratch.text("s/promises.csv"))
    #expect(
      table.header == [
        "point", "faults.0.for", "network.latency", "variant", "promise", "kept", "found", "reason",
        "failed_in",
      ])
    // The greatest are 1, 2, 3 and 4. At the third point a client of cell 7 was not back.
    #expect(table.rows.map { $0["kept"]! } == ["true", "true", "false", "false"])
    #expect(table.rows.map { $0["failed_in"]! } == ["2", "1", "2", "1"])
    #expect(table.rows[0]["found"] == "0.33 s to 1.00 s")
    #expect(table.rows[2]["reason"] == "7 clients, \"gone\", were not back")
    #expect(table.rows[2]["found"]?.hasSuffix("to never") == true)
    let verdict = try #require(try SweepFolder(scratch.path + "/s").manifest.tail.promises)
    #expect(verdict.points == 4 && verdict.kept == 2 && !verdict.isKept)
    #expect(verdict.each.map(\.broken) == [2] && verdict.each[0].first?.point == 3)
    let folder = try SweepFolder(scratch.path + "/s")
    let text = try terminalSummary(
      folder, facts: SweepFacts(wallSeconds: nil, notes: []), style: TerminalStyle(width: 300))
    #expect(text.contains("\n  promises     kept at 2 of 4 points\n"), "\(text)")
    #expect(
      text.contains(
        "were not back, broken at 2 of 4 points, first at faults.0.for=60s network.latency=20ms "
          + "stoat-web\n"), "\(text)")
    #expect(text.contains("\n  broken       recover.p99 < 3s, found "))
    #expect(text.contains(" events\n"))
    var json = ""
    try folder.writeJSON { json += $0 }
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let points = try #require(object["points"] as? [[String: Any]])
    let kept = points.map { ($0["promises"] as? [[String: Any]])?.first?["kept"] as? Bool }
    #expect(kept == [true, true, false, false])
    let whole = try #require((object["promises"] as? [[String: Any]])?.first)
    #expect(whole["kept_at"] as? Int == 2 && whole["kept"] as? Bool == false)
  }

  @Test func aShardSaysThatItDoesNotJudge() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try writeShard(
      smallPlan(shard: Shard(1, of: 2), promises: ["recover.p99 < 3s"]), to: scratch.path + "/s")
    #expect(scratch.names("s") == ["cells.csv", "checks.csv", "manifest.json", "sweep.csv"])
    let folder = try SweepFolder(scratch.path + "/s")
    #expect(folder.manifest.tail.promises == nil)
    let text = try terminalSummary(
      folder, facts: SweepFacts(wallSeconds: 1, notes: []), style: TerminalStyle(width: 100))
    #expect(text.contains("promises     judged when the shards are merged"))
  }

  /// A word stands where the statistic stands, and the table and the JSON say in what share of the
  /// seeds it is which.
  @Test func wordsStayWords() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let plan = try smallPlan(vary: ["gateway.nodes=1,2"], metrics: ["limited_by"])
    let place = try ResultsPlace(scratch.path + "/s", .sweep)
    let work = try SweepWork(description(plan), plan, place: place, restarts: false)
    let words = ["api", "api", "api", "admission", "network", "admission"]
    for (index, word) in words.enumerated() {
      try work.journal.append(
        SweepCell(number: index + 1, digest: 1, events: 1, values: [.word(word)]))
    }
    try work.journal.write(description(plan), plan, to: place)
    work.remove()
    let rows = try scratch.text("s/sweep.csv").split(separator: "\n")
    #expect(rows[1].hasSuffix(",limited_by,api,1,word"))
    #expect(rows[5].hasSuffix(",limited_by,network,1,word"))
    let folder = try SweepFolder(scratch.path + "/s")
    let text = try terminalSummary(
      folder, facts: SweepFacts(wallSeconds: 2, notes: []), style: TerminalStyle(width: 100))
    #expect(text.contains(" api\n") && text.contains("admission 66.7 %, network 33.3 %\n"))
    var json = ""
    try folder.writeJSON { json += $0 }
    #expect(json.contains("\"limited_by\": {\"shares\": {\"api\": 1}}"), "\(json)")
  }

  @Test func aFolderOfAnEarlierVersionIsRefused() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try writeShard(smallPlan(), to: scratch.path + "/s")
    let now = "\"schema\": \(ResultsSchema.current)"
    let manifest = try scratch.text("s/manifest.json")
    #expect(manifest.contains(now))
    try scratch.write("s/manifest.json", manifest.replacing(now, with: "\"schema\": 1"))
    let error = #expect(throws: SweepFolderError.self) { try SweepFolder(scratch.path + "/s") }
    #expect(error.map { "\($0)" }?.contains("made by an earlier version (schema 1") == true)
  }

  @Test func fortyRowsAreEnough() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let plan = try smallPlan(vary: ["faults.0.for=1s..43s/1s"], metrics: [])
    try writeShard(plan, to: scratch.path + "/s")
    let text = try terminalSummary(
      SweepFolder(scratch.path + "/s"), facts: SweepFacts(wallSeconds: 2, notes: []),
      style: TerminalStyle())
    #expect(text.contains("\n  40s "))
    #expect(!text.contains("\n  41s ") && text.contains("\n  ... 3 more in "))
    // Which time stands first follows from figures that are made up.
    #expect(text.contains(".p99 peak_arrivals_1s attempts_per_client\n"))
  }
}
