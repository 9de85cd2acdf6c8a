import Documents
import Foundation
import Testing

@testable import Pages

/// The page of a comparison, made from a folder that a test wrote by hand.
@Suite("The page of a comparison") struct ComparisonPageTests {
  private static let hostile = "<script>alert(\"x\")</script> & 'so' \u{202e}on"

  /// A formula of the folder: recover.p99 is 10 s for the first, 20 s for the second, and so on.
  private struct Formula {
    var name: String
    /// nil: never.
    var seconds: Double?
    var peak = 100.0
    var broken = false
  }

  private static let three = [
    Formula(name: "calm", seconds: 20, peak: 50), Formula(name: "hasty", seconds: 5, peak: 400),
    Formula(name: "lost", seconds: nil, peak: 300, broken: true),
  ]

  private func files(
    _ formulas: [Formula] = three, scenarios: [String] = ["small"], limits: Bool = false,
    seconds: Int = 40
  ) throws -> [String: String] {
    let parts = scenarios.map { part($0, formulas) }
    var document: [String: Any] = [
      "schema": 1, "replications": 5, "truncated": false, "ranked_by": "recover.p99",
      "promises": [] as [Any],
      "verdict": "One sentence of all (such as this. one). Another one. A third.",
      "sentences": ["One sentence of all (such as this. one).", "Another one.", "A third."],
    ]
    if parts.count == 1 {
      document.merge(parts[0]) { old, _ in old }
    } else {
      document["scenarios"] = parts
    }
    if limits { document["limits"] = limitTable(formulas, scenarios) }
    let records = scenarios.map {
      PageManifests.scenario($0, [("name", scenarios[0]), ("clients.count", "100")])
    }
    let manifest = PageManifests.text(
      ComparisonRecord(
        records, variants: formulas.map(\.name), sameAxes: false, precision: nil,
        rankedBy: "recover.p99",
        limitPerSecond: nil, replications: 5,
        command: ["compare", "--backoff", "calm", "--backoff", "uniform(0s, 'x')"], digest: "00ff",
        events: 1_234,
        truncated: false))
    return [
      "manifest.json": manifest, "comparison.json": try json(document),
      "comparison.csv":
        "scenario,variant,metric,unit,mean\na,b,recover.p99,s,1\na,b,peak_arrivals_1s,count,1\n"
        + "a,b,attempts_per_client,ratio,1\n",
      "timeseries.csv": series(formulas, scenarios, seconds: seconds),
    ]
  }

  private func json(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys),
      as: UTF8.self)
  }

  private func part(_ name: String, _ formulas: [Formula]) -> [String: Any] {
    let order = formulas.indices.sorted {
      (formulas[$0].seconds ?? .infinity, $0) < (formulas[$1].seconds ?? .infinity, $1)
    }
    let variants = formulas.enumerated().map { place, formula -> [String: Any] in
      [
        "name": formula.name, "formula": formula.name, "policies": [formula.name],
        "rank": (order.firstIndex(of: place) ?? 0) + 1, "on_front": formula.seconds != nil,
        "metrics": [
          "recover.p99": interval(formula.seconds), "peak_arrivals_1s": interval(formula.peak),
          "attempts_per_client": interval(3),
          "still_trying": interval(formula.seconds == nil ? 7 : 0),
        ],
        "slo": [
          [
            "promise": "recover.p99 < 9s", "kept": !formula.broken, "found": "12.5 s",
            "failed_in": 2, "judged_by": "every seed", "broken_seeds": [1, 2],
          ] as [String: Any]
        ],
        "rules": [
          ["reset": "ready", "clock": "failure", "attempts": "3", "connectTimeout": "10s"]
        ],
      ]
    }
    let pairs = formulas.dropFirst().map { formula -> [String: Any] in
      let difference = formula.seconds.flatMap { one in formulas[0].seconds.map { one - $0 } }
      return [
        "a": formulas[0].name, "b": formula.name, "metric": "recover.p99",
        "difference": difference as Any? ?? NSNull(),
        "low": difference.map { $0 - 1 } as Any? ?? NSNull(),
        "high": difference.map { $0 + 1 } as Any? ?? NSNull(), "p": 0.0123,
        "decided": difference != nil,
      ]
    }
    return [
      "scenario": name, "clients": 100, "seeds": ["first": 1], "variants": variants,
      "pairs": pairs, "limit": ["stage": "admission", "per_second": 80],
      "faults": [["kind": "outage", "from_s": 5, "to_s": 10]], "least_possible_s": 4,
      "ranking": order.map { formulas[$0].name }, "pareto": [] as [String],
      "verdict": "One sentence (such as this. one). Another one. A third.",
      "sentences": ["One sentence (such as this. one).", "Another one.", "A third."],
    ]
  }

  private func interval(_ figure: Double?) -> [String: Any] {
    guard let figure else { return ["median": NSNull(), "low": NSNull(), "high": NSNull()] }
    return ["mean": 1_000, "median": figure, "low": figure * 0.9, "high": figure * 1.1]
  }

  private func limitTable(_ formulas: [Formula], _ scenarios: [String]) -> [String: Any] {
    [
      "near_factor": 1.1, "bad_factor": 2, "holds_everywhere": [] as [String],
      "lucky": [] as [String],
      "worlds": scenarios.map { ["scenario": $0, "base": "small", "limit": $0] },
      "variants": formulas.map { formula -> [String: Any] in
        let ends = scenarios.map { name -> (String, Any) in
          var outcome: [String: Any] = [
            "seeds": 5, "seeds_metastable": 0, "seeds_never": 0,
            "recover.p99": interval(formula.seconds),
          ]
          if formula.seconds == nil {
            outcome.merge(["ending": "dies", "cause": "overload", "seeds_lost": 5]) { $1 }
          } else {
            outcome.merge(["ending": "back", "seeds_lost": 1]) { $1 }
          }
          return (name, outcome)
        }
        return [
          "name": formula.name, "holds_everywhere": formula.seconds != nil, "lucky": false,
          "rank": 1,
          "near_best_in": [] as [String], "bad_in": [] as [String],
          "worlds": Dictionary(uniqueKeysWithValues: ends),
        ]
      },
    ]
  }

  private func series(_ formulas: [Formula], _ scenarios: [String], seconds: Int) -> String {
    var text = "scenario,variant,t_s,width_s,arrivals,busiest_s,connected,runs\n"
    for scenario in scenarios {
      for formula in formulas {
        let names = [scenario, formula.name].map {
          "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\""
        }
        for second in 0..<seconds {
          let arrivals = second == 6 ? formula.peak : second > 6 ? 10 : 0
          text += "\(names[0]),\(names[1]),\(second),1,\(arrivals),\(arrivals),100,5\n"
        }
      }
    }
    return text
  }

  private func page(_ files: [String: String]) throws -> String {
    try #require(Page.html(files)).replacing("\u{a0}", with: " ")
  }

  @Test("a page stands alone: no script, and no request to anywhere; every name is unique")
  func selfContained() throws {
    let page = try page(files(scenarios: ["one", "two"], limits: true))
    for forbidden in ["<script", "http:", "https:", "@import", "url(", "src="] {
      #expect(!page.contains(forbidden), "\(forbidden)")
    }
    for tag in ["svg", "table", "section", "details", "figure", "pre", "main"] {
      let opened = page.matches(of: try Regex("<\(tag)[ >]")).count
      #expect(opened > 0 && opened == page.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
    }
    let names = page.matches(of: /id="([^"]*)"/).map { String($0.output.1) }
    #expect(Set(names).count == names.count && names.count > 20)
    for reference in page.matches(of: /aria-labelledby="([^"]*)"/) {
      for name in reference.output.1.split(separator: " ") { #expect(names.contains(String(name))) }
    }
    for link in page.matches(of: /href="#([^"]*)"/) {
      #expect(names.contains(String(link.output.1)))
    }
    #expect(page.matches(of: /href="#/).count == 2)
  }

  @Test("every drawing says in words what it shows, or is hidden beside its number")
  func textAlternatives() throws {
    let page = try page(files())
    for drawing in page.matches(of: /<svg ([^>]*)>/) {
      let attributes = drawing.output.1
      #expect(
        attributes.contains("aria-hidden") || attributes.contains("aria-label"), "\(attributes)")
    }
  }

  @Test("whatever the names hold, they are no tags and turn no text around")
  func escaping() throws {
    let formulas = [
      Formula(name: Self.hostile, seconds: 20), Formula(name: "<b>'&\"", seconds: 5, peak: 400),
    ]
    for limits in [false, true] {
      let page = try page(
        files(formulas, scenarios: limits ? [Self.hostile, "two"] : [Self.hostile], limits: limits))
      #expect(!page.contains("<script") && !page.contains("alert(\"") && !page.contains("<b>'"))
      #expect(!page.unicodeScalars.contains("\u{202e}"))
      #expect(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;so&#39;"))
      #expect(page.contains("&lt;b&gt;&#39;&amp;&quot;"))
    }
  }

  @Test("the headline says the most important thing first")
  func headline() throws {
    func title(_ files: [String: String]) throws -> String {
      String(try #require(try page(files).firstMatch(of: /<h1>(.*)<\/h1>/)).output.1)
    }
    #expect(
      try title(files())
        == "Two of three formulas are on the front: hasty is back first, calm has the lowest peak.")
    // One that loses clients tries less, because they are gone.
    let quiet = Self.three.prefix(2) + [Formula(name: "lost", seconds: nil, peak: 30)]
    #expect(
      try title(files(Array(quiet)))
        == "Two of three formulas are on the front: hasty is back first, calm has the lowest peak of "
        + "those with 99 % back.")
    let broken = Self.three.map { Formula(name: $0.name, seconds: $0.seconds, broken: true) }
    #expect(
      try title(files(broken))
        == "No formula keeps every promise: even hasty breaks recover.p99 &lt; 9s.")
    let lost = Self.three.map { Formula(name: $0.name, seconds: nil) }
    #expect(try title(files(lost)) == "No formula has 99 % back with every seed.")
    #expect(
      try title(files(scenarios: ["one", "two"]))
        == "hasty has the best mean rank over two scenarios.")
    #expect(
      try title(files(scenarios: ["one", "two"], limits: true))
        == "Two of three formulas hold behind every kind of limit; calm is the best at its worst.")
  }

  @Test("figures of the page are those of the files")
  func figures() throws {
    let page = try page(files())
    for text in [
      "Sooner back costs a higher peak: from hasty (5.00 s, 400 arrivals in its busiest second) to calm "
        + "(20.0 s, 50).",
      "Of two others: one better and one without a figure to compare.", "−15.0 s", "0.012",
      "at best 4.00 s", "limit 80/s", "20 [18 to 22]", "5 [4.50 to 5.50]", "lost: never, 7 clients",
      "lost (found 12.5 s)", "✕ 2 of 3", "1 s above the limit", "never above the limit",
      "--backoff &#39;uniform(0s, &#39;\\&#39;&#39;x&#39;\\&#39;&#39;)&#39;", "<li>A third.</li>",
    ] {
      #expect(page.contains(text), "\(text)")
    }
  }

  @Test(
    "the matrix has a row for each formula and a column for each world, with words for the lost")
  func matrix() throws {
    let page = try page(files(scenarios: ["listener", "auth"], limits: true))
    #expect(page.components(separatedBy: "<td class=\"h0 min\">5.00 s (1)</td>").count == 3)
    #expect(page.components(separatedBy: "<td class=\"h7\">20.0 s (1)</td>").count == 3)
    #expect(page.components(separatedBy: "<td class=\"gone\">dies: overload <span").count == 3)
    #expect(page.contains("<td class=\"sum kept\">✓ holds</td>"))
  }

  @Test("a long formula is called yours, several by a letter, and the page says once what that is")
  func longNames() throws {
    let long = "list(uniform(0s, 10.6s); min(20.3s, uniform(6.56s, 3 * max(prev, 6.56s))))"
    let page = try page(
      files([Formula(name: "calm", seconds: 20), Formula(name: long, seconds: 5, peak: 400)]))
    #expect(page.contains(">your formula</span>"))
    #expect(page.components(separatedBy: long).count == 2)
    let two = try self.page(
      files([
        Formula(name: long, seconds: 5, peak: 400),
        Formula(name: "min(30s, 2^x) * uniform(0.5, 1)", seconds: 20),
      ]))
    #expect(two.contains(">formula A</span>") && two.contains(">formula B</span>"))
  }

  @Test("a column of zeros has its points on the zero, and no other figure")
  func zeros() throws {
    let page = try page(
      files([
        Formula(name: "calm", seconds: 20, peak: 0), Formula(name: "fast", seconds: 5, peak: 0),
      ]))
    let start = try #require(page.range(of: "aria-label=\"calm, peak"), "\(page)")
    #expect(page[start.lowerBound...].prefix(600).contains("<circle class=\"pf\" cx=\"3%\""))
    let axis = try #require(
      page.firstMatch(of: /peak, arrivals in 1\s*s.*?<svg.*?<\/svg>/.dotMatchesNewlines()))
    #expect(
      axis.output.components(separatedBy: "<text").count == 2 && axis.output.contains(">0</text>"))
  }

  @Test("where there is nothing to compare there is a sentence")
  func little() throws {
    let same = [Formula(name: "one", seconds: 5), Formula(name: "two", seconds: 5)]
    let page = try page(files(same))
    #expect(page.contains("there is nothing to trade"))
    #expect(
      page.contains(
        "<h1>Both formulas are as good in all that counts: 99 % are back after 5.00 s.</h1>"
      ))
    #expect(page.contains("No formula differs from the baseline in what they are ranked by."))
    var few = try files(same)
    few["timeseries.csv"] = nil
    few["comparison.csv"] = nil
    #expect(Page.html(few)?.contains("Nothing came to the listener.") == true)
    few["comparison.json"] = "{}"
    #expect(Page.html(few) == nil)
  }

  @Test("many formulas over many scenarios are not a large page")
  func size() throws {
    let formulas = (0..<48).map {
      Formula(name: "formula-number-\($0)", seconds: Double($0 + 1), peak: 5_000 / Double($0 + 1))
    }
    let scenarios = (0..<12).map { "scenario-\($0)" }
    let page = try #require(Page.html(files(formulas, scenarios: scenarios, seconds: 300)))
    #expect(page.utf8.count < 2_000_000, "\(page.utf8.count)")
    #expect(page.contains("4 more scenarios are in the first table alone."))
    #expect(Page.html(try files(formulas, scenarios: scenarios, seconds: 300)) == page)
  }
}
