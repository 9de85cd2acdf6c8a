import Documents
import Foundation
import Testing

@testable import Pages

/// The page of several runs, made from a folder that a test wrote by hand.
@Suite("The page of several runs") struct ReplicationPageTests {
  private static let hostile = "<script>x</script> \"a\", b"

  /// Values of each of three runs, by path; nil is never.
  private static let figures: [(path: String, values: [Double?])] = [
    ("affected", [100, 100, 100]), ("attempts", [240, 250, 260]),
    ("attempts_per_client", [2.4, 2.5, 2.6]), ("recovered", [100, 100, 100]),
    ("peak_arrivals_1s", [50, 60, 70]), ("clear_s", [10, 10, 10]),
    ("lower_bound_s", [4, 4, 4]), ("recover.count", [100, 100, 100]), ("recover.p50", [5, 5, 5]),
    ("recover.p99", [12, 12.5, 13]), ("queue_peak", [0, 0, 0]),
  ]

  private func files(
    name: String = "small", lost: [Double] = [0, 0, 0], never: Bool = false,
    promises: [[String: Any]] = []
  ) throws -> [String: String] {
    var files = try RunFiles.files(name: name)
    var figures = Self.figures + [("still_trying", lost.map { $0 })]
    if never { figures = figures.map { $0.0 == "recover.p99" ? ($0.0, [12, nil, 13]) : $0 } }
    var metrics: [String: Any] = [:]
    var rows = ["run,scenario,variant,seed,metric,statistic,value,unit"]
    let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
    for (path, values) in figures {
      metrics[path] = estimate(values, isMedian: path.hasPrefix("recover.p"))
    }
    for run in 0..<3 {
      for (path, values) in figures {
        let parts = path.split(separator: ".")
        let statistic = parts.count > 1 ? String(parts[1]) : "value"
        let value = values[run].map { "\($0)" } ?? "inf"
        rows.append("\(run + 1),\(quoted),v,\(run + 7),\(parts[0]),\(statistic),\(value),s")
      }
    }
    files["summary.csv"] = rows.joined(separator: "\n") + "\n"
    files["percentiles.csv"] =
      "metric,percentile,value_s\nrecover,50,5.25\nrecover,99,12.75\nrecover,99.9,inf\n"
    let summary: [String: Any] = [
      "schema": 2, "warnings": [] as [Any], "promises": [] as [Any], "runs": [] as [Any],
      "scenario": name, "replications": 3, "seeds": ["first": 7, "last": 9], "clients": 100,
      "digest": "00ff", "events": 3_000, "truncated": false, "formulas": [name],
      "verdict": "All is well, says \(name).", "metrics": metrics,
      "findings": [["code": "some", "sentence": "It was \(name).", "runs": 2] as [String: Any]],
      "limit": ["stage": "auth", "per_second": 10],
      "faults": [["kind": "outage", "from_s": 5, "to_s": 10]],
    ]
    files["summary.json"] = try text(summary)
    let header = try #require(files["timeseries.csv"]?.split(separator: "\n").first)
    let seconds = (0..<30).map { second in
      "\(second),9,5.5,4,3,2,1,4,5,\((5..<10).contains(second) ? 0 : 100),0,0,0,0,3,4,7,0,100"
    }
    files["timeseries.csv"] =
      (["\(header),runs,arrivals_min,arrivals_max,connected_min,connected_max"] + seconds)
      .joined(separator: "\n") + "\n"
    let scenario = PageManifests.scenario(name, [("name", name), ("clients.count", "100")])
    files["manifest.json"] = try PageManifests.replications(scenario, promises: text(promises))
    return files
  }

  private func estimate(_ values: [Double?], isMedian: Bool) -> [String: Any] {
    let known = values.compactMap { $0 }
    guard known.count == values.count else {
      return ["mean": NSNull(), "low": NSNull(), "high": NSNull(), "min": 0, "max": NSNull()]
    }
    let mean = known.reduce(0, +) / Double(known.count)
    let interval: [String: Any] = [
      "low": mean - 0.5, "high": mean + 0.5, "min": known.min() ?? 0, "max": known.max() ?? 0,
    ]
    // Another one than the mean: which of the two is shown must be seen.
    let figures = isMedian ? ["mean": mean + 100, "median": mean] : ["mean": mean]
    return interval.merging(figures) { $1 }
  }

  private func text(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
  }

  private func page(_ files: [String: String]) throws -> String {
    try #require(Page.html(files)).replacing("\u{a0}", with: " ")
  }

  private func title(_ files: [String: String]) throws -> String {
    let match = try #require(try page(files).firstMatch(of: /<h1>(.*)<\/h1>/))
    return String(match.output.1)
  }

  @Test("the headline is a median with its interval; what is broken or lost comes first")
  func headline() throws {
    #expect(
      try title(files())
        == "99 % are back 12.5 s (12.0 s to 13.0 s) after the cause is gone, where 4.00 s would do."
    )
    #expect(
      try title(files(lost: [0, 2, 0]))
        == "In 1 of 3 runs clients were not back at the end: 0.67 of 100 in the mean.")
    let every: [String: Any] = [
      "promise": "stuck == 0", "kept": false, "judged_by": "every seed", "failed_in": 2,
      "broken_seeds": [7, 9], "found": "0 to 3",
    ]
    #expect(
      try title(files(lost: [0, 2, 0], promises: [every]))
        == "The promise stuck == 0 is broken in 2 of 3 runs: found 0 to 3.")
    let mean: [String: Any] = [
      "promise": "recover.p99 < 13s", "kept": false, "judged_by": "mean", "failed_in": 0,
      "broken_seeds": [] as [Int], "found": "12.0 s to 13.0 s",
    ]
    #expect(try title(files(promises: [mean])).contains("is broken by the mean of 3 runs"))
    #expect(try page(files(promises: [every])).contains("<small>kept in 1 of 3 runs</small>"))
  }

  @Test("the tiles have figures and intervals, the percentiles are those of all runs together")
  func figures() throws {
    let page = try page(files())
    for text in [
      "seeds 7 to 9", "median, 75 % interval 12.0 s to 13.0 s; 4.00 s are possible",
      "mean, 95 % interval 59.5 to 60.5; 6 × the limit of 10/s", "nobody in any run",
      "Arrivals peak at 60 a second in the mean, 50 to 70 in single runs",
      "All runs as one population. Back are 50 % after 5.25 s, 99 % after 12.8 s.",
      "In 2 of 3 runs: It was small.", "What the runs show",
      // 100 arrivals of three runs in 1.5 s.
      "2 × the 10/s of the narrowest stage, auth",
    ] {
      #expect(page.contains(text), "\(text)")
    }
  }

  @Test("a strip shows each run, and the fold below has the figures of summary.csv")
  func strips() throws {
    let page = try page(files())
    #expect(page.contains("<h2>From seed to seed</h2>"))
    #expect(page.contains("From seed to seed 99 % are back after 12.0 s to 13.0 s."))
    #expect(page.contains("What differs most is: peak in 1 s, 50 to 70."))
    // Three metrics differ; each is drawn twice.
    #expect(page.matches(of: /<circle class="ps"/).count == 2 * 3 * 3)
    let seeds = try #require(page.range(of: "Data: each run"))
    #expect(page[seeds.upperBound...].contains("<td>8</td><td>5.0</td>"))
  }

  @Test("where a run never gets there, there is no figure, and the page says why")
  func never() throws {
    let page = try page(files(never: true))
    #expect(page.contains("never <small>in 1 of 3 runs</small>"))
    #expect(page.contains("Without a figure: 99 % back after (never in 1 of 3 runs)."))
  }

  @Test("whatever the texts hold, they are no tags, and nothing is asked for")
  func escaping() throws {
    let page = try page(files(name: Self.hostile))
    #expect(!page.contains("<script") && !page.contains("http") && !page.contains("src="))
    #expect(page.contains("&lt;script&gt;x&lt;/script&gt; &quot;a&quot;, b"))
    let names = page.matches(of: /id="([^"]*)"/).map { String($0.output.1) }
    #expect(Set(names).count == names.count)
  }

  @Test("a folder without the runs' own figures has no page")
  func missing() throws {
    var files = try files()
    files["summary.csv"] = nil
    #expect(Page.html(files) == nil)
  }
}
