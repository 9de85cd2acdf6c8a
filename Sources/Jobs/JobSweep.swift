import Documents

/// A sweep that is to be run in shards on other machines.
package struct JobSweep: Sendable {
  /// The words behind `simulate sweep` that all shards have in common.
  package let arguments: [String]
  /// The scenario's name.
  package let scenario: String
  /// Goes along where the scenario is a file, at the place that `arguments` name.
  package let scenarioFile: JobFile?
  /// The files that the scenario names, at the places where it looks for them.
  package let otherFiles: [JobFile]
  package let cells: Int
  package let shards: Int
  /// The number of threads of each shard.
  package let threads: Int
  /// The most memory that a shard needs, in bytes.
  package let memory: Int
  /// The storage that all shards and the merge write, in bytes.
  package let storage: Int
  /// How the shards say how far they are, as `--progress` names it.
  package let progress: String
  /// The image in which containers find `simulate`.
  package let image: String
  /// The volume claim for the results that is there already; nil where one is to be made.
  package let claim: String?

  package init(
    arguments: [String], scenario: String, scenarioFile: JobFile?, otherFiles: [JobFile] = [],
    cells: Int, shards: Int, threads: Int, memory: Int, storage: Int, progress: String,
    image: String, claim: String?
  ) {
    self.arguments = arguments
    self.scenario = scenario
    self.scenarioFile = scenarioFile
    self.otherFiles = otherFiles
    self.cells = cells
    self.shards = shards
    self.threads = threads
    self.memory = memory
    self.storage = storage
    self.progress = progress
    self.image = image
    self.claim = claim
  }

  /// Returns the usual number of shards of a sweep, if none is given. Each thread has at least four
  /// cells to run, so that the slowest cell delays little. The number is at most 100, as most
  /// queues take a hundred tasks.
  package static func usualShards(cells: Int, threads: Int) -> Int {
    max(1, min(100, cells / (4 * threads)))
  }

  /// The memory of a shard in MiB, in steps of 64, 128 at least.
  package var mebibytes: Int { max(128, (memory + (64 << 20) - 1) / (64 << 20) * 64) }

  /// The storage in GiB.
  var gibibytes: Int { max(1, (storage + (1 << 30) - 1) >> 30) }

  /// The folder that the merge gives.
  package var results: String { "results/sweep-\(scenario)" }

  /// The finished folders of the shards, for `simulate merge`.
  var shardFolders: String { "\(results)-*-of-\(shards)" }

  /// A name for jobs: lower-case letters, digits and hyphens, at most 44 of them. Another sweep has
  /// another name, and the same sweep the same.
  package var name: String {
    let plain = scenario.lowercased().unicodeScalars.map { scalar in
      ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
    }
    let words = String(plain).split(separator: "-").joined(separator: "-").prefix(30)
    let readable = words.split(separator: "-").joined(separator: "-")
    let file = scenarioFile.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    let others = otherFiles.map { hexadecimal(fnv1a($0.bytes)) }
    let hash = hashText((arguments + ["\(shards)", file] + others).joined(separator: "\n"))
    return (["squall", readable, String(hash.prefix(6))].filter { !$0.isEmpty })
      .joined(separator: "-")
  }
}
