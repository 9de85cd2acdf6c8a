import Documents
import Foundation
import Metrics
import Testing
import Words

@testable import Pages

/// The page of a map, made from a folder that a test wrote by hand.
@Suite("The page of a map") struct MapPageTests {
  private static let hostile = "<script>alert(1)</script>'\"&"

  /// - Parameter cells: state or mean, and seeds, row by row from the least y; three in a row.
  private func files(
    _ cells: [(value: String, seeds: Int)], unit: String = "bool", metric: String = "metastable",
    key: String = "clients.count", verdict: [String] = ["It recovers."], own: Bool = true
  ) throws -> [String: String] {
    func axis(_ key: String, _ scale: QuantityScale, _ values: [String]) -> MapPlaneRecord.Axis {
      .init(key: key, scale: scale, values: values, own: own ? 1 : nil)
    }
    var head = PartsHead(
      Maker(.map, PageManifests.facts), PageManifests.scenario(key, [("name", key)]),
      map: MapPlaneRecord(
        metric: metric, unit: try #require(MetricUnit(rawValue: unit)),
        x: axis(key, .count, ["100", "1000", "10000"]),
        y: axis("faults.0.for", .duration, ["5s", "20s"]), seeds: SeedsRecord(first: 1, last: 2),
        replications: 2))
    head.plan = PlanRecord("0")
    let manifest = PartsHead.whole(
      head.text,
      MapTail(
        ShardRecord(index: 1, count: 1), runs: 9, events: 1_234, digest: "00ff", verdict: verdict,
        files: []))
    let name = unit == "bool" || unit == "word" ? "state" : "mean"
    let rows = cells.enumerated().map { place, cell in
      "\([100, 1_000, 10_000][place % 3]),\([5, 20][place / 3]),\(cell.value),,,\(cell.seeds)"
    }
    return [
      "manifest.json": manifest,
      "map.csv": (["x,y,\(name),low,high,seeds"] + rows).joined(separator: "\n") + "\n",
    ]
  }

  private static let states = [
    ("recovers", 2), ("mixed", 2), ("metastable", 2), ("recovers", 2), ("metastable", 2),
    ("metastable", 0),
  ]

  private func page(_ files: [String: String]) throws -> String {
    let page = try #require(Page.html(files))
    #expect(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"))
    #expect(!page.contains("NaN") && !page.contains("{{"))
    return page
  }

  @Test("the verdict is that of the manifest, and every state is named with its cells")
  func states() throws {
    let page = try page(files(Self.states, verdict: ["First.", "Second."]))
    #expect(page.contains("<h1>First.</h1>") && page.contains("Second."))
    #expect(page.contains("recovers: 2 cells") && page.contains("mixed: 1 cell<"))
    #expect(page.contains("metastable: 3 cells"))
    #expect(page.contains("class=\"border\"") && page.contains("class=\"hatch\""))
    #expect(page.contains("the scenario</text>"))
    #expect(page.contains("clients.count (log scale)"))
  }

  @Test("dots mark what was run only where something was not")
  func dots() throws {
    #expect(try page(files(Self.states)).contains("A dot marks the 5 of 6 cells that were run."))
    let all = Self.states.map { ($0.0, 2) }
    #expect(try !page(files(all)).contains("class=\"runs\""))
  }

  @Test("a figure says where it is least and most, and never is a word")
  func figures() throws {
    let cells = [("1", 2), ("2", 2), ("4", 2), ("8", 2), ("inf", 2), ("", 2)]
    let page = try page(files(cells, unit: "s", metric: "recover.p99", verdict: []))
    #expect(page.contains("recover.p99 is never reached in 1 of 6 cells."))
    #expect(page.contains("recover.p99 goes from 1.00\u{a0}s to 8.00\u{a0}s."))
    #expect(page.contains("<path class=\"hn\"") && page.contains(">never</td>"))
    #expect(page.contains("the scenario: never"))
  }

  @Test("the fold has every cell, the greatest y first")
  func fold() throws {
    let cells = (1...6).map { ("\($0)", 2) }
    let page = try page(files(cells, unit: "ratio", metric: "m", verdict: []))
    let body = try #require(page.components(separatedBy: "<tbody>").dropFirst().first)
    let fields = body.components(separatedBy: "<td>").dropFirst().map {
      $0.components(separatedBy: "<")[0]
    }
    #expect(fields.prefix(8) == ["20s", "4", "5", "6", "5s", "1", "2", "3"])
  }

  @Test("hostile names are escaped; equal cells and a scenario outside still have a page")
  func degenerate() throws {
    let page = try page(files(Self.states, key: Self.hostile))
    #expect(page.contains("&lt;script&gt;alert(1)"))
    let equal = try self.page(
      files(Array(repeating: ("recovers", 2), count: 6), own: false))
    #expect(!equal.contains("class=\"border\"") && equal.contains("none of the cells"))
    let level = try self.page(
      files(Array(repeating: ("3", 2), count: 6), unit: "count", metric: "m", verdict: []))
    #expect(level.contains("m is 3 in every other cell.") == false)
    #expect(level.contains("m is 3 in every cell."))
    #expect(Page.html(try files(Array(Self.states.prefix(4)))) == nil)
  }
}
