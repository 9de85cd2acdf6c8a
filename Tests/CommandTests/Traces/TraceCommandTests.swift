import Foundation
import Testing

@Suite("simulate trace")
struct TraceCommandTests {
  /// One for each session system, and those with faults of another kind.
  static let scenarios = [
    "gateway-restart", "chat-train", "primer-live", "extension-push-storm", "contention",
    "mixed-fleet", "mobile-flapping", "region-blackhole", "rolling-restart",
  ]

  @Test("tells a life in the order of time, from the begin to the recovery")
  func text() throws {
    let place = try Workplace()
    let ending = try place.simulate("trace", "--clients", "200", "--client", "42", "--quiet")
    #expect(ending.status == 0 && ending.messages.isEmpty)
    let lines = ending.results.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("client 42 of 200   gateway-restart"))
    #expect(lines[1].contains("after the cause was gone, number "))
    let times = lines.compactMap { $0.firstMatch(of: /^ +(\d+\.\d{3}) s/).map { Double($0.1)! } }
    #expect(times.count > 20 && times == times.sorted() && times[0] == 0)
    let flat = ending.results.replacing(/\s+/, with: " ")
    for words in [
      "the run begins", "outage begins", "the gateway drops the connection", "fails: refused",
      "waits ", "(retry)", "begins attempt 1", "outage ends", "has succeeded", "heartbeats",
    ] {
      #expect(flat.contains(words), "\(words) is not told")
    }
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(!place.exists("results"))
  }

  @Test("worst, median and best are found by when they were back")
  func ranks() throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "trace", "--clients", "300", "--client", "best", "--client", "median", "--client", "worst",
      "-q")
    let places = ending.results.matches(of: /number (\d+) of (\d+) affected/)
      .map { (Int($0.1)!, Int($0.2)!) }
    #expect(places.map(\.0) == [1, 151, 300] && places.allSatisfy { $0.1 == 300 })
    let summary = try place.simulate("--clients", "300", "--no-out", "--format", "json", "-q").json
    let metrics = try #require(summary["metrics"] as? [String: Any])
    let recover = try #require(metrics["recover"] as? [String: Any])
    let last = try #require(recover["max"] as? Double)
    #expect(ending.results.contains("It was back \(String(format: "%.1f", last)) s after"))
  }

  @Test("a small fleet is followed as a whole, a large one by its worst client")
  func defaults() throws {
    let place = try Workplace()
    let small = try place.simulate("trace", "--clients", "5", "-q").results
    #expect(
      small.matches(of: /client (\d+) of 5\s/).map { String($0.1) } == ["0", "1", "2", "3", "4"])
    let large = try place.simulate("trace", "--clients", "21", "-q").results
    #expect(large.contains("number 21 of 21 affected"))
    #expect(large.matches(of: /client \d+ of 21\s/).count == 1)
    // A run in which nobody was affected has no worst client.
    let calm = try place.simulate("trace", "quiet-hour", "--clients", "30", "-q")
    #expect(calm.status == 0 && calm.results.hasPrefix("client 0 of 30 "))
  }

  @Test("a Chrome trace keeps the rules of its format", arguments: scenarios)
  func perfetto(scenario: String) throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "trace", scenario, "--clients", "60", "--client", "3", "--client", "7", "--format",
      "perfetto", "-q")
    #expect(ending.status == 0)
    let trace = try ChromeTrace(ending.results)
    #expect(trace.faults == [])
    if scenario == "gateway-restart" {
      #expect(trace.slices(named: "attempt ") > 4 && trace.slices(named: "client 3, attempt") > 0)
      #expect(trace.slices(named: "outage") == 1 && trace.slices(named: "disconnected") > 4)
    }
  }

  @Test("its counters are the series of the run")
  func counters() throws {
    let place = try Workplace()
    let trace = try ChromeTrace(
      try place.simulate("trace", "--clients", "60", "--client", "3", "--format", "perfetto", "-q")
        .results)
    _ = try place.simulate("--clients", "60", "--out", "r", "-q")
    let rows = try place.read("r/timeseries.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    for (counter, name, delay) in [
      ("arrivals in 1 s", "arrivals", 0), ("connected", "connected", 1), ("queue", "queue", 1),
    ] {
      let column = try #require(rows[0].firstIndex { $0 == name })
      let series = rows.dropFirst().compactMap { Int($0[column]) }
      // A value stands until the next; none is told twice.
      let counted = trace.counter(counter)
      #expect(zip(counted, counted.dropFirst()).allSatisfy { $0.value != $1.value })
      for second in 0..<rows.count - 2 {
        let last = counted.last { $0.at <= Int64(second + delay) * 1_000_000_000 }
        #expect(last?.value == series[second], "\(counter), second \(second)")
      }
    }
  }

  @Test("a sequence diagram is Mermaid", arguments: scenarios)
  func mermaid(scenario: String) throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "trace", scenario, "--clients", "60", "--client", "3", "--format", "mermaid", "-q")
    #expect(ending.status == 0)
    let diagram = MermaidDiagram(ending.results)
    #expect(diagram.faults == [])
    #expect(diagram.messages.count + diagram.notes.count > 5)
  }

  @Test("what cannot be followed is said, and nothing is written")
  func wrong() throws {
    let place = try Workplace()
    for word in ["200", "-1", "first", "4.5", ""] {
      let ending = try place.simulate("trace", "--clients", "200", "--client", word, "--out", "t")
      #expect(ending.status == 2 && ending.results.isEmpty)
      #expect(ending.messages.contains("write best, median, worst or a number from 0 to 199"))
    }
    let nobody = try place.simulate(
      "trace", "quiet-hour", "--clients", "30", "--client", "worst", "-q")
    #expect(nobody.status == 2 && nobody.messages.contains("nobody was affected"))
    let nowhere = try place.simulate("trace", "--clients", "3", "--out", "no/where/t", "-q")
    #expect(nowhere.status == 2)
    #expect(nowhere.messages.contains("--out no/where/t: there is no folder 'no/where'"))
    #expect(!place.exists("t") && !place.exists("no"))
  }
}
