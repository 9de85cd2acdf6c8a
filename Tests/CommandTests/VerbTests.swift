import Foundation
import Testing

@Suite("The verbs that run no scenario")
struct VerbTests {
  @Test("replay answers stdin and files, and locates bad lines")
  func replay() throws {
    let place = try Workplace()
    let input = "{\"event\": \"LOGIN_CACHED\"}\n{\"event\": \"TEMPORARY_FAILURE\"}\n"
    let ending = try place.simulate("replay", "--session", "stoat", input: input)
    #expect(ending.status == 0)
    #expect(ending.results.split(separator: "\n").count == 2)
    #expect(ending.results.contains("\"retryDelaySeconds\": 1.0, \"retryTimerArmed\": true"))
    try place.write(input, to: "story.jsonl")
    let file = try place.simulate("replay", "--session", "stoat", "--input", "story.jsonl")
    #expect(file.results == ending.results)
    let bad = try place.simulate("replay", "--session", "stoat", input: input + "nonsense\n")
    #expect(bad.status == 2)
    #expect(bad.results == ending.results)
    #expect(bad.messages.hasPrefix("error: stdin, line 3: not JSON"))
  }

  @Test("backoffs gives rows with six keys")
  func backoffs() throws {
    let place = try Workplace()
    let ending = try place.simulate("backoffs", "stoat-web", "--format", "json")
    #expect(ending.status == 0)
    let value = try JSONSerialization.jsonObject(with: Data(ending.results.utf8))
    let rows = try #require(value as? [[String: Any]])
    #expect(rows.count == 12)
    #expect(Set(rows[0].keys) == ["failures", "mean", "min", "max", "sd", "stop"])
    let mean = try #require(rows[2]["mean"] as? Double)
    #expect(abs(mean - 7) < 0.05)
    let stopped = try place.simulate(
      "backoffs", "1s, attempts: 1", "--failures", "2", "--format", "csv")
    #expect(
      stopped.results == "failures,mean,min,max,sd,stop\n1,1.0,1.0,1.0,0.0,false\n2,,,,,true\n")
    let list = try place.simulate("backoffs")
    #expect(list.results.contains("aws-full") && list.results.contains("stoat-web"))
    #expect(try place.simulate("backoffs", "0 - 1s").status == 1)
  }

  @Test("diagram, scenarios, validate and explain")
  func others() throws {
    let place = try Workplace()
    let diagram = try place.simulate("diagram", "--session", "stoat", "--profile", "forWeb")
    #expect(diagram.results.hasPrefix("stateDiagram-v2\n  [*] --> READY\n"))
    let optimistic = try place.simulate("diagram", "--session", "optimistic")
    #expect(optimistic.results.contains("  WRITING --> WAITING: CONFLICT\n"))
    let list = try place.simulate("scenarios")
    let lines = list.results.split(separator: "\n")
    #expect(lines.count == 39 && lines.allSatisfy { $0.count <= 100 })
    #expect(lines[0].hasPrefix("gateway-restart ") && list.results.contains("long-outage "))
    #expect(try place.simulate("scenarios", "--long").results.contains("gateway-restart\n  "))
    let yaml = try place.simulate("scenarios", "gateway-restart").results
    try place.write(yaml, to: "mine.yaml")
    try place.write("seed: -1\n", to: "bad.yaml")
    let good = try place.simulate("validate", "mine.yaml", "ideal-outage")
    #expect(good.status == 0 && good.results == "mine.yaml: ok\nideal-outage: ok\n")
    let bad = try place.simulate("validate", "bad.yaml", "mine.yaml", "none.yaml")
    #expect(bad.status == 2)
    #expect(bad.results.contains("bad.yaml:1:7: seed:"))
    #expect(bad.results.contains("mine.yaml: ok\n"))
    #expect(bad.results.contains("none.yaml: there is no file"))
    let metric = try place.simulate("explain", "recover.p99")
    #expect(metric.status == 0 && metric.results.contains("nearest-rank"))
  }

  @Test("explain answers for keys, faults, formulas, options, and offers what is near")
  func explain() throws {
    let place = try Workplace()
    let key = try place.simulate("explain", "gateway.admission")
    #expect(key.status == 0 && key.results.contains("by slots"))
    let option = try place.simulate("explain", "--", "--clients")
    #expect(option.results.contains("option of a command"))
    let near = try place.simulate("explain", "gatway")
    #expect(near.status == 2 && near.messages.contains("did you mean 'gateway'?"))
    #expect(try place.simulate("explain").results.contains("kind of fault"))
  }

  @Test("help leads to the words that are explained")
  func helpOfWords() throws {
    let place = try Workplace()
    #expect(try place.simulate("help", "scenario").results.contains("clients"))
    #expect(try place.simulate("help", "outage").results.contains("kind of fault"))
    #expect(try place.simulate("help", "run").results.contains("USAGE: simulate [run]"))
  }

  @Test("-n checks and prints the plan, -q and -o are short for --quiet and --out")
  func shortFlags() throws {
    let place = try Workplace()
    let plan = try place.simulate("-n", "--clients", "7")
    #expect(plan.status == 0 && plan.results.contains("clients.count") && !place.exists("results"))
    let run = try place.simulate("-q", "-o", "here", "--clients", "7")
    #expect(run.status == 0 && run.messages.isEmpty && place.exists("here/summary.json"))
  }

  @Test("every option of every verb is explained")
  func optionsAreExplained() throws {
    let place = try Workplace()
    let page = try place.simulate("explain").results
    let options = page.split { $0 == " " || $0 == "\n" }.filter { $0.hasPrefix("--") }
    #expect(options.count > 40)
    for option in options {
      let ending = try place.simulate("explain", String(option))
      #expect(ending.status == 0 && ending.results.contains("(option of a command)"), "\(option)")
    }
  }

  @Test("the pages of the reference are those that the program writes")
  func pages() throws {
    let place = try Workplace()
    #expect(try place.simulate("explain", "--pages", "pages").status == 0)
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let names = ["commands", "faults", "formulas", "metrics", "scenario"].map { "\($0).md" }
    let written = try FileManager.default.contentsOfDirectory(
      atPath: place.url.appendingPathComponent("pages").path)
    #expect(written.sorted() == names)
    for name in names {
      let new = try String(
        contentsOf: place.url.appendingPathComponent("pages/\(name)"), encoding: .utf8)
      let old = try String(
        contentsOf: package.appendingPathComponent("docs/reference/\(name)"), encoding: .utf8)
      #expect(new == old, "write them again: simulate explain --pages docs/reference")
    }
  }

  @Test("schema prints a JSON document")
  func schema() throws {
    let ending = try Workplace().simulate("schema")
    #expect(ending.status == 0)
    let document = try JSONSerialization.jsonObject(with: Data(ending.results.utf8))
    #expect((document as? [String: Any])?["$schema"] != nil)
  }
}
