import Documents
import Foundation
import Testing

@testable import Pages

/// The page of a study of capacity, made from a folder that a test wrote by hand.
@Suite("The page of a study of capacity") struct CapacityPageTests {
  private static let hostile = "<script>alert(1)</script>'\"&"

  private struct Formula {
    var name = "aws-full"
    var value: Double? = 4
    /// Value, seconds, and whether it is kept.
    var probes: [(Double, Double?, Bool)] = [
      (1, nil, false), (2, 75, false), (4, 50, true), (64, 20, true),
    ]
    var isLeft = true
  }

  private func files(
    _ formulas: [Formula], worlds: [String] = [], key: String = "gateway.nodes",
    isTruncated: Bool = false
  ) -> [String: String] {
    let answers = formulas.map(answer)
    let study = CapacityDocument(
      scenario: formulas.first?.name ?? "s", key: key, direction: .least, range: 1...64,
      scale: .count, seeds: 3,
      promises: ["recover.p99 < 60s"],
      limits: [.init(metric: "recover.p99", promise: "recover.p99 < 60s", value: 60)],
      truncated: isTruncated,
      variants: answers, worlds: worlds.map { .init(world: $0, perSecond: 90, variants: answers) })
    let scenario = PageManifests.scenario(
      formulas.first?.name ?? "s", [("seed", "1"), ("clients.count", "2000")])
    let record = CapacityRecord(
      scenario, key: key, direction: .least, from: "1", to: "64", variants: formulas.map(\.name),
      worlds: study.all.map(\.world), replications: 3, digest: "00ff", events: 1_234, runs: 9)
    return ["manifest.json": PageManifests.text(record), "capacity.json": documentText(study)]
  }

  private func answer(_ formula: Formula) -> CapacityDocument.Answer {
    let probes = formula.probes.map { value, seconds, isKept in
      CapacityDocument.Probe(
        value: value, kept: isKept, seeds: 3, singleIncidents: nil,
        leftAtS: seconds == nil && formula.isLeft ? 181 : nil,
        broken: isKept ? [] : ["recover.p99 < 60s"],
        limitedBy: nil,
        metrics: [
          ("recover.p99", seconds), ("peak_arrivals_1s", 1_554), ("attempts_per_client", 5.4025),
        ])
    }
    var answer = CapacityDocument.Answer(
      name: formula.name, formula: nil, backoff: formula.name, value: formula.value, monotone: true,
      keptRanges: [],
      confirmed: nil, singleIncidents: nil, probes: probes, surprise: nil, binds: nil, next: nil)
    answer.verdict = ["\(formula.name): the first sentence.", "The second."]
    return answer
  }

  private func page(_ files: [String: String]) throws -> String {
    let page = try #require(Page.html(files))
    #expect(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"))
    #expect(!page.contains("NaN") && !page.contains("{{"))
    return page
  }

  private func count(_ text: String, in page: String) -> Int {
    page.components(separatedBy: text).count - 1
  }

  @Test("one formula: its answer is the headline, and its own verdict leads on")
  func single() throws {
    let page = try page(files([Formula()]))
    #expect(page.contains("<h1>Every promise is kept with 4 nodes.</h1>"))
    #expect(
      page.contains("Promises: recover.p99 &lt; 60s. aws-full: the first sentence. The second."))
    #expect(page.contains("<td>50.0\u{a0}s</td><td>1,554</td><td>5.40</td>"))
    #expect(page.contains("2,000 clients"))
  }

  @Test("filled dots keep every promise, hollow ones break one; what has no figure stands apart")
  func marks() throws {
    let page = try page(files([Formula()]))
    // Each drawing is there twice: wide and narrow.
    #expect(count("class=\"pf\"", in: page) == 2 * 2)
    #expect(count("class=\"open\"", in: page) == 2 * 2)
    #expect(
      count(">beyond</text>", in: page) == 2 && page.contains("left once a promise was broken"))
    #expect(page.contains("promise 60.0\u{a0}s") && page.contains("gateway.nodes (log scale)"))
    let never = try self.page(files([Formula(isLeft: false)]))
    #expect(count(">never</text>", in: never) == 2)
  }

  @Test("several formulas: the best is named, and none is a word")
  func several() throws {
    let lost = Formula(name: "kafka", value: nil, probes: [(1, nil, false), (64, nil, false)])
    let page = try page(files([Formula(), lost]))
    #expect(
      page.contains(
        "<h1>aws-full: every promise is kept with 4 nodes, the least of 2 formulas.</h1>"))
    #expect(page.contains("None of the values is enough with kafka."))
    #expect(page.contains("<span class=\"broken\">none</span>"))
    #expect(page.contains("<dt>kafka</dt><dd>The first sentence.</dd>"))
    // Sentences that are the same with all are told once.
    #expect(page.contains("<dt>each formula</dt><dd>The second.</dd>"))
    let none = try self.page(files([lost, lost]))
    #expect(
      none.contains("No number of nodes from 1 to 64 keeps every promise, with any of 2 formulas."))
  }

  @Test(
    "where there is no answer the headline has the reason, if it is the same with all",
    arguments: [
      ("metastable-overload", nil, "the storm outlives its cause (overload)"),
      ("metastable-lockstep", nil, "the storm outlives its cause (lockstep)"),
      ("metastable-rejection", nil, "the storm outlives its cause (rejection)"),
      ("formula-paces", nil, "the waiting between retries sets the pace, not the gateway"),
      ("gateway-paces", "auth", "the recovery is limited by auth"),
    ] as [(String, String?, String)])
  func cause(finding: String, stage: String?, words: String) throws {
    var study = try document(files([Formula(value: nil), Formula(value: nil)]))
    for place in study.variants.indices {
      study.variants[place].binds = .init(
        .init(value: 64, seed: nil, finding: finding, sentence: nil), limitedBy: stage,
        perSecond: stage == nil ? nil : 200, impossible: nil, broken: ["recover.p99 < 60s"],
        found: nil)
    }
    #expect(try page(study).contains("with any of 2 formulas: \(words).</h1>"))
    study.variants[0].binds = nil
    #expect(try page(study).contains("with any of 2 formulas.</h1>"))
    study.variants[0].binds = study.variants[1].binds
    for place in study.variants.indices {
      study.variants[place].binds?.limitedBy = "auth"
      study.variants[place].binds?.perSecond = 200
      study.variants[place].binds?.impossible = .init(
        promise: "recover.p99 < 60s", neededPerSecond: 900)
    }
    #expect(
      try page(study).contains(
        "formulas: auth lets 200 a second through, too few for any formula.</h1>"))
  }

  private func document(_ files: [String: String]) throws -> CapacityDocument {
    try CapacityDocument(document: try #require(files["capacity.json"]))
  }

  private func page(_ study: CapacityDocument) throws -> String {
    var files = files([Formula(), Formula()])
    files["capacity.json"] = documentText(study)
    return try page(files)
  }

  @Test("worlds are columns of the table")
  func worlds() throws {
    let page = try page(files([Formula()], worlds: ["listener", "auth"]))
    #expect(page.contains("<th scope=\"col\">as it is</th><th scope=\"col\">listener</th>"))
    #expect(page.contains("--worlds limits"))
  }

  @Test("a figure below the promise that breaks it is explained")
  func close() throws {
    let close = Formula(probes: [(1, 59.5, false), (4, 50, true)])
    #expect(try page(files([close])).contains("A figure below the promise can still break it"))
    #expect(try !page(files([Formula()])).contains("A figure below the promise can still break it"))
  }

  @Test("hostile names, no formula at all, a single value, and 48 formulas still have a page")
  func degenerate() throws {
    let page = try page(files([Formula(name: Self.hostile)], key: Self.hostile))
    #expect(page.contains("&lt;script&gt;alert(1)"))
    let nothing = try self.page(files([], isTruncated: true))
    #expect(nothing.contains("No formula was studied to its end."))
    #expect(nothing.contains("interrupted: formulas are missing"))
    #expect(
      try self.page(files([Formula(value: 1, probes: [(1, 5, true)])])).contains("class=\"pf\""))
    let many = (0..<48).map { Formula(name: "f\($0) " + String(repeating: "x", count: 90)) }
    let large = try self.page(files(many))
    #expect(
      large.contains("The first 12 of 48 formulas are drawn.") && large.utf8.count < 2_000_000)
  }

  @Test("what keeps a page from being made is told with its file and place")
  func problem() {
    var files = files([Formula()])
    #expect(Page.problem(files, CapacityDocument.self) == nil)
    files["capacity.json"] = files["capacity.json"]?.replacing("\"scale\": \"count\",", with: "")
    #expect(Page.html(files) == nil)
    #expect(Page.problem(files, CapacityDocument.self) == "capacity.json: scale: this is missing")
    files["capacity.json"] = "{"
    #expect(
      Page.problem(files, CapacityDocument.self) == "capacity.json: 1:2: a name in quotes is due")
    #expect(Page.problem([:], CapacityDocument.self) == "manifest.json: this is no manifest")
  }
}
