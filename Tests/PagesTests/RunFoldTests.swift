import Foundation
import Testing

@testable import Pages

@Suite("Numbers behind the charts of a run") struct RunFoldTests {
  /// The rows of the fold with that summary, as the page has them.
  private func rows(_ summary: String, in page: String) throws -> [[String]] {
    let from = try #require(page.range(of: "<summary>\(summary)"))
    let rest = page[from.upperBound...]
    let to = try #require(rest.range(of: "</details>"))
    return rest[..<to.lowerBound].components(separatedBy: "<tr>").dropFirst(2).map { row in
      row.matches(of: /<td>([^<]*)<\/td>/).map { String($0.output.1) }
    }
  }

  private func fields(_ csv: String, _ columns: [String]) throws -> [[String]] {
    let lines = csv.split(separator: "\n").map { $0.components(separatedBy: ",") }
    let places = try columns.map { try #require(lines[0].firstIndex(of: $0)) }
    return lines.dropFirst().map { line in places.map { line[$0] } }
  }

  @Test("the seconds of the storm are those of timeseries.csv, to the letter")
  func seconds() throws {
    let files = try RunFiles.files()
    let page = try #require(Page.html(files))
    let csv = try fields(
      try #require(files["timeseries.csv"]), ["t_s", "arrivals", "connected", "queue"])
    let shown = try rows("Data: each second that is drawn", in: page)
    #expect(shown.count == 30 && shown == csv)
  }

  @Test("of many seconds those in which something happened are shown")
  func manySeconds() throws {
    var files = try RunFiles.files()
    let quiet = (0..<5_000).map { second in
      let isStorm = (2_000..<2_010).contains(second)
      return "\(second),0,\(isStorm ? 7 : 0),0,0,0,0,0,0,\(second < 1_000 ? 90 : 100),0,0,0,0"
    }
    let header = try #require(files["timeseries.csv"]?.split(separator: "\n").first)
    files["timeseries.csv"] = ([String(header)] + quiet).joined(separator: "\n") + "\n"
    files["summary.json"] = files["summary.json"]?.replacing(#""from_s":5,"#, with: #""from_s":0,"#)
    let page = try #require(Page.html(files))
    let shown = try rows("Data: the seconds in which something arrived", in: page)
    #expect(shown.map { $0[0] } == ["1000"] + (2_000..<2_010).map { "\($0)" })
    #expect(shown.allSatisfy { $0[1] == ($0[0] == "1000" ? "0" : "7") })
  }

  @Test("where those are too many, the page names the file that has them")
  func tooManySeconds() throws {
    let page = try #require(try Page.html(RunFiles.files(seconds: 10_000)))
    #expect(page.contains("The numbers of each second are in timeseries.csv"))
    #expect(!page.contains("Data: each second"))
  }

  @Test("the line of the recovery is that of its .hgrm file")
  func recovery() throws {
    let page = try #require(try Page.html(RunFiles.files(lost: 1)))
    let marks = try rows("Data: the percentiles that are marked", in: page)
    #expect(
      marks.map { $0.map { $0.replacing("\u{a0}", with: " ") } }
        == [["50 %", "5"], ["90 %", "8"], ["99 %", "12.5"], ["99.9 %", "never"]])
    #expect(
      try rows("Data: the line", in: page) == [
        ["5000.000", "0.500000000000", "50"], ["12500.000", "0.990000000000", "99"],
        ["13000.000", "1.000000000000", "100"],
      ])
  }

  @Test("each attempt with its count, its median, the time that holds nine in ten, and its rate")
  func attempts() throws {
    var files = try RunFiles.files()
    files["percentiles.csv"] = "metric,percentile,value_s\nspread.1,50,1.25\nspread.2,50,\n"
    files["spread.csv"] =
      "attempt,t_s,width_s,arrivals\n1,1,0.5,60\n1,2,0.5,40\n2,8,1,30\n3,9,1,19\n"
    let page = try #require(Page.html(files))
    #expect(
      try rows("Data: each attempt", in: page) == [
        ["1", "100", "1.25", "1.5", "60", "6"], ["2", "30", "-", "1", "27", "2.7"],
        ["3", "19", "-", "-", "-", "-"],
      ])
  }
}

@Suite("The incident beside the attempts") struct JitterIncidentTests {
  private func page(refused: Int, clear: Int) throws -> String {
    var files = try RunFiles.files()
    let rows = (0..<30).map { second in
      let isOut = (5..<clear).contains(second)
      return "\(second),9,5,4,\(isOut ? refused : 0),2,1,4,5,\(isOut ? 0 : 100),0,0,0,0"
    }
    let header = try #require(files["timeseries.csv"]?.split(separator: "\n").first)
    files["timeseries.csv"] = ([String(header)] + rows).joined(separator: "\n") + "\n"
    files["spread.csv"] = "attempt,t_s,width_s,arrivals\n1,1,0.5,60\n1,2,0.5,40\n2,8,12,30\n"
    files["summary.json"] = files["summary.json"]?
      .replacing(#""clear_s":10"#, with: "\"clear_s\":\(clear)")
    return try #require(Page.html(files))
  }

  @Test("where attempts are refused until the gateway is open again, it says so")
  func refused() throws {
    let page = try page(refused: 5, clear: 15)
    #expect(page.contains(">refused</text>") && page.contains(">open again</text>"))
  }

  @Test("where they fail in another way, it speaks of the cause")
  func other() throws {
    let page = try page(refused: 0, clear: 15)
    #expect(!page.contains(">refused</text>") && page.contains(">cause in force</text>"))
  }

  @Test("words that do not fit into a short incident stand beside it")
  func short() throws {
    #expect(try page(refused: 5, clear: 6).contains(">refused for 1.00\u{a0}s, then open again<"))
  }

  @Test("no moment is marked where the clients did not drop together")
  func apart() throws {
    var files = try RunFiles.files()
    files["timeseries.csv"] = "t_s,attempts,arrivals,connected\n0,9,9,100\n1,9,9,70\n2,9,9,40\n"
    let page = try #require(Page.html(files))
    #expect(!page.contains("open again") && !page.contains("cause in force"))
    #expect(page.contains("it counts from the moment at which each client lost its own connection"))
  }
}
