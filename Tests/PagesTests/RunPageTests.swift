import Documents
import Foundation
import Testing

@testable import Pages

/// The page of a run, made from a folder that a test wrote by hand.
@Suite("The page of a run") struct RunPageTests {
  private static let hostile = "<script>alert(\"x\")</script> & 'so' \u{202e}on"

  private func files(
    name: String = "small", limit: Double? = 10, lost: Int = 0, seconds: Int = 30,
    promises: String = "[]"
  ) throws -> [String: String] {
    try RunFiles.files(name: name, limit: limit, lost: lost, seconds: seconds, promises: promises)
  }

  @Test("a page stands alone: no script, and no request to anywhere")
  func selfContained() throws {
    let page = try #require(try Page.html(files()))
    #expect(page.hasPrefix("<!doctype html>"))
    for forbidden in ["<script", "http:", "https:", "@import", "url(", "src="] {
      #expect(!page.contains(forbidden), "\(forbidden)")
    }
    for tag in ["svg", "table", "section", "details", "dl", "ul", "style", "main"] {
      let opened = page.matches(of: try Regex("<\(tag)[ >]")).count
      #expect(opened > 0 && opened == page.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
    }
    // A name is unique in a page.
    let names = page.matches(of: /id="([^"]*)"/).map { String($0.output.1) }
    #expect(Set(names).count == names.count && names.count == 12)
    for reference in page.matches(of: /aria-labelledby="([^"]*)"/) {
      for name in reference.output.1.split(separator: " ") { #expect(names.contains(String(name))) }
    }
  }

  @Test("whatever the texts of a scenario hold, they are no tags")
  func escaping() throws {
    let page = try #require(try Page.html(files(name: Self.hostile)))
    #expect(!page.contains("<script") && !page.contains("alert(\""))
    #expect(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;so&#39;"))
  }

  @Test("the headline says the most important thing first")
  func headline() throws {
    func title(_ files: [String: String]) throws -> String {
      let page = try #require(Page.html(files))
      let match = try #require(page.firstMatch(of: /<h1>(.*)<\/h1>/))
      return String(match.output.1).replacing("\u{a0}", with: " ")
    }
    #expect(
      try title(files()) == "99 % are back 12.5 s after the cause is gone, where 4.00 s would do.")
    #expect(try title(files(lost: 3)) == "3 of 100 clients were not back at the end.")
    let promise = #"[{"promise": "recover.p99 < 9s", "kept": false, "found": "12.5 s"}]"#
    #expect(
      try title(files(lost: 3, promises: promise))
        == "The promise recover.p99 &lt; 9s is broken: found 12.5 s.")
  }

  @Test("figures of the page are those of the files")
  func figures() throws {
    let files = try files()
    let data = try RunData(FolderTexts(files))
    #expect(data.attempts.map(\.number) == [1, 2] && data.attempts[0].count == 100)
    #expect(data.recovery.map(\.seconds) == [5, 12.5, 13])
    #expect(
      (data.head.resolved ?? Members()).all.map(\.name) == ["name", "about", "clients.count"])
    let page = try #require(Page.html(files)).replacing("\u{a0}", with: " ")
    for text in [
      "60/s at 6 s", "limit 10/s", "99 % back after 12.5 s", "at best 4.00 s", "3.12 ×",
      "Nine in ten of the attempts number 1 come within 1.50 s",
      "25.0 % of the work was for nothing",
      "The longest queue held 17.", "Admission shed 3 attempts.", "outage, 5.00 s",
      "slow, without an end",
    ] {
      #expect(page.contains(text), "\(text)")
    }
  }

  @Test("without a limit, without anybody affected, and without arrivals there is a page, too")
  func little() throws {
    var few = try files(limit: nil)
    #expect(Page.html(few)?.contains("no stage limits them") == true)
    few["timeseries.csv"] = "t_s,attempts,arrivals,connected\n0,0,0,5\n"
    few["spread.csv"] = "attempt,t_s,width_s,arrivals\n"
    few["recover.hgrm"] = nil
    let page = try #require(Page.html(few))
    #expect(!page.contains("<h2>The storm</h2>") && !page.contains("<h2>Jitter</h2>"))
    #expect(Page.html([:]) == nil && Page.html(["manifest.json": "{}"]) == nil)
  }

  @Test("a long run is not a large page")
  func size() throws {
    let page = try #require(try Page.html(files(seconds: 100_000)))
    #expect(page.utf8.count < 200_000, "\(page.utf8.count)")
  }
}
