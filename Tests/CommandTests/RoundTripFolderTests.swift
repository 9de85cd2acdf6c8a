import Documents
import Foundation
import Testing

@Suite("Scenarios that name a file of round-trip times")
struct RoundTripFolderTests {
  private static let scenario = """
    name: own
    duration: 3m
    network: {latency: {csv: rtt.csv}}
    clients:
      count: 60
      mix:
        - {name: near, share: 50%, network: {latency: {csv: near.csv, min: 1ms}}}
        - {name: others, share: 50%}
    faults: [{at: 60s, for: 20s, kind: outage, mode: refuse, drop: true}]
    """
  private static let samples = "client,rtt_ms\na,80\nb,300\na,120\n"
  private static let quantiles = "percentile,rtt_ms\r\n0,5\r\n100,9\r\n"

  /// A folder `in` with the scenario and its files.
  private func workplace() throws -> Workplace {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: place.path("in"), withIntermediateDirectories: true)
    try place.write(Self.scenario, to: "in/own.yaml")
    try place.write(Self.samples, to: "in/rtt.csv")
    try place.write(Self.quantiles, to: "in/near.csv")
    return place
  }

  private func named(_ manifest: String) throws -> [ScenarioRecord.Source.NamedFile] {
    let head = try ManifestHead(Array(manifest.utf8))
    return try #require(head.source?.files)
  }

  @Test("a folder has the files, and its manifest is run again without the originals")
  func again() throws {
    let place = try workplace()
    #expect(try place.simulate("in/own.yaml", "--out", "one").status == 0)
    #expect(try place.read("one/rtt.csv") == Self.samples)
    #expect(try place.read("one/rtt-near.csv") == Self.quantiles)
    let files = try named(place.read("one/manifest.json"))
    #expect(
      files == [
        .init(
          key: "network.latency.csv", file: "rtt.csv", hash: hashText(Self.samples),
          copy: "rtt.csv"),
        .init(
          key: "clients.mix.0.network.latency.csv", file: "near.csv",
          hash: hashText(Self.quantiles), copy: "rtt-near.csv"),
      ])
    try FileManager.default.removeItem(atPath: place.path("in"))
    let again = try place.simulate("one/manifest.json", "--out", "two")
    #expect(again.messages.contains("the same digest as in one/manifest.json"), "\(again.messages)")
    for file in ["summary.json", "rtt.csv", "rtt-near.csv"] {
      #expect(try place.read("two/\(file)") == place.read("one/\(file)"), "\(file)")
    }
    let seeds = try place.simulate("one/manifest.json", "--replications", "2", "--out", "three")
    #expect(seeds.status == 0 && place.exists("three/rtt-near.csv"))
    let third = try place.simulate("three/manifest.json", "--no-out")
    #expect(third.messages.contains("the same digest as in three/manifest.json"))
    let diff = try place.simulate("diff", "one", "two")
    #expect(diff.results.contains("the digests are equal"))
  }

  @Test func aCopyWithAnotherContentIsRefused() throws {
    let place = try workplace()
    _ = try place.simulate("in/own.yaml", "--out", "one")
    let changed = Self.samples + "c,5\n"
    try place.write(changed, to: "one/rtt.csv")
    let ending = try place.simulate("one/manifest.json", "--no-out")
    #expect(ending.status == 2)
    #expect(
      ending.messages == """
        error: own.yaml:3:26: network.latency.csv: one/rtt.csv was changed: its hash is \
        \(hashText(changed)), one/manifest.json says \(hashText(Self.samples))

        """)
    try FileManager.default.removeItem(atPath: place.path("one/rtt.csv"))
    let gone = try place.simulate("one/manifest.json", "--no-out")
    #expect(gone.status == 2)
    #expect(gone.messages.contains("cannot read 'one/rtt.csv': No such file or directory"))
    // Another file takes the copy's place, also one of the same name.
    try place.write("rtt_ms\n50\n", to: "rtt.csv")
    for change in ["network.latency.csv=rtt.csv", "network.latency={csv: rtt.csv}"] {
      let other = try place.simulate("one/manifest.json", "-n", "--set", change)
      #expect(other.status == 0, "\(other.messages)")
      #expect(other.results.contains("network.latency.hash: \(hashText("rtt_ms\n50\n"))"))
    }
  }

  @Test func anOptionNamesAFileWhereWeAre() throws {
    let place = try workplace()
    try place.write("rtt_ms\n50\n", to: "here.csv")
    let set = ["--set", "network.latency={csv: here.csv, min: 2ms}"]
    let process = try place.start(["in/own.yaml", "--out", "one"] + set)
    process.waitUntilExit()
    #expect(try place.ending(of: process).status == 0)
    #expect(try place.read("one/rtt.csv") == "rtt_ms\n50\n")
    try FileManager.default.removeItem(atPath: place.path("here.csv"))
    let again = try place.simulate("one/manifest.json", "--no-out")
    #expect(again.messages.contains("the same digest as in one/manifest.json"), "\(again.messages)")
  }

  @Test func whatKeepsAFileFromBeingRead() throws {
    let place = try workplace()
    for (name, reason) in [
      ("nowhere.csv", "No such file or directory"), ("in", "it is no plain file"),
      ("/dev/null", "it is no plain file"), ("in/rtt.csv/x", "Not a directory"),
    ] {
      let ending = try place.simulate(
        "validate", "in/own.yaml")
      #expect(ending.status == 0)
      let wrong = try place.simulate("in/own.yaml", "-n", "--set", "network.latency.csv=\(name)")
      #expect(wrong.status == 2)
      #expect(
        wrong.messages == """
          error: --set network.latency.csv=\(name): network.latency.csv: cannot read '\(name)': \(reason)

          """)
    }
    try place.write("rtt_ms\n10\nfast\n", to: "in/rtt.csv")
    let bad = try place.simulate("validate", "in/own.yaml")
    #expect(bad.status == 2 && bad.results == "in/rtt.csv:3:1: 'fast' is not a number\n")
  }

  @Test("no command writes over a file that it reads")
  func inputsAreKept() throws {
    let place = try workplace()
    let ending = try place.simulate("in/own.yaml", "--no-out", "--write", "csv=in/rtt.csv")
    #expect(ending.status == 2 && ending.messages.contains("which is read; name another file"))
    #expect(try place.read("in/rtt.csv") == Self.samples)
  }

  @Test(
    "every study reads the file",
    arguments: [
      ["sweep", "in/own.yaml", "--vary", "network.latency.csv=in/rtt.csv,in/near.csv"],
      ["compare", "in/own.yaml", "--backoff", "phoenix", "--replications", "2"],
      ["capacity", "in/own.yaml", "--least", "gateway.nodes=1..2", "--replications", "1"],
      ["map", "in/own.yaml", "--cells", "2x2", "--replications", "1", "--y", "gateway.nodes=1..2"],
      ["sweep", "in/own.yaml", "--vary", "gateway.nodes=1,2", "--jobs", "slurm"],
    ])
  func studies(_ words: [String]) throws {
    let place = try workplace()
    let slo = words[0] == "capacity" ? ["--slo", "recovered_share == 100%"] : []
    let process = try place.start(words + slo + ["--out", "r"])
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 0 || ending.status == 3, "\(ending.messages)")
    if words.contains("slurm") {
      #expect(try place.read("r/in/near.csv") == Self.quantiles)
    } else {
      let manifest = try place.read("r/manifest.json")
      #expect(manifest.contains(hashText(Self.samples)))
    }
  }

  @Test func clustersThatTakeNoFile() throws {
    let place = try workplace()
    func jobs(_ engine: String, _ vary: String) throws -> Ending {
      try place.simulate(
        "sweep", "in/own.yaml", "--vary", vary, "--jobs", engine, "--out", "j")
    }
    let mounted = try jobs("kubernetes", "gateway.nodes=1,2")
    #expect(mounted.status == 2)
    #expect(
      mounted.messages.contains("the scenario reads in/rtt.csv, and kubernetes mounts no file"))
    let varied = try jobs("slurm", "network.latency.csv=in/rtt.csv,in/near.csv")
    #expect(varied.status == 2 && varied.messages.contains("the files of one scenario only"))
  }
}
