import Findings
import Foundation
import Scenarios
import Store
import Studies
import Testing
import Text
import Verdicts

/// The estimate of a run's memory decides whether it is begun: it must be near what the run takes, for
/// every session system, and a run that is begun must never be killed for want of memory.
@Suite("What a run takes of memory", .enabled(if: isOptimised)) struct MemoryTests {
  struct Storm: Sendable, CustomTestStringConvertible {
    var scenario: String
    var options: [String]

    var testDescription: String { "\(scenario) \(options.joined(separator: " "))" }
  }

  static let storms: [Storm] =
    ["stoat", "chatSocket", "primer", "appExtension"].map { session in
      Storm(
        scenario: "gateway-restart",
        options: ["--session", session, "--clients", "150k", "--duration", "4m"])
    } + [
      Storm(scenario: "contention", options: ["--clients", "150k", "--duration", "1s"]),
      Storm(scenario: "mixed-fleet", options: ["--clients", "100k"]),
      Storm(scenario: "reference-storm", options: ["--clients", "150k"]),
    ]

  @Test(arguments: storms) func theEstimateIsWithinAFifth(of storm: Storm) throws {
    let place = try Workplace()
    let arguments = [storm.scenario] + storm.options
    let ending = try place.simulate(arguments + ["--out", "out", "--quiet"])
    #expect([0, 3].contains(ending.status), "\(ending.messages)")
    let peak = try place.wallClock("out", "peak_memory_bytes")
    let estimate = RunMemory.process + (try scenario(storm)).memory.total
    let ratio = peak / Double(estimate)
    #expect((0.8...1.2).contains(ratio), "\(Int(peak)) bytes, the estimate says \(estimate)")
  }

  /// A run of many days takes memory for each second of it.
  @Test(arguments: [
    "gateway-restart", "mixed-fleet", "primer-live", "chat-train", "extension-push-storm",
    "contention",
  ])
  func theEstimateOfALongRunIsWithinAFactorOfTwo(scenario: String) throws {
    let place = try Workplace()
    let options = ["--clients", "20", "--duration", "8d", "--set", "until=duration", "--quiet"]
    let text = try #require(ScenarioFile.builtIn(scenario))
    let overrides = ["clients.count=20", "duration=8d"].map { Override($0)! }
    let memory = try ScenarioFile.decode(text: text, file: "f.yaml", overrides: overrides).memory
    let ending = try place.simulate([scenario] + options + ["--out", "out"])
    #expect([0, 3].contains(ending.status), "\(ending.messages)")
    // The manifest has the peak before its folder was written: that is the attacks' part.
    let peak = try place.wallClock("out", "peak_memory_bytes")
    let ratio = peak / Double(RunMemory.process + memory.total)
    #expect((0.5...2).contains(ratio), "\(Int(peak)) bytes, the estimate says \(memory.total)")
  }

  private func scenario(_ storm: Storm) throws -> Scenario {
    let keys = [
      "--session": "clients.session", "--clients": "clients.count", "--duration": "duration",
    ]
    let overrides = stride(from: 0, to: storm.options.count, by: 2).map { index in
      Override("\(keys[storm.options[index]]!)=\(storm.options[index + 1])")!
    }
    let text = try #require(ScenarioFile.builtIn(storm.scenario))
    return try ScenarioFile.decode(text: text, file: "f.yaml", overrides: overrides)
  }

  /// A million changes of a fault, or a thousand nodes, are counted too.
  @Test func changesAndNodesAreCounted() throws {
    let place = try Workplace()
    let fault = "{at: 0s, for: 800s, kind: flapping, of: path, up: 1ms, down: 1ms, together: true}"
    let many = try place.simulate(
      "--clients", "1", "--set", "faults=[\(fault)]", "--out", "many", "--quiet")
    #expect(many.status == 0, "\(many.messages)")
    let text = "clients: {count: 1}\nfaults: [\(fault)]\n"
    let memory = try ScenarioFile.decode(text: text, file: "f.yaml").memory
    let peak = try place.wallClock("many", "peak_memory_bytes")
    let ratio = peak / Double(RunMemory.process + memory.total)
    #expect((0.8...1.2).contains(ratio), "\(Int(peak)) bytes, the estimate says \(memory)")
    _ = try place.simulate(
      "--clients", "1", "--set", "gateway.nodes=1000", "--out", "nodes", "--quiet")
    #expect(try place.wallClock("nodes", "peak_memory_bytes") < 60e6)
  }

  @Test func whatCannotFitIsRefusedWithWhatToLower() throws {
    let place = try Workplace()
    for (arguments, remedy) in [
      (["--clients", "250M"], "lower clients.count"),
      (["--clients", "20M", "--replications", "64", "--threads", "64"], "lower --threads"),
    ] {
      let ending = try place.simulate(arguments + ["--no-out"])
      #expect(ending.status == 1, "\(arguments): \(ending.messages)")
      #expect(ending.messages.contains("of memory, and"), "\(ending.messages)")
      #expect(ending.messages.contains(remedy), "\(ending.messages)")
    }
  }
}

extension Workplace {
  fileprivate func simulate(_ arguments: [String]) throws -> Ending {
    let process = try start(arguments)
    process.waitUntilExit()
    return try ending(of: process)
  }

  /// A figure of the manifest that is another every time.
  fileprivate func wallClock(_ folder: String, _ name: String) throws -> Double {
    let data = Data(try read("\(folder)/manifest.json").utf8)
    let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let clock = try #require(manifest["wall_clock"] as? [String: Any])
    return try #require(clock[name] as? Double)
  }
}
