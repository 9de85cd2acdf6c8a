import Foundation
import Testing

@Suite("simulate report")
struct ReportTests {
  @Test("makes the page again from the folder alone, with the same bytes")
  func again() throws {
    let place = try Workplace()
    #expect(try place.simulate("--clients", "200", "--out", "r", "--quiet").status == 0)
    let page = try place.read("r/report.html")
    #expect(page.contains("<h2>The storm</h2>") && page.contains("<h2>Jitter</h2>"))
    #expect(try place.read("r/manifest.json").contains("\"report.html\""))
    try FileManager.default.removeItem(atPath: place.path("r/report.html"))
    let ending = try place.simulate("report", "r")
    #expect(ending.status == 0 && ending.results == "r/report.html is written\n")
    #expect(try place.read("r/report.html") == page)
    #expect(try place.simulate("report", "r/", "--out", "other.html").status == 0)
    #expect(try place.read("other.html") == page)
    // The folder is still one that a run may replace.
    #expect(try place.simulate("--clients", "100", "--out", "r", "--quiet").status == 0)
  }

  @Test("several runs have a page, and the folder makes the very same again")
  func severalRuns() throws {
    let place = try Workplace()
    #expect(
      try place.simulate("run", "--clients", "50", "--replications", "3", "--out", "r").status == 0)
    let page = try place.read("r/report.html")
    #expect(page.contains("seeds 1 to 3") && page.contains("From seed to seed"))
    #expect(try place.read("r/manifest.json").contains("\"report.html\""))
    #expect(try place.simulate("report", "r").status == 0)
    #expect(try place.read("r/report.html") == page)
  }

  @Test("sweeps, maps and studies of capacity come with a page, which can be made again")
  func others() throws {
    let place = try Workplace()
    let axes = ["--clients", "20", "--quiet", "--out"]
    let commands = [
      ["sweep", "--vary", "gateway.nodes=1,2", "--replications", "2"] + axes + ["s"],
      ["map", "--x", "gateway.nodes=1..3", "--y", "faults.0.for=5s..9s", "--cells", "3x2"] + axes
        + ["m", "--replications", "2"],
      ["capacity", "--least", "gateway.nodes=1..2", "--replications", "2"] + axes + ["c"],
    ]
    for command in commands {
      let process = try place.start(command)
      process.waitUntilExit()
      #expect(try place.ending(of: process).status == 0)
    }
    for name in ["s", "m", "c"] {
      let page = try place.read("\(name)/report.html")
      #expect(page.contains("How to run it again"))
      #expect(try place.read("\(name)/manifest.json").contains("\"report.html\""))
      #expect(try place.simulate("report", name).status == 0)
      #expect(try place.read("\(name)/report.html") == page)
    }
  }

  @Test("what has no page is said, and nothing is written")
  func wrong() throws {
    let place = try Workplace()
    let missing = try place.simulate("report", "nowhere")
    #expect(missing.status == 2 && missing.messages == "error: there is no folder 'nowhere'\n")
    try Data().write(to: URL(filePath: place.path("file")))
    let file = try place.simulate("report", "file")
    #expect(file.status == 2)
    #expect(file.messages == "error: 'file' is no folder: name the results folder\n")
    try FileManager.default.createDirectory(
      atPath: place.path("mine"), withIntermediateDirectories: false)
    try place.write("hello", to: "mine/notes.txt")
    let foreign = try place.simulate("report", "mine")
    #expect(foreign.status == 2 && foreign.messages.contains("it has no manifest.json"))
    _ = try place.simulate(
      "sweep", "--clients", "20", "--vary", "gateway.nodes=1,2", "--shard", "1/2", "--out", "s")
    let sweep = try place.simulate("report", "s")
    #expect(sweep.status == 2 && sweep.messages.contains("no page for results of this kind"))
    #expect(!place.exists("s/report.html") && !place.exists("mine/report.html"))
  }
}
