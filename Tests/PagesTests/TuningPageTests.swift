import Documents
import Foundation
import Testing

@testable import Pages

/// The page of a search for a formula, made from a folder that a test wrote by hand.
@Suite("The page of a search for a formula") struct TuningPageTests {
  private static let hostile = "<script>alert(\"x\")</script> & 'so' \u{202e}on"

  private func files(
    own: String = "calm", formula: String = "uniform(0s, 9s)", tested: Bool = true,
    keptInTest: Bool = true, lost: [String] = [], candidates: Int = 40, winner: Bool = true
  ) throws -> [String: String] {
    let found: [String: Any] = [
      "formula": formula, "family": "full", "values": "cap=9s", "feasible": true,
      "metrics": metrics(14.5, 60, 5),
    ]
    let document: [String: Any] = [
      "schema": 2, "scenario": "small", "scenarios": ["small@40s", "small@50s"],
      "seeds": [["first": 1, "last": 3]], "clients": 100,
      "objective": ["metric": "recover.p99", "better": "low", "indifference": 0.02],
      "families": [
        [
          "name": "full", "template": "uniform(0s, $cap)", "parameters": ["cap": "5s..120s"],
        ] as [String: Any]
      ],
      "carried": ["reset": "ready"], "budget": 90, "runs": 88, "formulas": candidates,
      "unusable": 1,
      "truncated": false, "feasible": true,
      "constraints": [
        [
          "promise": "peak_arrivals_1s <= 391", "metric": "peak_arrivals_1s", "limit": 391,
          "from": "the own formula", "kept": true,
          "found": 60, "kept_in_test": tested ? keptInTest as Any : NSNull(),
          "found_in_test": tested ? 63.5 as Any : NSNull(),
        ] as [String: Any]
      ],
      "own": ["formula": own, "metrics": metrics(56, 390, 6)] as [String: Any],
      "winner": winner ? found as Any : NSNull(),
      "front": winner ? [found, found] : [],
      "test": tested && winner ? test(own: own, formula: formula, lost: lost) as Any : NSNull(),
    ]
    let trials = ["40s", "50s"].map { time in
      TuningRecord.Trial(
        PageManifests.scenario("small@\(time)", [("clients.count", "100"), ("faults.0.for", time)]))
    }
    let manifest = PageManifests.text(
      TuningRecord(
        "small", tunedOn: trials, testedOn: [], testedBehindLimits: [], seed: 1, clients: 100,
        command: ["tune", "small", "--budget", "90"], digest: "00ff", events: 1_234,
        truncated: false))
    return [
      "tuning.json": try json(document), "candidates.csv": csv(candidates),
      "manifest.json": manifest,
    ]
  }

  private func test(own: String, formula: String, lost: [String]) -> [String: Any] {
    let results: [[String: Any]] = [
      ["name": own, "role": "own", "metrics": metrics(57.5, 380, 6)],
      ["name": formula, "role": "winner", "metrics": metrics(16.5, 63.5, 5)],
      ["name": own, "role": "catalogue", "metrics": metrics(57.5, 380, 6)],
      ["name": "hasty", "role": "catalogue", "metrics": metrics(4.5, 900, 30)],
      ["name": "gone", "role": "catalogue", "metrics": metrics(nil, 100, 30)],
    ]
    func outcome(_ ending: String, lost: Int, _ seconds: Double?) -> [String: Any] {
      [
        "ending": ending, "cause": seconds == nil ? "overload" : NSNull(), "seeds": 3,
        "seeds_lost": lost,
        "seeds_metastable": 0, "seeds_never": 0,
        "recover.p99": ["median": seconds ?? NSNull()] as [String: Any],
      ]
    }
    func row(_ name: String, _ outcome: [String: Any]) -> [String: Any] {
      [
        "name": name, "rank": 1, "holds_everywhere": false, "lucky": false,
        "near_best_in": [] as [String],
        "bad_in": [] as [String], "worlds": ["w": outcome],
      ]
    }
    return [
      "scenarios": ["small@45s"], "results": results, "seeds": [] as [Any],
      "catalogue_at_least_as_good": [] as [String], "catalogue_better": [] as [String],
      "catalogue_outdone": [] as [String], "slower_behind_limits": [] as [String],
      "elsewhere": [
        ["scenario": "flapping", "winner": metrics(9.5, 1, 1), "own": metrics(4.75, 1, 1)],
        ["scenario": "dark", "winner": metrics(nil, 1, 1), "own": metrics(nil, 1, 1)],
      ] as [[String: Any]],
      "behind_limits": [
        "worlds": [["scenario": "w", "base": "w", "limit": "auth"]],
        "near_factor": 1.1, "bad_factor": 2, "holds_everywhere": [] as [String],
        "lucky": [] as [String],
        "variants": [
          row(formula, outcome("dies", lost: 3, nil)), row(own, outcome("back", lost: 0, 74.5)),
        ],
      ] as [String: Any],
      "lost_behind_limits": lost, "verdict": "Over others it is good (a. b). A second sentence.",
      "sentences": ["Over others it is good (a. b).", "A second sentence."],
    ]
  }

  private func metrics(_ seconds: Double?, _ peak: Double, _ attempts: Double) -> [String: Any] {
    func interval(_ mean: Double?) -> [String: Any] {
      guard let mean else { return ["mean": NSNull(), "low": NSNull(), "high": NSNull()] }
      return ["mean": mean, "low": mean * 0.9, "high": mean * 1.1]
    }
    return [
      "recover.p99": interval(seconds), "peak_arrivals_1s": interval(peak),
      "attempts_per_client": interval(attempts),
    ]
  }

  /// The objective falls from candidate to candidate; every third breaks a promise.
  private func csv(_ count: Int) -> String {
    let header =
      "candidate,bracket,family,formula,runs,feasible,front,winner,recover.p99,peak_arrivals_1s,failure\n"
    return header
      + (0..<count).map { place in
        let seconds = 40 - 20 * Double(place) / Double(count)
        return "\(place + 1),\(place * 4 / count),full,\"a, b\",\(place % 2 == 0 ? 6 : 2),"
          + "\(place % 3 != 0),false,false,\(seconds),\(100 + place % 200),\n"
      }.joined()
  }

  private func json(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys),
      as: UTF8.self)
  }

  private func page(_ files: [String: String]) throws -> String {
    try #require(Page.html(files)).replacing("\u{a0}", with: " ")
  }

  private func title(_ files: [String: String]) throws -> String {
    String(try #require(try page(files).firstMatch(of: /<h1>(.*)<\/h1>/)).output.1)
  }

  @Test("a page stands alone: no script, and no request to anywhere; every drawing has words")
  func selfContained() throws {
    let page = try page(files())
    for forbidden in ["<script", "http:", "https:", "@import", "url(", "src="] {
      #expect(!page.contains(forbidden), "\(forbidden)")
    }
    let names = page.matches(of: /id="([^"]*)"/).map { String($0.output.1) }
    // Four charts, each drawn twice, with a title and a description.
    #expect(Set(names).count == names.count && names.count == 16)
    for drawing in page.matches(of: /<svg ([^>]*)>/) {
      #expect(drawing.output.1.contains("aria-labelledby"))
    }
  }

  @Test("whatever the names hold, they are no tags and turn no text around")
  func escaping() throws {
    let page = try page(files(own: Self.hostile, formula: Self.hostile + "2"))
    #expect(!page.contains("<script") && !page.contains("alert(\""))
    #expect(!page.unicodeScalars.contains("\u{202e}"))
    #expect(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp;"))
  }

  @Test("the headline has the figures of the test, and what speaks against the formula")
  func headline() throws {
    #expect(
      try title(files()) == "The formula found has 99 % back after 16.5 s, where calm takes 57.5 s."
    )
    #expect(
      try title(files(keptInTest: false)).hasSuffix(
        "takes 57.5 s, but breaks a promise in the test."))
    #expect(
      try title(files(lost: ["w"])).hasSuffix("but it does not hold behind every kind of limit."))
    #expect(
      try title(files(tested: false))
        == "The formula found has 99 % back after 14.5 s, where calm takes 56.0 s.")
    #expect(try title(files(winner: false)) == "No formula could be measured.")
  }

  @Test("figures of the page are those of the files")
  func figures() throws {
    let page = try page(files())
    for text in [
      "in two of four places the formula found is at least as good as calm, in two it is not. In one "
        + "more neither has a figure with every seed.",
      "dies: overload", "74.5 s", "14.50 [13.05 to 15.95]", "hasty", "gone: never, with some seed",
      "Of 40 formulas 26 keep every promise, and 2 are on the front", "promised: 391",
      "The best so far went from 39.0 s to 21.0 s, the last step with formula number 39 of 40.",
      "88 of 90 runs were made; a formula that comes through has three seeds in each scenario. 1 formula "
        + "cannot be used. Every formula carries reset: ready.",
      "simulate tune small", "small@50s: faults.0.for", "cap=9s", "A second sentence.",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    let csv = try #require(files()["candidates.csv"])
    let feasible = csv.split(separator: "\n").count { $0.contains(",true,false,false,") }
    #expect(feasible == 26)
  }

  @Test("a search that found nothing, and one that was not tested, have sentences")
  func little() throws {
    let nothing = try page(files(candidates: 0, winner: false))
    #expect(nothing.contains("There is no formula to set against the own one."))
    #expect(nothing.contains("No formula has all runs and keeps every promise."))
    let untested = try page(files(tested: false))
    #expect(untested.contains("There is no test with two formulas to tell apart."))
    #expect(Page.html(["manifest.json": "{\"kind\": \"tuning\"}", "tuning.json": "{}"]) == nil)
  }

  @Test("thousands of formulas are not a large page, and always the same bytes")
  func size() throws {
    let page = try #require(Page.html(files(candidates: 20_000)))
    #expect(page.utf8.count < 1_000_000, "\(page.utf8.count)")
    #expect(try Page.html(files(candidates: 20_000)) == page)
  }

  @Test func numbersBeyondAllMeasureAreHeld() throws {
    var folder = try files()
    folder["candidates.csv"] = try #require(folder["candidates.csv"])
      .replacing("\"a, b\",6,", with: "\"a, b\",9223372036854775807,")
    #expect(try #require(Page.html(folder)).contains("<html"))
  }
}
