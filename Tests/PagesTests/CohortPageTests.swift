import Foundation
import Testing

@testable import Pages

@Suite("Cohorts on the page of a run") struct CohortPageTests {
  private static let names = ["web <b>", "phones, \"old\"", "bots"]

  /// - Parameter count: of cohorts; those behind the named ones are small.
  private func files(count: Int = 3) throws -> [String: String] {
    var files = try RunFiles.files()
    let names = (0..<count).map { $0 < 3 ? Self.names[$0] : "more \($0)" }
    var metrics: [String: Any] = [:]
    for (place, name) in names.enumerated() {
      let isBot = name == "bots"
      metrics[name] = [
        "clients": place == 0 ? 40 : 30, "affected": isBot ? 0 : 30,
        "attempts_per_client": 2.5, "still_trying": place == 1 ? 2 : 0, "gave_up": 0,
        "recover": ["p50": 5, "p99": place == 1 ? NSNull() : 9 as Any],
        "downtime": ["p99": 15],
      ]
    }
    let summary = try #require(files["summary.json"])
    var object = try #require(
      JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any])
    var all = try #require(object["metrics"] as? [String: Any])
    all["cohorts"] = metrics
    object["metrics"] = all
    files["summary.json"] = String(
      decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    let header =
      ["t_s", "attempts", "arrivals", "connected", "queue"]
      + names.map { "\"connected.\($0.replacing("\"", with: "\"\""))\"" }
    let rows = (0..<30).map { second in
      (["\(second)", "9", "5", "100", "0"]
        + names.indices.map { (5..<10).contains(second) && $0 != 2 ? "0" : "\(30 - $0)" })
        .joined(separator: ",")
    }
    files["timeseries.csv"] =
      ([header.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    return files
  }

  private func texts(_ page: String) -> String {
    page.replacing("\u{a0}", with: " ").replacing("&quot;", with: "\"")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
  }

  @Test("a fleet of one cohort has no section of cohorts")
  func one() throws {
    #expect(try Page.html(RunFiles.files())?.contains("<h2>Cohorts</h2>") == false)
  }

  @Test("each cohort has a row with its outcome, and the sentence names first and last")
  func rows() throws {
    let page = try #require(try Page.html(files()))
    #expect(!page.contains("<b>\""), "the name of a cohort is no tag")
    let words = texts(page)
    #expect(words.contains("99 % of web <b> are back 9.00 s after the cause is gone."))
    #expect(words.contains("Of phones, \"old\" more than 1 % did not come back."))
    #expect(words.contains("✕ 2 still trying"))
    for name in Self.names { #expect(words.contains("<th scope=\"row\">\(name)</th>"), "\(name)") }
  }

  @Test("the chart has a line for each cohort and says in words where it ends")
  func lines() throws {
    let page = try #require(try Page.html(files()))
    for style in ["l0", "l1", "l2"] {
      #expect(page.matches(of: try Regex("<path class=\"\(style)\"")).count >= 2, "\(style)")
    }
    #expect(texts(page).contains("web <b>: least 0 %, at the end 75.0 %."))
    #expect(texts(page).contains("bots: least 93.3 %, at the end 93.3 %."))
  }

  @Test("of many cohorts the largest have a line, and all a row")
  func many() throws {
    let page = try #require(try Page.html(files(count: 40)))
    #expect(page.contains("The 6 largest cohorts have a line; all stand in the table."))
    #expect(page.matches(of: /<th scope="row">/).count == 40)
    #expect(!page.contains("class=\"l6\""))
  }
}
