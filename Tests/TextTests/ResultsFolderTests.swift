import Documents
import Foundation
import TestRuns
import Testing

@testable import Findings
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite struct ResultsFolderTests {
  private func write(_ path: String, facts: RunFacts = facts) throws(ResultsFolderError) {
    let made = try! summary(restartRun())
    let place = try ResultsPlace(path, .run)
    try RunReport(made, slo: made.check(made.scenario.slo), facts: facts).write(to: place)
  }

  @Test func makesParentsAndAllFiles() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try write(scratch.path + "/a/b/run/")
    let names = scratch.names("a/b/run")
    let spreads = (1...12).map { "spread-\($0 < 10 ? "0" : "")\($0).hgrm" }
    #expect(
      names
        == ([
          "manifest.json", "summary.json", "summary.csv", "timeseries.csv", "percentiles.csv",
          "states.csv", "digests.csv", "spread.csv", "promises.csv", "report.html", "recover.hgrm",
          "recover-away.hgrm", "interruption.hgrm",
          "recover-last.hgrm", "downtime.hgrm", "detect.hgrm", "histograms.hlog",
          "spread-clear.hgrm",
        ] + spreads).sorted())
    #expect(scratch.names("a/b") == ["run"])
    let made = try summary(restartRun())
    let promises = made.check(made.scenario.slo)
    #expect(
      try scratch.text("a/b/run/summary.json") == documentText(SummaryDocument(made, slo: promises))
    )
  }

  @Test func manifest() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try write(scratch.path + "/run")
    let data = Data(try scratch.text("run/manifest.json").utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["schema"] as? Int == 2)
    #expect((object["tool"] as? [String: String])?["version"] == "1.0")
    #expect(object["commit"] as? String == "abc")
    #expect(object["seed"] as? Int == 1)
    #expect(object["virtual_s"] as? Int == 180)
    let resolved = try #require(object["resolved"] as? [String: String])
    #expect(resolved["clients.count"] == "10000")
    let made = try scenario()
    #expect(resolved.count == made.resolved.count)
    let hash = try #require(object["resolved_hash"] as? [String: String])
    #expect(hash["value"] == scenarioHash(made.resolved))
    #expect(hash["algorithm"] == "FNV-1a 64")
    #expect((object["slo"] as? [[String: Any]])?.count == 2)
    let clock = try #require(object["wall_clock"] as? [String: Any])
    #expect(clock["seconds"] as? Double == 0.09)
    #expect(clock["events_per_second"] as? Int == 13_381_456)
    #expect(clock["peak_memory_bytes"] as? Int == 1_048_576)
    #expect(clock["started_at"] as? String == "2026-01-01T00:00:00Z")
    #expect(clock["arguments"] as? [String] == ["run"])
    let files = try #require(object["files"] as? [String])
    #expect(Set(files + ["manifest.json"]) == Set(scratch.names("run")))
  }

  @Test func hashIsFNV1a() {
    // Vectors of the authors.
    #expect(fnv1a("".utf8) == 0xcbf2_9ce4_8422_2325)
    #expect(fnv1a("a".utf8) == 0xaf63_dc4c_8601_ec8c)
    #expect(fnv1a("foobar".utf8) == 0x8594_4171_f739_67e8)
    #expect(scenarioHash([]) == "cbf29ce484222325")
  }

  @Test func onlyWallClockDiffers() throws {
    let made = try summary(restartRun())
    var other = facts
    other.wallSeconds = 7
    other.startedAt = nil
    other.peakMemoryBytes = nil
    other.arguments = ["run", "--quiet"]
    let first = RunReport(made, slo: [], facts: facts).contents
    let second = RunReport(try summary(restartRun()), slo: [], facts: other).contents
    for (a, b) in zip(first, second) {
      #expect(a.name == b.name)
      let cut: (String) -> Substring = { $0.prefix($0.count - $0.tail(from: "\"wall_clock\"")) }
      #expect(cut(a.text) == cut(b.text), "\(a.name)")
    }
    #expect(first[0].text != second[0].text)
  }

  @Test func replacesOursAndEmpty() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let folder = scratch.path + "/run"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try write(folder)
    try write(folder)
    #expect(scratch.names("run").contains("summary.json"))
    #expect(scratch.names() == ["run"])
  }

  @Test func refusesWhatIsNotOurs() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let folder = scratch.path + "/run"
    func refusal() -> String? {
      do throws(ResultsFolderError) {
        try write(folder)
        return nil
      } catch { return error.description }
    }
    try scratch.write("run", "a file")
    #expect(
      refusal()
        == "\(folder) is not replaced: it is a file. Nothing was written; name another folder")
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try scratch.write("run/diary.txt", "dear diary")
    #expect(refusal()?.contains("no manifest.json of a run") == true)
    // Somebody else's manifest.
    try scratch.write("run/manifest.json", #"{"name": "an extension", "version": 3}"#)
    #expect(refusal()?.contains("no manifest.json of a run") == true)
    // Ours, but something was put beside it, whatever its name ends in.
    try FileManager.default.removeItem(atPath: folder + "/manifest.json")
    try FileManager.default.moveItem(atPath: folder + "/diary.txt", toPath: folder + "/diary.csv")
    try scratch.write(
      "run/manifest.json", #"{"schema": 1, "scenario": "x", "digest": "0", "files": ["a.csv"]}"#)
    #expect(refusal()?.contains("it also holds diary.csv") == true)
    // A folder has the name of a file that the manifest lists.
    try FileManager.default.moveItem(atPath: folder + "/diary.csv", toPath: folder + "/diary.txt")
    try scratch.write(
      "run/manifest.json",
      #"{"schema": 1, "scenario": "x", "digest": "0", "files": ["diary.txt", "d"]}"#)
    try FileManager.default.createDirectory(
      atPath: folder + "/d", withIntermediateDirectories: false)
    #expect(refusal()?.contains("d in it is a folder") == true)
    #expect(try scratch.text("run/diary.txt") == "dear diary")
    #expect(scratch.names() == ["run"])
  }

  @Test func oneKindNeverReplacesAnother() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let folder = scratch.path + "/run"
    try write(folder)
    for kind in [ResultsKind.comparison, .sweep, .tuning, .capacity, .map, .init("worst")] {
      let error = #expect(throws: ResultsFolderError.self) { try ResultsPlace(folder, kind) }
      #expect(error?.description.contains("it holds the results of a run, not of") == true)
    }
    // Manifests of earlier versions do not say what they are of.
    for (member, kind) in [
      ("grid", "a sweep"), ("variants", "a comparison"), ("tuned_on", "a tuning"),
    ] {
      try scratch.write(
        "run/manifest.json",
        #"{"schema": 1, "scenario": "x", "digest": "0", "files": [], "\#(member)": []}"#)
      let error = #expect(throws: ResultsFolderError.self) { try ResultsPlace(folder, .run) }
      #expect(error?.description.contains("it holds the results of \(kind), not of a run") == true)
    }
  }

  @Test func whatTheDeadLeftBehindIsCleanedUpAndWhatIsInUseIsNot() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for name in [".run.partial-0123456789abcdef", ".run.partial-12", ".other.partial-12"] {
      try FileManager.default.createDirectory(
        atPath: "\(scratch.path)/\(name)", withIntermediateDirectories: false)
      try scratch.write("\(name)/summary.json", "{")
    }
    // Two writers of one process are as much strangers to each other as two processes are.
    let other = try FolderWriter(ResultsPlace(scratch.path + "/run", .run))
    let partial = try #require(scratch.names().first { $0.hasPrefix(".run.partial-") })
    try write(scratch.path + "/run")
    #expect(scratch.names() == [".other.partial-12", partial, "run"])
    other.discard()
    #expect(scratch.names() == [".other.partial-12", "run"])
  }

  @Test func whatTheFileSystemRefuses() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write("file", "")
    #expect(throws: ResultsFolderError.self) { try write(scratch.path + "/file/run") }
    #expect(throws: ResultsFolderError.self) { try write("") }
    // Holds for the superuser too.
    #expect(throws: ResultsFolderError.self) { try write("/proc/squall/run") }
    let long = String(repeating: "x", count: 300)
    #expect(throws: ResultsFolderError.self) { try write(scratch.path + "/" + long) }
    #expect(scratch.names() == ["file"])
  }

  @Test func followsALinkInsteadOfReplacingIt() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/real", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link", withDestinationPath: scratch.path + "/real")
    try write(scratch.path + "/link")
    #expect(scratch.names("real").contains("manifest.json"))
    let kind = try FileManager.default.attributesOfItem(atPath: scratch.path + "/link")[.type]
    #expect(kind as? FileAttributeType == .typeSymbolicLink)
  }
}

extension String {
  /// Characters from the first `mark` on; 0 without one.
  fileprivate func tail(from mark: String) -> Int {
    range(of: mark).map { distance(from: $0.lowerBound, to: endIndex) } ?? 0
  }
}
