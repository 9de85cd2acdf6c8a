import Documents
import Foundation
import Testing

@testable import Pages

/// The page of a sweep, made from a folder that a test wrote by hand.
@Suite("The page of a sweep") struct SweepPageTests {
  static let hostile = "<script>alert(\"x\")</script> & 'so' \u{202e}on"

  private static func field(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// - Parameters:
  ///   - figures: mean, least, greatest, of each point, for each metric.
  private func files(
    _ vary: [(key: String, values: [String])], formulas: [String] = [],
    metrics: [(path: String, unit: String)] = [("recover.p99", "s")], name: String = "small",
    seeds replications: Int = 2, figure: (_ metric: Int, _ point: Int) -> (String, String, String)
  ) throws -> [String: String] {
    let points = vary.reduce(max(1, formulas.count)) { $0 * $1.values.count }
    let seeds = SeedsRecord(first: 1, last: UInt64(replications))
    var head = PartsHead(
      Maker(.sweep, PageManifests.facts),
      PageManifests.scenario(name, [("name", name), ("clients.count", "100")]),
      grid: SweepGridRecord(
        vary: vary.map { .init(key: $0.key, values: $0.values) }, backoffs: formulas, seeds: seeds,
        replications: replications, cells: points * replications, metrics: metrics.map(\.path),
        promises: []))
    head.plan = PlanRecord("0")
    let manifest = PartsHead.whole(
      head.text,
      SweepTail(
        ShardRecord(index: 1, count: 1), cells: points * replications, events: 1_234,
        digest: "00ff", promises: nil,
        files: []))
    var rows = [
      (["point"] + vary.map { Self.field($0.key) }
        + ["variant", "metric", "unit", "figure", "least", "greatest", "seeds", "never"])
        .joined(separator: ",")
    ]
    for point in 0..<points {
      var rest = point / max(1, formulas.count)
      var values: [String] = []
      for (_, all) in vary.reversed() {
        values.insert(Self.field(all[rest % all.count]), at: 0)
        rest /= all.count
      }
      for (place, metric) in metrics.enumerated() {
        let (mean, least, greatest) = figure(place, point)
        rows.append(
          (["\(point + 1)"] + values
            + [
              "own", metric.path, metric.unit, mean, least, greatest, "\(replications)",
              mean == "inf" ? "1" : "0",
            ])
            .joined(separator: ","))
      }
    }
    return ["manifest.json": manifest, "figures.csv": rows.joined(separator: "\n") + "\n"]
  }

  private func page(_ files: [String: String]) throws -> String {
    let page = try #require(Page.html(files))
    #expect(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"))
    #expect(!page.contains("NaN") && !page.contains("Infinity") && !page.contains("{{"))
    return page
  }

  /// What stands between each pair of two texts.
  private func parts(_ text: String, _ begin: String, _ end: String) -> [String] {
    text.components(separatedBy: begin).dropFirst().compactMap {
      $0.components(separatedBy: end).first
    }
  }

  @Test("two keys give a table whose cells are the means of figures.csv")
  func heat() throws {
    let folder = try files([("a.b", ["10", "20"]), ("c.d", ["1", "2", "3"])]) { _, point in
      ("\(10 * (point + 1))", "\(9 * (point + 1))", "\(11 * (point + 1))")
    }
    let page = try page(folder)
    let rows = FieldTable(try #require(folder["figures.csv"])).rows
    let means = rows.compactMap { Double($0[6]) }.map(PageNumber.duration)
    let table = try #require(parts(page, "<table class=\"heat\">", "</table>").first)
    let cells = parts(table, "<td class=\"", "</td>").compactMap {
      $0.components(separatedBy: ">").last
    }
    #expect(cells == means)
    #expect(parts(table, "<th scope=\"row\"", "</th>").count == 2)
    #expect(parts(table, "<th scope=\"col\">", "</th>") == ["1", "2", "3"])
    #expect(page.contains("99\u{a0}% are back after 10.0\u{a0}s to 60.0\u{a0}s; a.b matters most."))
    #expect(page.contains("10.0\u{a0}s (9.00\u{a0}s\u{a0}– 11.0\u{a0}s)"))
  }

  @Test("never is a word in its own colour, and the first thing that is said")
  func never() throws {
    let page = try page(
      files([("a", ["1", "2"]), ("b", ["1", "2"])]) { _, point in
        point == 3 ? ("inf", "5", "inf") : ("\(point + 1)", "1", "5")
      })
    #expect(page.contains("With 1 of 4 combinations 99\u{a0}% are never back."))
    #expect(page.contains("<td class=\"hn\">never</td>"))
  }

  @Test("one key with numbers gives lines, on a log axis where the values are spaced by ratio")
  func lines() throws {
    let page = try page(
      files([("a", ["1", "10", "100"])]) { _, point in ("\(point + 1)", "\(point)", "\(point + 2)")
      })
    #expect(page.contains("a (log scale)"))
    #expect(page.contains("Whiskers reach from the least seed to the greatest."))
    #expect(parts(page, "<svg class=\"wide\"", "</svg>").allSatisfy { $0.contains("<desc") })
    let even = try self.page(
      files([("a", ["10", "20", "30"])]) { _, point in ("\(point + 1)", "1", "9") })
    #expect(!even.contains("log scale"))
  }

  @Test("formulas give a table with bars, the least first, and the never last")
  func ranks() throws {
    let names = ["b", Self.hostile, "c"]
    let page = try page(
      files([], formulas: names, name: Self.hostile) { _, point in
        point == 0 ? ("inf", "1", "inf") : ("\(30 - 10 * point)", "1", "40")
      })
    let table = try #require(parts(page, "<table class=\"ranks\">", "</table>").first)
    #expect(parts(table, "<th scope=\"row\">", "</th>").last == "b")
    #expect(parts(table, "<th scope=\"row\">", "</th>").first == "c")
    #expect(table.contains("<span class=\"broken\">never</span>"))
    #expect(page.contains("&lt;script&gt;"))
  }

  @Test("three keys give small multiples, no more than twelve, and it says so")
  func panels() throws {
    let many = (1...15).map { "w\($0)" }
    let page = try page(
      files([("a", ["1", "2"]), ("b", ["1", "2"]), ("c", many)]) { _, point in
        ("\(point + 1)", "1", "60")
      })
    #expect(parts(page, "<table class=\"heat\">", "</table>").count == 12)
    #expect(page.contains("The first 12 of 15 panels are shown."))
  }

  @Test("ten thousand combinations are a picture, and the page stays small")
  func large() throws {
    let values = (1...100).map { "\($0)" }
    let page = try page(
      files([("a", values), ("b", values)]) { _, point in
        ("\((point * 7_919) % 9_973 + 1)", "1", "9")
      })
    #expect(page.utf8.count < 2_000_000)
    #expect(page.contains("<path class=\"h7\""))
    #expect(page.contains("the first 200 of 10,000 combinations"))
  }

  @Test("what is all equal, missing, or a single point becomes a sentence")
  func degenerate() throws {
    let equal = try page(
      files([("a", ["1", "2"]), ("b", ["x", "y"])]) { _, _ in ("5", "5", "5") })
    #expect(equal.contains("The same everywhere: 5.00\u{a0}s."))
    #expect(equal.contains("99\u{a0}% are back after 5.00\u{a0}s, whatever is varied."))
    let nothing = try page(files([("a", ["1", "2"])]) { _, _ in ("", "", "") })
    #expect(nothing.contains("The sweep has no figures to compare."))
    let single = try page(files([]) { _, _ in ("5", "4", "6") })
    #expect(single.contains("99\u{a0}% are back after 5.00\u{a0}s."))
    let lost = try page(files([("a", ["1", "2"])]) { _, _ in ("inf", "inf", "inf") })
    #expect(lost.contains("With no combination 99\u{a0}% of the clients come back."))
    #expect(Page.html(["manifest.json": "{\"kind\": \"sweep\", \"scenario\": \"a\"}"]) == nil)
  }

  @Test("a key that changes nothing, and a value beyond which nothing changes, are named")
  func indifference() throws {
    let page = try page(
      files([("users", ["1", "2", "3", "4"]), ("idle", ["1", "2"])]) { _, point in
        point < 2 ? ("90", "90", "90") : ("30", "30", "30")
      })
    #expect(page.contains("Beyond users 2 it changes by less than 2\u{a0}%."))
    #expect(page.contains("idle changes it by less than 2\u{a0}%."))
  }

  @Test("the command line can be pasted into a shell, whatever a formula holds")
  func command() throws {
    let page = try page(
      files([("a", ["{x: 'y'}", "2"])], formulas: ["min(20s, 2^x)"]) { _, point in
        ("\(point + 1)", "1", "2")
      })
    #expect(page.contains("--backoff &#39;min(20s, 2^x)&#39;"))
    #expect(page.contains("--vary &#39;a={x: &#39;\\&#39;&#39;y&#39;\\&#39;&#39;},2&#39;"))
  }

  @Test("texts on a step of colour have a contrast of at least 4.5")
  func contrast() {
    func light(_ colour: String) -> Double {
      let value = Int(colour.dropFirst(), radix: 16) ?? 0
      let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
        let share = Double(part) / 255
        return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    func contrast(_ one: String, _ other: String) -> Double {
      let pair = [light(one), light(other)].sorted()
      return (pair[1] + 0.05) / (pair[0] + 0.05)
    }
    for (step, colour) in HeatStyle.light.enumerated() {
      let text = step < HeatStyle.turnOnLight ? HeatStyle.black : HeatStyle.white
      #expect(contrast(colour, text) >= 4.5)
    }
    for (step, colour) in HeatStyle.dark.enumerated() {
      let text = step < HeatStyle.turnOnDark ? HeatStyle.white : HeatStyle.black
      #expect(contrast(colour, text) >= 4.5)
    }
  }

  @Test("another table in the place of the figures is no picture, and no trap")
  func foreignFigures() throws {
    var folder = try files([("gateway.nodes", ["1", "2"]), ("faults.0.for", ["5s", "9s"])]) {
      _, point in ("\(point)", "0", "9")
    }
    folder["figures.csv"] = """
      point,gateway.nodes,faults.0.for,variant,promise,kept,found,reason,failed_in
      1,1,5s,own,stuck == 0,true,0,,0
      4,2,9s,own,stuck == 0,true,0,,0

      """
    #expect(try page(folder).contains("no figures to compare"))
  }

  @Test("more points than a sweep writes are no picture")
  func tooManyPoints() throws {
    let keys = (0..<8).map { (key: "k\($0)", values: ["1", "2", "3", "4"]) }
    var folder = try files(keys) { _, _ in ("1", "1", "1") }
    let lines = try #require(folder["figures.csv"]).split(separator: "\n")
    // Four points that lie in each other's corners: all values of all keys are there.
    let step = (0..<8).reduce(0) { sum, _ in sum * 4 + 1 }
    let corners = (0..<4).map { String(lines[1 + $0 * step]) }
    folder["figures.csv"] = ([String(lines[0])] + corners).joined(separator: "\n") + "\n"
    #expect(try page(folder).contains("no figures to compare"))
  }
}
