import Foundation
import Testing

@Suite("A scenario from a few figures")
struct InitTests {
  static let figures = [
    "--clients", "2M", "--gateways", "12", "--handshakes", "800/s", "--logins", "3000/s",
    "--backoff", "uniform(0s, min(60s, 2^(x - 1)))", "--outage", "90s", "--network", "wifi",
    "--admission", "250/s",
  ]

  @Test("the file says what was given, is valid, and runs")
  func written() throws {
    let place = try Workplace()
    let process = try place.start(["init", "mine.yaml"] + Self.figures)
    process.waitUntilExit()
    #expect(try place.ending(of: process).status == 0)
    #expect(
      try place.read("mine.yaml").hasPrefix("# yaml-language-server: $schema=./squall.schema"))
    #expect(try place.simulate("validate", "mine.yaml").results == "mine.yaml: ok\n")
    let values = try place.simulate("mine.yaml", "-n", "--format", "csv").results
    for value in [
      "name,mine", "clients.count,2000000", "gateway.nodes,12", "gateway.handshake.cores,4",
      "gateway.handshake.time,5ms", "gateway.admission.rate,250/s", "faults.0.for,90s",
      "faults.0.drop,true", "network.profile,wifi", "slo.0,recover.p99 < 17m",
      #"clients.backoff,"uniform(0s, min(60s, 2^(x - 1))), connectTimeout: 10s""#,
    ] {
      #expect(values.contains(value + "\n"), "\(value) in \(values)")
    }
    let run = try place.simulate("mine.yaml", "--clients", "100", "--no-out")
    #expect(run.results.contains("recovered 100"))
  }

  @Test("nothing given: every figure has a default; what is commented out is right, too")
  func comments() throws {
    let place = try Workplace()
    let text = try place.simulate("init", "-").results
    #expect(!place.exists("mine.yaml"))
    // The lines of YAML among the comments.
    var isExample = false
    let lines = text.components(separatedBy: "\n").map { line -> String in
      let begins = ["# mix:", "#   - {", "# - {"].contains { line.contains($0) }
      isExample = begins || (isExample && line.hasPrefix("  #     "))
      return isExample ? line.replacing("# ", with: "", maxReplacements: 1) : line
    }
    try place.write(lines.joined(separator: "\n"), to: "all.yaml")
    #expect(try place.simulate("validate", "all.yaml").results == "all.yaml: ok\n")
    let values = try place.simulate("all.yaml", "-n").results
    #expect(values.contains("clients.mix.1.name: desktops") && values.contains("faults.2.kind"))
    #expect(values.contains("faults.1.drain"))
  }

  /// 40 % of two million through 20 x 800 handshakes, but 3,000 logins a second: 266.7 s.
  @Test func aDarkRegion() throws {
    let place = try Workplace()
    let process = try place.start([
      "init", "dark.yaml", "--clients", "2M", "--gateways", "20", "--mode", "blackhole", "--share",
      "40%",
    ])
    process.waitUntilExit()
    #expect(try place.ending(of: process).status == 0)
    let text = try place.read("dark.yaml")
    #expect(text.contains("about: 40% of 2,000,000 clients lose their 20 gateway nodes for 60s.\n"))
    #expect(text.contains("kind: outage, mode: blackhole, scope: { share: 40% } }\n"), "\(text)")
    #expect(text.contains("# They need at least 266.7 s to return"))
    #expect(try place.simulate("validate", "dark.yaml").results == "dark.yaml: ok\n")
  }

  /// Many servers at a low rate would serve each client for seconds.
  @Test func aServiceTakesNoLongerThanWhereTheRateIsHigh() throws {
    let place = try Workplace()
    let process = try place.start(["init", "-", "--handshakes", "20/s", "--logins", "75/s"])
    process.waitUntilExit()
    let text = try place.ending(of: process).results
    #expect(text.contains("handshake: { cores: 1, rate: 20/s }"))
    #expect(text.contains("auth: { workers: 1, rate: 75/s }"))
    #expect(
      text.contains("# All clients need at least 133.3 s to return: auth takes 75.0"), "\(text)")
  }

  @Test(
    arguments: [
      (["init", "x"], "the name of a scenario file ends in .yaml"),
      (["init", "x.yaml", "--clients", "3Q"], "--clients 3Q: clients.count: '3Q' is not a count"),
      (["init", "x.yaml", "--outage", "5"], "--outage 5: faults.0.for: 5 has no unit"),
      (["init", "x.yaml", "--handshakes", "800"], "--handshakes 800: gateway.handshake.rate"),
      (["init", "x.yaml", "--backoff", "2^n"], "--backoff 2^n"),
      (["init", "x.yaml", "--network", "ltee"], "did you mean 'lte'?"),
      (["init", "x.yaml", "--mode", "silence"], "--mode silence: faults.0.mode: found 'silence'"),
      (["init", "x.yaml", "--share", "140%"], "--share 140%: faults.0.scope.share"),
      (["init", "old.yaml"], "'old.yaml' exists; --force replaces it"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let place = try Workplace()
    try place.write("seed: 7\n", to: "old.yaml")
    let process = try place.start(arguments)
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 2 && ending.messages.contains(message), "\(ending.messages)")
    #expect(!place.exists("x.yaml"))
    #expect(try place.read("old.yaml") == "seed: 7\n")
  }
}
