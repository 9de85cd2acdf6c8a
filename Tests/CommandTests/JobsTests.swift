import Foundation
import Testing
import Yams

/// What `simulate sweep --jobs` writes, and what it says. The engines themselves are run by .ci/engines.
@Suite("The files that run a sweep on a cluster")
struct JobsTests {
  private static let plain = [
    "ideal-outage", "--clients", "40", "--replications", "3", "--vary", "faults.0.for=20s,30s",
    "--backoff", "aws-full", "--backoff", "min(20s, 2^x)",
  ]

  private static let files = [
    "slurm": ["merge.sh", "shard.sh", "submit.sh"],
    "kubernetes": ["claim.yaml", "merge.yaml", "shards.yaml", "submit.sh"],
    "snakemake": ["Snakefile", "sweep.json"],
    "parallel": ["shard.sh", "submit.sh"],
  ]

  private static let engines = files.keys.sorted()

  @Test("the files that are listed are there, and nothing is run", arguments: engines)
  func listed(engine: String) throws {
    let place = try Workplace()
    let ending = try place.sweep(Self.plain + ["--jobs", engine, "--format", "json"])
    #expect(ending.status == 0)
    #expect(ending.messages == "cells=12 scenario=ideal-outage squall 0.2.0\n")
    let said = try ending.json
    let folder = "jobs/\(engine)-ideal-outage"
    let listed = try #require(said["files"] as? [[String: String]]).compactMap { $0["path"] }
    #expect(try listed.sorted() == Self.files[engine] && place.names(folder) == Self.files[engine])
    // Twelve cells, four for each thread.
    #expect(said["shards"] as? Int == 3 && said["folder"] as? String == folder)
    #expect(try place.names() == ["jobs"] && place.names("jobs") == ["\(engine)-ideal-outage"])
    for name in listed where name.hasSuffix(".sh") {
      for shell in ["sh", "bash"] {
        let parsed = try place.shell("\(shell) -n \(name)", in: folder)
        #expect(parsed.status == 0 && parsed.messages.isEmpty, "\(name): \(parsed.messages)")
      }
    }
    let start = try #require(said["start"] as? String)
    if start.hasSuffix("./submit.sh") {
      #expect(FileManager.default.isExecutableFile(atPath: place.path(folder + "/submit.sh")))
    }
    let text = try place.sweep(Self.plain + ["--jobs", engine, "--shards", "4", "--out", "a b"])
    #expect(text.status == 0 && text.results.hasPrefix("ideal-outage   12 cells in 4 shards for "))
    for name in listed { #expect(text.results.contains("\n  \(name) "), "\(name)") }
    #expect(text.results.contains("\n  start         cd 'a b' && "), "\(text.results)")
  }

  @Test("its own files are left or replaced, those of others never")
  func owned() throws {
    let place = try Workplace()
    let sweep = Self.plain + ["--jobs", "snakemake", "--out", "d"]
    #expect(try place.sweep(sweep).status == 0)
    try FileManager.default.createDirectory(
      atPath: place.path("d/results"), withIntermediateDirectories: false)
    try place.write("mine\n", to: "d/results/notes.txt")
    #expect(try place.sweep(sweep).status == 0)
    let own = try #require(Self.files["snakemake"])
    let before = try own.map { try place.read("d/\($0)") }
    let other = sweep + ["--seed", "7", "--threads", "2"]
    let refused = try place.sweep(other)
    #expect(refused.status == 1 && refused.results.isEmpty)
    #expect(refused.messages.contains("is there and has another content. Nothing was written"))
    #expect(try own.map { try place.read("d/\($0)") } == before)
    #expect(try place.sweep(other + ["--force"]).status == 0)
    #expect(try own.map { try place.read("d/\($0)") } != before)
    #expect(try place.names("d") == (own + ["results"]).sorted())
    #expect(try place.read("d/results/notes.txt") == "mine\n")
    // Where the last of them is somebody else's, the first is not written.
    let last = try #require(own.last)
    try FileManager.default.createDirectory(
      atPath: place.path("e"), withIntermediateDirectories: false)
    try place.write("mine\n", to: "e/\(last)")
    let foreign = try place.sweep(Self.plain + ["--jobs", "snakemake", "--out", "e"])
    #expect(foreign.status == 1 && foreign.messages.contains("e/\(last) is there"))
    #expect(try place.files("e") == [last: "mine\n"])
  }

  @Test(
    "wrong usage ends with 2 and writes nothing",
    arguments: [
      (
        ["--jobs", "lsf"], "Please provide one of 'slurm', 'kubernetes', 'snakemake' or 'parallel'"
      ),
      (
        ["--jobs", "slurm", "--vary", "faults.0.at=10s,20"], "--vary faults.0.at=20: faults.0.at: "
      ),
      (["--jobs", "slurm", "--shard", "1/2"], "--shard 1/2: with --jobs nothing is run"),
      (["--jobs", "slurm", "--restart"], "--restart: with --jobs nothing is run"),
      (["--jobs", "slurm", "--shards", "0"], "--shards 0: write a whole number from 1 to 10000"),
      (["--jobs", "slurm", "--shards", "-3"], "--shards -3: write"),
      (["--jobs", "slurm", "--shards", "13"], "--shards 13: the sweep has only 12 cells"),
      (["--jobs", "slurm", "--out", ""], "--out needs the name of a folder"),
      (["--jobs", "slurm", "--image", "squall:1"], "--image is for --jobs kubernetes"),
      (["--jobs", "kubernetes", "--image", "squall 1"], "an image's name has no blanks"),
      (["--jobs", "kubernetes", "--claim", "My claim"], "--claim My claim: a claim's name has "),
      (["--jobs", "kubernetes", "--claim", ""], "--claim needs a name"),
      (["--shards", "3"], "--shards goes with --jobs"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let place = try Workplace()
    let ending = try place.sweep(Self.plain + arguments)
    #expect(ending.status == 2 && ending.results.isEmpty)
    #expect(ending.messages.contains(message), "\(ending.messages)")
    #expect(try place.names().isEmpty)
  }

  @Test(
    "a scenario's file whose name the folder or the engine cannot take is refused",
    arguments: [
      ("slurm", "shard.sh", "under the name shard.sh, which another file there has"),
      ("parallel", "./results", "under the name results, which"),
      ("kubernetes", "a:b.yaml", "the scenario's file a:b.yaml has a colon in its path"),
    ])
  func names(engine: String, file: String, message: String) throws {
    let place = try Workplace()
    try place.write(place.simulate("scenarios", "ideal-outage").results, to: file)
    let ending = try place.sweep([file] + Self.plain.dropFirst() + ["--jobs", engine])
    #expect(ending.status == 2 && ending.messages.contains(message), "\(ending.messages)")
    #expect(!place.exists("jobs"))
  }

  @Test("what a page says of the files is what they are")
  func page() throws {
    let page = try String(
      contentsOf: packageFolder.appendingPathComponent("docs/clusters.md"), encoding: .utf8)
    let command = try #require(page.firstMatch(of: /\$ simulate (sweep .*) --jobs slurm\n/)).1
    let place = try Workplace()
    for engine in Self.engines {
      #expect(try place.shell("simulate \(command) --jobs \(engine)").status == 0)
    }
    let blocks = page.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element.drop { $0 != "\n" }.dropFirst()) + "\n" }
    for file in [
      "slurm-gateway-restart/shard.sh", "slurm-gateway-restart/submit.sh",
      "kubernetes-gateway-restart/shards.yaml", "snakemake-gateway-restart/Snakefile",
      "parallel-gateway-restart/submit.sh",
    ] {
      #expect(
        blocks.contains(try place.read("jobs/\(file)")), "docs/clusters.md shows another \(file)")
    }
  }

  @Test("a job that Kubernetes restarts where it may help, and nowhere else")
  func kubernetes() throws {
    let place = try Workplace()
    let jobs = ["--jobs", "kubernetes", "--shards", "4", "--threads", "2"]
    #expect(
      try place.sweep(Self.plain + jobs + ["--image", "a.example/b:1", "--out", "k"]).status == 0)
    let job = try place.yaml("k/shards.yaml")
    #expect(job.text("apiVersion") == "batch/v1" && job.text("kind") == "Job")
    let spec = job["spec"]
    #expect(
      spec.text("completionMode") == "Indexed" && spec.text("podReplacementPolicy") == "Failed")
    #expect(spec["completions"]?.int == 4 && spec["parallelism"]?.int == 4)
    #expect(spec["backoffLimitPerIndex"]?.int == 3)
    // The first rule that fits decides: an eviction is not counted, whatever its exit code.
    let rules = try #require(spec["podFailurePolicy"]["rules"]?.array())
    #expect(rules.map { $0["action"]?.string } == ["Ignore", "FailIndex"])
    let condition = rules[0]["onPodConditions"]?[0]
    #expect(condition.text("type") == "DisruptionTarget" && condition.text("status") == "True")
    let codes = rules[1]["onExitCodes"]
    #expect(codes.text("operator") == "In" && codes["values"]?.array().map(\.int) == [2])
    let pod = spec["template"]["spec"]
    #expect(pod.text("restartPolicy") == "Never")
    #expect(pod["securityContext"]["fsGroup"]?.int == 65532)
    #expect(pod["securityContext"]["runAsNonRoot"]?.bool == true)
    let container = pod["containers"]?[0]
    #expect(container.text("name") == codes.text("containerName"))
    #expect(container.text("image") == "a.example/b:1")
    #expect(container["resources"]["requests"]?["cpu"]?.string == "2")
    let claim = try place.yaml("k/claim.yaml")
    #expect(claim["spec"]["accessModes"]?.array().map(\.string) == ["ReadWriteMany"])
    let merge = try place.yaml("k/merge.yaml")["spec"]["template"]["spec"]
    for volumes in [pod["volumes"], merge["volumes"]] {
      let name = volumes?[0]?["persistentVolumeClaim"].text("claimName")
      #expect(name != nil && name == claim["metadata"].text("name"))
    }
    let own = try place.sweep(Self.plain + jobs + ["--claim", "here.already", "--out", "c"])
    #expect(own.status == 0 && !place.exists("c/claim.yaml"))
    #expect(
      own.results.contains("on the volume of the claim here.already, under sweep-ideal-outage"))
    #expect(try place.read("c/submit.sh").contains("claim.yaml") == false)
  }
}

/// The repository.
let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

extension Workplace {
  /// Runs a sweep in this folder.
  func sweep(_ arguments: [String]) throws -> Ending {
    let process = try start(["sweep"] + arguments)
    process.waitUntilExit()
    return try ending(of: process)
  }

  /// Runs a command of bash, which finds the tool on its path, and first of all the folder `bin` here.
  func shell(
    _ command: String, in folder: String = ".", _ variables: [String: String] = [:]
  ) throws -> Ending {
    for name in [".out", ".err"] { try write("", to: name) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-euc", command]
    process.currentDirectoryURL = url.appendingPathComponent(folder)
    var environment = outsidePipeline.merging(variables) { $1 }
    let usual = environment["PATH"] ?? "/usr/bin:/bin"
    let tools = try tool().deletingLastPathComponent().path
    environment["PATH"] = "\(path("bin")):\(tools):\(usual)"
    environment["SIMULATE"] = variables["SIMULATE"]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: url.appendingPathComponent(".out"))
    process.standardError = try FileHandle(forWritingTo: url.appendingPathComponent(".err"))
    try process.run()
    process.waitUntilExit()
    return try ending(of: process)
  }

  /// A file that is one document of YAML.
  func yaml(_ name: String) throws -> Node { try #require(try Yams.compose(yaml: read(name))) }
}

extension Node? {
  subscript(_ key: String) -> Node? { self.flatMap { $0[key] } }

  func text(_ key: String) -> String? { self[key]?.string }
}

extension Node {
  func text(_ key: String) -> String? { self[key]?.string }
}
