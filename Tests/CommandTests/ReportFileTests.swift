import Foundation
import Testing

@Suite("Results in files and pipelines")
struct ReportFileTests {
  private func run(
    _ place: Workplace, _ arguments: [String], _ variables: [String: String] = [:]
  ) throws -> Ending {
    let process = try place.start(arguments, variables)
    process.waitUntilExit()
    return try place.ending(of: process)
  }

  private let small = ["--clients", "100", "--quiet"]

  // MARK: --write

  @Test("files get the same as stdout would, also where a promise is broken")
  func written() throws {
    let place = try Workplace()
    let formats = [
      "json", "csv", "markdown", "openmetrics", "benchmark-smaller", "benchmark-bigger",
    ]
    let files = formats.map { "--write=\($0)=a.\($0)" } + ["--write=junit=a.junit"]
    try place.write("earlier", to: "a.csv")
    let promised = small + ["--slo", "recover.p99 < 1s"]
    let ending = try run(place, promised + files)
    #expect(ending.status == 3 && ending.messages.isEmpty, "\(ending.messages)")
    #expect(ending.results.contains("FAILED"))
    for format in formats {
      let alone = try run(place, promised + ["--no-out", "--format", format])
      #expect(alone.status == 3 && alone.messages.hasPrefix("SLO failed: recover.p99 < 1s"))
      #expect(try place.read("a.\(format)") == alone.results, "\(format)")
    }
    let cases = try place.read("a.junit")
    #expect(
      cases.contains("name=\"recover.p99 &lt; 1s\" time=\"0\">\n      <failure type=\"broken\""))
    let names = try FileManager.default.contentsOfDirectory(atPath: place.url.path)
    #expect(!names.contains { $0.contains("partial") }, "\(names)")
  }

  @Test("a comparison, a search for a capacity and a sweep write files too")
  func others() throws {
    let place = try Workplace()
    let compared = try run(
      place,
      ["compare", "--backoff", "socketio", "--backoff", "aws-full", "--replications", "2"] + small
        + ["--write", "openmetrics=c.prom", "--write", "junit=c.xml"])
    #expect(compared.status == 0, "\(compared.messages)")
    #expect(try place.read("c.prom").contains("variant=\"aws-full\",quantile=\"0.99\"} "))
    #expect(try place.read("c.xml").components(separatedBy: "<testsuite ").count == 3)
    // What is shown and written is no part of how the folder is made again.
    #expect(
      try !place.read("results/compare-gateway-restart/manifest.json")
        .components(separatedBy: "\"files\"")[0].contains("c.prom"))
    let capacity = try run(
      place,
      [
        "capacity", "--slo", "recover.p99 < 80s", "--least", "gateway.nodes=1..2", "--replications",
        "1",
      ]
        + small + ["--write", "benchmark-smaller=k.json", "--format", "junit"])
    #expect(capacity.status == 0, "\(capacity.messages)")
    #expect(capacity.results.contains("name=\"gateway.nodes from 1 to 2 keeps every promise\""))
    #expect(try place.read("k.json").contains("\"gateway-restart: capacity.gateway.nodes\""))
    let sweep = try run(
      place,
      [
        "sweep", "--vary", "clients.count=10,20", "--metric", "gave_up", "--quiet", "--write",
        "csv=s.csv", "--write", "junit=s.xml", "--slo", "recover.p99 < 1ms",
      ])
    #expect(sweep.status == 3, "\(sweep.messages)")
    #expect(
      try place.read("s.xml").contains(
        "broken at 2 of 2 points, first at clients.count=10"))
    #expect(try place.read("s.csv") == place.read("results/sweep-gateway-restart/sweep.csv"))
  }

  @Test(
    "what cannot be written is said before the run",
    arguments: [
      (["--write", "junit"], "write FORMAT=FILE"), (["--write", "=x"], "is no format"),
      (["--write", "junit="], "write FORMAT=FILE"),
      (["--write", "junti=x"], "did you mean 'junit'?"),
      (["--write", "xml=x"], "'xml' is no format; there are table, json,"),
      (["--write", "junit=none/x"], "there is no folder 'none'"),
      (["--write", "junit=file/x"], "there is no folder 'file'"),
      (["--write", "junit=folder"], "'folder' is a folder"),
      (["--write", "junit=folder/"], "'folder/' names a folder"),
      (["--write", "junit=."], "names a folder"),
      (["--write", "junit=/dev/null"], "only a file is replaced"),
      (["--write", "junit=link"], "only a file is replaced"),
      (["--write", "json=-"], "stdout is what --format is for"),
      (
        ["plain.yaml", "--write", "json=plain.yaml"], "'plain.yaml' is 'plain.yaml', which is read"
      ),
      (["plain.yaml", "--write", "json=hard.yaml"], "'hard.yaml' is 'plain.yaml', which is read"),
      (
        ["compare", "plain.yaml", "--backoff", "phoenix", "--write", "csv=plain.yaml"],
        "'plain.yaml', which is read"
      ),
      (["trace", "plain.yaml", "--out", "plain.yaml"], "'plain.yaml', which is read"),
      (["trace", "plain-link.yaml", "--out", "plain.yaml"], "'plain-link.yaml', which is read"),
      (["trace", "plain.yaml", "--out", "link"], "only a file is replaced"),
      (["trace", "plain.yaml", "--out", "earlier/t"], "is a results folder"),
      (["init", "link.yaml", "--force"], "only a file is replaced"),
      (["--write", "junit=x", "--write", "csv=./folder/../x"], "that file is given twice"),
      (["--write", "junit=\(String(repeating: "n", count: 256))"], "File name too long"),
      (["--write", "junit=earlier/x.xml"], "is a results folder"),
      (["--out", "earlier", "--write", "junit=earlier/../earlier/x.xml"], "is a results folder"),
      (
        ["sweep", "plain.yaml", "--vary", "clients.count=10,20", "--write", "junit=x"],
        "junit lists what was judged, and nothing is"
      ),
      (
        ["tune", "--format", "openmetrics"],
        "there are no figures of its own here; write table, json, csv or"
      ),
      (["map", "--format", "junit"], "--format junit: there are no verdicts"),
      (["backoffs", "--format", "junit"], "--format junit: there are no verdicts"),
      (["-n", "--format", "openmetrics"], "--format openmetrics: there are no figures"),
      (["plain.yaml", "--format", "junit"], "nothing is: give a promise"),
      (["plain.yaml", "--write", "junit=x"], "junit lists what was judged, and nothing is"),
    ])
  func refused(arguments: [String], message: String) throws {
    let place = try Workplace()
    try place.write("kept", to: "file")
    try place.write("name: plain\nclients: {count: 5}\n", to: "plain.yaml")
    for folder in ["folder", "earlier"] {
      try FileManager.default.createDirectory(
        atPath: place.path(folder), withIntermediateDirectories: true)
    }
    let manifest =
      #"{"schema": 2, "kind": "run", "scenario": "gateway-restart", "digest": "0", "files": ["manifest.json"]}"#
    try place.write(manifest, to: "earlier/manifest.json")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("link"), withDestinationPath: "file")
    for (link, file) in [("link.yaml", "file"), ("plain-link.yaml", "plain.yaml")] {
      try FileManager.default.createSymbolicLink(
        atPath: place.path(link), withDestinationPath: file)
    }
    try FileManager.default.linkItem(
      atPath: place.path("plain.yaml"), toPath: place.path("hard.yaml"))
    let ending = try run(place, arguments)
    #expect(ending.status == 2, "\(ending)")
    #expect(ending.messages.contains(message), "\(ending.messages)")
    #expect(ending.results.isEmpty && !place.exists("results") && !place.exists("x"))
    #expect(try place.read("plain.yaml") == "name: plain\nclients: {count: 5}\n")
    #expect(try place.read("file") == "kept" && place.read("earlier/manifest.json") == manifest)
  }

  @Test("an interrupted run is an error case")
  func interrupted() throws {
    let place = try Workplace()
    let process = try place.start([
      "--clients", "100k", "--duration", "5h", "--set", "until=duration", "--no-out",
      "--write", "junit=x.xml",
    ])
    for _ in 1...200 where try place.read(".err").isEmpty { Thread.sleep(forTimeInterval: 0.05) }
    Thread.sleep(forTimeInterval: 0.2)
    process.interrupt()
    for _ in 1...600 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    #expect(try place.ending(of: process).status == 130)
    #expect(try place.read("x.xml").contains("<error type=\"interrupted\""))
  }

  // MARK: GitHub Actions

  @Test("a step's summary gets Markdown behind what it has, and stdout stays as it is")
  func summary() throws {
    let place = try Workplace()
    try place.write("before\n", to: "summary.md")
    let words = small + ["--no-out", "--slo", "recover.p99 < 1s", "--format"]
    let plain = try run(place, words + ["json"])
    let told = try run(
      place, words + ["json"],
      ["GITHUB_STEP_SUMMARY": place.path("summary.md"), "GITHUB_ACTIONS": "true"])
    #expect(told.status == 3 && told.results == plain.results)
    let markdown = try run(place, words + ["markdown"]).results
    #expect(try place.read("summary.md") == "before\n" + markdown + "\n")
    let lines = told.messages.split(separator: "\n")
    #expect(
      lines.count {
        $0.hasPrefix("::error title=Promise broken in gateway-restart::recover.p99 < 1s, ")
      } == 1)
    #expect(!plain.messages.contains("::error"))
  }

  @Test(
    "a summary that cannot be written, or has no room left, is a note",
    arguments: ["none/x", ".", "full"])
  func noSummary(path: String) throws {
    let place = try Workplace()
    try place.write(String(repeating: "x", count: 1 << 20), to: "full")
    let ending = try run(
      place, small + ["--no-out"],
      ["GITHUB_STEP_SUMMARY": place.path(path), "GITHUB_ACTIONS": "false"])
    #expect(ending.status == 0)
    #expect(
      ending.messages.hasPrefix("note: the step's summary is not written: "), "\(ending.messages)")
    #expect(ending.messages.split(separator: "\n").count == 1)
    #expect(try place.read("full").utf8.count == 1 << 20)
  }
}
