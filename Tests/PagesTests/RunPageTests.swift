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
    let summary: [String: Any] = [
      "scenario": name, "seed": 7, "clients": 100, "digest": "00ff", "events": 1_234,
      "truncated": false, "formulas": [name], "verdict": "All is well, says \(name).",
      "findings": [["sentence": "It was \(name)."]],
      "limit": limit.map { ["stage": "admission", "per_second": $0] as [String: Any] } ?? NSNull(),
      "faults": [
        ["kind": "outage", "from_s": 5, "to_s": 10],
        ["kind": "slow", "from_s": 12, "to_s": NSNull()],
      ],
      "metrics": [
        "affected": 100, "attempts": 250, "attempts_per_client": 2.5, "recovered": 100 - lost,
        "still_trying": lost, "clear_s": 10, "lower_bound_s": 4, "peak_arrivals_1s": 60,
        "peak_arrivals_1s_at_s": 6, "wasted_work_share": 0.25, "queue_peak": 17, "shed": 3,
        "recover": [
          "count": 100 - lost, "p50": 5, "p90": 8, "p99": lost > 1 ? NSNull() : 12.5,
          "p999": lost > 0 ? NSNull() : 13,
        ] as [String: Any],
        "stations": [
          "auth": [
            "arrivals": 100, "served": 100, "abandoned": 2, "utilisation": 0.5, "queue_peak": 17,
            "wait": ["p99": 0.25],
          ] as [String: Any]
        ],
      ] as [String: Any],
    ]
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: summary), as: UTF8.self)
    let value = String(
      decoding: try JSONSerialization.data(withJSONObject: [name]), as: UTF8.self
    ).dropFirst().dropLast()
    let manifest = """
      {
        "kind": "run",
        "scenario": \(value),
        "resolved": {
          "name": \(value),
          "about": "What it is about.",
          "clients.count": "100"
        },
        "resolved_hash": {"value": "abcd"},
        "slo": \(promises)
      }
      """
    let rows = (0..<seconds).map { second in
      "\(second),9,\(second == 6 ? 60 : 5),4,3,2,1,4,5,\((5..<10).contains(second) ? 0 : 100),0,0,0,0"
    }
    let header =
      "t_s,attempts,arrivals,accepted,refused,shed,timed_out,completed,failed,connected,queue,busy,wasted,calls"
    return [
      "summary.json": text, "manifest.json": manifest,
      "timeseries.csv": ([header] + rows).joined(separator: "\n") + "\n",
      "spread.csv": "attempt,t_s,width_s,arrivals\n1,1,0.5,60\n1,2,0.5,40\n2,8,1,30\nclear,1,1,9\n",
      "recover.hgrm": """
             Value     Percentile TotalCount 1/(1-Percentile)

          5000.000 0.500000000000         50           2.00
         12500.000 0.990000000000         99         100.00
         13000.000 1.000000000000        100
      #[Mean    =     5000.000, StdDeviation   =     1000.000]

      """,
    ]
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
    let data = try #require(RunData(try files()))
    #expect(data.attempts.map(\.number) == [1, 2] && data.attempts[0].count == 100)
    #expect(data.recovery.map(\.seconds) == [5, 12.5, 13])
    #expect(data.settings.map(\.path) == ["name", "about", "clients.count"])
    let page = try #require(try Page.html(files())).replacing("\u{a0}", with: " ")
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
