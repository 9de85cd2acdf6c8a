import Foundation
import Testing
import Yams

/// The printed files, run without their engines: a shard is what a task of the engine would run.
///
/// Names and formulas have in them what shells, YAML and Kubernetes take for something of their own.
@Suite("What a cluster would run")
struct JobsRunTests {
  private static let scenario = "its storm's, a=b.yaml"
  private static let sweep = [
    scenario, "--clients", "10", "--replications", "2", "--vary", "faults.0.for=20s,30s",
    "--set", #"about=It's "a" {storm} for $HOME, `id` & $(JOB_COMPLETION_INDEX) $$ \ 100 %"#,
    "--backoff", "min(20s, 2^x)", "--backoff", "mine=uniform(0s, min(20s, 2^x))",
    "--metric", "recover.p99",
  ]
  private static let count = 3
  private static let results = "results/sweep-ideal-outage"

  /// What the sweep gives in one piece.
  private static let whole = Result {
    let place = try Workplace()
    try place.write(place.simulate("scenarios", "ideal-outage").results, to: scenario)
    let ending = try place.sweep(sweep)
    try #require(ending.status == 0, "\(ending.messages)")
    return try place.files(results)
  }

  /// A folder in which the files are in `jobs`.
  private func place(for engine: String) throws -> Workplace {
    let place = try Workplace()
    try place.write(place.simulate("scenarios", "ideal-outage").results, to: Self.scenario)
    let jobs = try place.sweep(
      Self.sweep + ["--jobs", engine, "--shards", "\(Self.count)", "--out", "jobs"])
    #expect(jobs.status == 0, "\(jobs.messages)")
    #expect(try place.read("jobs/" + Self.scenario) == place.read(Self.scenario))
    return place
  }

  /// What a task of an array finds in its environment.
  private func task(_ index: Int, of least: Int, _ most: Int) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_ID": "\(index)", "SLURM_ARRAY_TASK_MIN": "\(least)",
      "SLURM_ARRAY_TASK_MAX": "\(most)", "SLURM_ARRAY_TASK_COUNT": "\(most - least + 1)",
      "SLURM_CPUS_PER_TASK": "2",
    ]
  }

  @Test(
    "the tasks of a Slurm array, one of them alone and one in vain, give the bytes of one piece")
  func slurm() throws {
    let place = try place(for: "slurm")
    let none = try place.shell("sh merge.sh", in: "jobs")
    #expect(none.status == 2 && none.messages.contains("no shard is finished"), "\(none.messages)")
    for index in 1...2 {
      let ending = try place.shell("sh shard.sh", in: "jobs", task(index, of: 1, Self.count))
      #expect(ending.status == 0, "\(ending.messages)")
    }
    let missing = try place.shell("sh merge.sh", in: "jobs")
    #expect(missing.status == 2 && missing.messages == "error: missing shards, 1 of 3: 3\n")
    // As after sbatch --array=2-3: the second is finished already.
    let tool = ["SIMULATE": try tool().path, "PATH": "/usr/bin:/bin"]
    for (index, said) in [(2, "is finished in"), (3, "shard=3/3 own=")] {
      let variables = task(index, of: 2, 3).merging(tool) { $1 }
      let ending = try place.shell("sh shard.sh", in: "jobs", variables)
      #expect(ending.status == 0 && ending.messages.contains(said), "\(ending.messages)")
    }
    #expect(try place.shell("sh merge.sh", in: "jobs").status == 0)
    #expect(try place.files("jobs/" + Self.results) == Self.whole.get())
  }

  @Test("sbatch is asked for the array, then for a merge behind it")
  func submission() throws {
    let place = try place(for: "slurm")
    try place.stub(
      "sbatch", #"printf '<%s>' "$@" >>calls; echo >>calls; echo "$((41 + $(wc -l <calls)));here""#)
    let ending = try place.shell("../jobs/submit.sh --time=02:00:00 '--comment=a b'", in: "bin")
    #expect(ending.status == 0 && ending.results.contains("shards 42 and merge 43;"))
    #expect(
      try place.read("jobs/calls") == """
        <--parsable><--time=02:00:00><--comment=a b><shard.sh>
        <--parsable><--dependency=afterany:42><merge.sh>

        """)
  }

  @Test("the shards of GNU parallel give the bytes of one piece")
  func parallel() throws {
    let place = try place(for: "parallel")
    // What is behind its options, for each line; the second does not come to be run.
    try place.stub(
      "parallel",
      """
      for last; do :; done
      echo "$*" >called
      while read -r k; do [ "$k" = "$SKIP" ] || sh -c "$(echo "$last" | sed "s/{}/$k/g")"; done
      """)
    let first = try place.shell("jobs/submit.sh --sshlogin node1,node2", ["SKIP": "2"])
    #expect(first.status == 2 && first.messages == "error: missing shards, 1 of 3: 2\n")
    let said = try place.read("jobs/called")
    #expect(said.contains(" --resume-failed --sshlogin node1,node2 ./shard.sh {} "))
    #expect(said.contains(" --workdir \(place.path("jobs")) --env SIMULATE "), "\(said)")
    let second = try place.shell("jobs/submit.sh", ["SKIP": ""])
    #expect(second.status == 0, "\(second.messages)")
    #expect(try place.files("jobs/" + Self.results) == Self.whole.get())
    #expect(try place.read("jobs/shard-1.log").contains("shard 1/3 is finished in"))
  }

  @Test("what Snakemake reads gives the bytes of one piece")
  func snakemake() throws {
    let place = try place(for: "snakemake")
    let data = Data(try place.read("jobs/sweep.json").utf8)
    let sweep = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let words = try #require(sweep["sweep"] as? [String])
    #expect(sweep["shards"] as? Int == Self.count && sweep["threads"] as? Int == 1)
    for shard in 1...Self.count {
      let ending = try place.simulate(["sweep"] + words + ["--shard=\(shard)/3"], in: "jobs")
      #expect(ending.status == 0, "\(ending.messages)")
    }
    let pattern = try #require(sweep["folders"] as? String)
    #expect(try place.simulate(["merge", pattern], in: "jobs").status == 0)
    #expect(try place.files("jobs/" + Self.results) == Self.whole.get())
  }

  /// As the documentation of Kubernetes has it: `$(NAME)` is a variable of the container, `$$` a dollar
  /// sign, and what is no variable stays.
  private func expanded(_ word: String, _ variables: [String: String]) -> String {
    word.replacing(/\$\$|\$\(([A-Za-z0-9_.-]+)\)/) { match in
      guard let name = match.1 else { return "$" }
      return variables[String(name)] ?? String(match.0)
    }
  }

  @Test("the pods of Kubernetes give the bytes of one piece")
  func kubernetes() throws {
    let place = try place(for: "kubernetes")
    let job = try place.yaml("jobs/shards.yaml")
    let container = try #require(job["spec"]["template"]["spec"]["containers"]?[0])
    let mounts = container["volumeMounts"]?.array().map { $0["mountPath"]?.string } ?? []
    #expect(mounts == ["/sweep/results", "/sweep/" + Self.scenario])
    func run(_ container: Node, _ variables: [String: String]) throws -> Ending {
      let command = try #require(container["command"]?.array(of: String.self))
      let words = try #require(container["args"]?.array(of: String.self))
      #expect(command.first == "simulate" && container["workingDir"]?.string == "/sweep")
      return try place.simulate(
        command.dropFirst() + words.map { expanded($0, variables) }, in: "jobs", variables)
    }
    for index in 0..<Self.count {
      let ending = try run(container, ["JOB_COMPLETION_INDEX": "\(index)"])
      #expect(ending.status == 0, "\(ending.messages)")
    }
    let merge = try place.yaml("jobs/merge.yaml")["spec"]["template"]["spec"]["containers"]?[0]
    #expect(try run(#require(merge), [:]).status == 0)
    #expect(try place.files("jobs/" + Self.results) == Self.whole.get())
  }

  @Test("the script for Kubernetes hands over the scenario, and ends as the merge does")
  func calls() throws {
    let place = try place(for: "kubernetes")
    try place.stub(
      "kubectl",
      """
      echo "$*" >>calls
      case "$*" in
        *"create configmap"*) cat >carried ;;
        *failedIndexes*) printf %s "${*##*jsonpath=}" ;;
        *"get job"*-merge*) echo "merge Failed" ;;
        *"get job"*) echo "shards Failed" ;;
        *"get pods"*) echo "137 3" ;;
        *logs*) echo "a promise is broken" ;;
      esac
      """)
    let ending = try place.shell("jobs/submit.sh --namespace=storms")
    #expect(ending.status == 3 && ending.results.hasSuffix("a promise is broken\n"))
    #expect(ending.messages.contains("failed indexes, of which 0 is shard 1: "))
    #expect(try place.read("jobs/carried") == place.read(Self.scenario))
    let calls = try place.read("jobs/calls").split(separator: "\n")
    #expect(calls.allSatisfy { $0.contains("--namespace=storms") })
    let verbs = calls.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(
      verbs == [
        "apply --namespace=storms", "delete job", "delete configmap", "create configmap",
        "create --namespace=storms", "get job", "get job", "create --namespace=storms", "get job",
        "logs --namespace=storms", "get pods",
      ])
    #expect(calls[1].contains("--cascade=foreground"), "else pods of before may still be at work")
  }
}

extension Workplace {
  /// A program of the given name that bash finds first, instead of the real one.
  fileprivate func stub(_ name: String, _ script: String) throws {
    try FileManager.default.createDirectory(atPath: path("bin"), withIntermediateDirectories: true)
    try write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: path("bin/\(name)"))
  }

  /// Runs the tool in a folder below this one, with these words and no shell between.
  fileprivate func simulate(
    _ arguments: [String], in folder: String, _ variables: [String: String] = [:]
  ) throws -> Ending {
    for name in [".out", ".err"] { try write("", to: name) }
    let process = Process()
    process.executableURL = try tool()
    process.arguments = arguments
    process.currentDirectoryURL = url.appendingPathComponent(folder)
    process.environment = outsidePipeline.merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: url.appendingPathComponent(".out"))
    process.standardError = try FileHandle(forWritingTo: url.appendingPathComponent(".err"))
    try process.run()
    process.waitUntilExit()
    return try ending(of: process)
  }
}
