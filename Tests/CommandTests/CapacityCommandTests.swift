import Foundation
import Testing

@Suite("simulate capacity")
struct CapacityCommandTests {
  private static let scenario = """
    name: small
    duration: 5m
    until: settled
    clients: {count: 300, backoff: 'uniform(0s, 4s)'}
    gateway: {admission: {rate: 5/s, burst: 5}}
    faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
    slo: [recover.p99 < 20s]
    """

  private func run(_ place: Workplace, _ line: String...) throws -> Ending {
    let process = try place.start(["capacity"] + line)
    process.waitUntilExit()
    return try place.ending(of: process)
  }

  @Test("says how many, what binds, and writes it down")
  func answer() throws {
    let place = try Workplace()
    try place.write(Self.scenario, to: "small.yaml")
    let ending = try run(
      place, "small.yaml", "--least", "gateway.nodes=1..16", "--replications", "4", "--backoff",
      "uniform(0s, 4s)", "--backoff", "late=uniform(0s, 90s)")
    #expect(ending.status == 0, "\(ending.messages)")
    let text = ending.results.split { $0.isWhitespace }.joined(separator: " ")
    for words in [
      "least gateway.nodes from 1 to 16", "is enough. With ", "Of 4 other seeds ",
      "together they keep every promise too.",
      "limited by admission",
      "late: no gateway.nodes that was tried from 1 to 16",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
    let json = try #require(
      try JSONSerialization.jsonObject(
        with: Data(place.read("results/capacity-small/capacity.json").utf8)) as? [String: Any])
    #expect(json["key"] as? String == "gateway.nodes" && json["direction"] as? String == "least")
    #expect(json["promises"] as? [String] == ["recover.p99 < 20s"])
    let variants = try #require(json["variants"] as? [[String: Any]])
    #expect(variants.map { $0["name"] as? String } == ["uniform(0s, 4s)", "late"])
    #expect(variants[1]["value"] is NSNull && variants[0]["value"] is Int)
    let probes = try #require(variants[0]["probes"] as? [[String: Any]])
    #expect(
      probes.contains { $0["kept"] as? Bool == false && ($0["broken"] as? [String])?.count == 1 })
    #expect(
      try place.read("results/capacity-small/manifest.json").contains("\"kind\": \"capacity\""))

    let table = try run(
      place, "small.yaml", "--replications", "4", "--no-out", "--format", "markdown")
    #expect(
      table.results.contains(
        "\n\n| formula | gateway.nodes | 99 % back | peak in 1 s | attempts |\n|---"))
    let none = try run(
      place, "small.yaml", "--replications", "2", "--no-out", "--backoff", "uniform(0s, 90s)")
    #expect(none.status == 3)
  }

  @Test("of what harms, the upper end of the range says nothing of the lower one")
  func serviceTime() throws {
    let place = try Workplace()
    try place.write(Self.scenario, to: "small.yaml")
    let ending = try run(
      place, "small.yaml", "--least", "gateway.auth.time=1ms..40s", "--replications", "1",
      "--no-out")
    #expect(ending.status == 0, "\(ending.messages)")
    #expect(ending.results.contains("the lower end of the range, keeps every promise already"))
  }

  @Test("behind each kind of limit: what the nodes share, no number of them helps")
  func worlds() throws {
    let place = try Workplace()
    try place.write(Self.scenario, to: "small.yaml")
    let ending = try run(
      place, "small.yaml", "--least", "gateway.nodes=1..16", "--replications", "2", "--worlds",
      "limits=10/s")
    #expect(ending.status == 0, "\(ending.messages)")
    let table = ending.results.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    let titles = try #require(table.first { $0.first == "gateway.nodes," })
    #expect(titles.dropFirst(2) == ["as", "it", "is", "listener", "handshake", "auth", "api"])
    let row = try #require(table.first { $0.first == "uniform(0s," })
    #expect(row.suffix(2) == ["none", "none"] && Int(row[row.count - 4]) != nil)
    #expect(ending.results.contains("Behind one single limit at auth: "))
    let json = try #require(
      try JSONSerialization.jsonObject(
        with: Data(place.read("results/capacity-small/capacity.json").utf8)) as? [String: Any])
    let worlds = try #require(json["worlds"] as? [[String: Any]])
    #expect(worlds.map { $0["world"] as? String } == ["listener", "handshake", "auth", "api"])
    #expect(
      try place.read("results/capacity-small/capacity.csv").hasPrefix("world,variant,key,value"))
    let markdown = try run(
      place, "small.yaml", "--replications", "2", "--no-out", "--format", "markdown", "--worlds",
      "limits=10/s")
    #expect(
      markdown.results.contains("\n\n| gateway.nodes, with | as it is | listener | handshake |"))
  }

  @Test(
    arguments: [
      (["--least", "gateway.auth.workers=1..4", "--worlds", "limits"], "look for gateway.nodes"),
      (["--worlds", "limit"], "did you mean 'limits'?"),
      (["gateway-restart", "--set", "slo=[]"], "there is no promise to keep"),
      (["--least", "gateway.nodes=8..2"], "the range goes down"),
      (["--least", "gateway.nodes=4..4"], "a single value"),
      (["--least", "clients.session=1..4"], "clients.session: found '1'"),
      (["--least", "gateway.nodes=1..4", "--most", "clients.count=1..4"], "exclude each other"),
      (["--least", "gateway.nodes=1..4", "--set", "gateway.nodes=2"], "would replace it"),
      (["--resolution", "200%"], "--resolution 200%: write a share"),
      (["--least", "gateway.nodes=0..4"], "'0' is out of range"),
      (["--backoff", "aws-full", "--backoff", "aws-full"], "is given twice"),
      (
        ["chat-restart", "--backoff", "aws-full", "--slo", "stuck == 0"],
        "no client of chat-restart"
      ),
    ])
  func wrong(arguments: [String], message: String) throws {
    let place = try Workplace()
    let process = try place.start(["capacity"] + arguments)
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 2 && ending.messages.contains(message), "\(ending.messages)")
    #expect(!place.exists("results"))
  }
}
