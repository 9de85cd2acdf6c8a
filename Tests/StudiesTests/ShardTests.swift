import TestRuns
import Testing

@testable import Studies

@Suite("Shards") struct ShardTests {
  @Test func writtenOut() throws {
    let shard = try Shard("3/7", environment: ["PARALLEL_SEQ": "1"])
    #expect(shard == Shard(3, of: 7) && shard.description == "3/7")
    for text in ["0/7", "8/7", "3", "3/", "/7", "3/7/1", "-1/7", "3/10001", "+3/7", "x/7", ""] {
      let error = #expect(throws: SweepError.self) { try Shard(text, environment: [:]) }
      #expect(error?.description.hasPrefix("--shard \(text): write K/N") == true)
    }
    for text in ["auto/", "auto/0", "auto/x", "automatic"] {
      #expect(throws: SweepError.self) { try Shard(text, environment: ["PARALLEL_SEQ": "1"]) }
    }
  }

  private static let slurm = [
    "SLURM_ARRAY_TASK_ID": "6", "SLURM_ARRAY_TASK_MIN": "2", "SLURM_ARRAY_TASK_MAX": "10",
    "SLURM_ARRAY_TASK_COUNT": "5", "SLURM_ARRAY_TASK_STEP": "2",
  ]

  /// A task of `--array=4` or `--array=4,6`.
  private static func again(_ task: Int, of array: String) -> [String: String] {
    let tasks = array.split(separator: ",").map(String.init)
    return [
      "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_MIN": tasks[0],
      "SLURM_ARRAY_TASK_MAX": tasks[tasks.count - 1], "SLURM_ARRAY_TASK_COUNT": "\(tasks.count)",
      "SLURM_ARRAY_TASK_STEP": "1",
    ]
  }

  private static func slurm(_ changes: [String: String]) -> [String: String] {
    slurm.merging(changes) { $1 }
  }

  private static let found: [(String, [String: String], Int, Int)] = [
    ("auto", slurm, 3, 5), ("auto/5", slurm, 3, 5),
    ("auto", slurm(["SLURM_ARRAY_TASK_STEP": "", "SLURM_ARRAY_TASK_COUNT": ""]), 5, 9),
    ("auto", slurm(["SLURM_ARRAY_TASK_MAX": ""]), 3, 5),
    ("auto", slurm(["SQUALL_SHARDS": "5"]), 3, 5),
    ("auto/5", slurm(["SQUALL_SHARDS": "9"]), 3, 5),
    // One task, or some, of an array that has run before.
    ("auto/6", again(4, of: "4"), 4, 6), ("auto/6", again(6, of: "4,6"), 6, 6),
    ("auto", again(4, of: "4").merging(["SQUALL_SHARDS": "6"]) { $1 }, 4, 6),
    ("auto", again(4, of: "4"), 1, 1),
    ("auto/4", ["JOB_COMPLETION_INDEX": "0"], 1, 4),
    ("auto/4", ["JOB_COMPLETION_INDEX": "3"], 4, 4),
    ("auto", ["JOB_COMPLETION_INDEX": "3", "SQUALL_SHARDS": "6"], 4, 6),
    ("auto/4", ["JOB_COMPLETION_INDEX": "3", "SQUALL_SHARDS": "6"], 4, 4),
    ("auto/4", ["PARALLEL_SEQ": "1"], 1, 4), ("auto/4", ["PARALLEL_SEQ": "4"], 4, 4),
    ("auto", ["PARALLEL_SEQ": "2", "SQUALL_SHARDS": "2"], 2, 2),
    ("auto/4", ["PARALLEL_SEQ": "2", "JOB_COMPLETION_INDEX": ""], 2, 4),
  ]

  @Test(arguments: found)
  func fromTheEnvironment(
    _ text: String, _ variables: [String: String], _ index: Int, _ count: Int
  ) throws {
    #expect(try Shard(text, environment: variables) == Shard(index, of: count))
  }

  private static let lost: [(String, [String: String], String)] = [
    ("auto", [:], "none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, PARALLEL_SEQ is set"),
    ("auto/3", ["SQUALL_SHARDS": "3"], "no job array found"),
    (
      "auto/3", ["PARALLEL_SEQ": "1", "JOB_COMPLETION_INDEX": "2"],
      "several job arrays found: JOB_COMPLETION_INDEX=2 and PARALLEL_SEQ=1"
    ),
    ("auto", slurm(["PARALLEL_SEQ": "1"]), "SLURM_ARRAY_TASK_ID=6 and PARALLEL_SEQ=1"),
    ("auto", ["PARALLEL_SEQ": "1"], "PARALLEL_SEQ=1 does not say how many shards there are"),
    ("auto", ["JOB_COMPLETION_INDEX": "1"], "auto/N or set SQUALL_SHARDS"),
    ("auto/3", ["PARALLEL_SEQ": "0"], "PARALLEL_SEQ=0 is out of range: 1 to 3"),
    ("auto/3", ["PARALLEL_SEQ": "4"], "PARALLEL_SEQ=4 is out of range: 1 to 3"),
    ("auto/3", ["JOB_COMPLETION_INDEX": "3"], "JOB_COMPLETION_INDEX=3 is out of range: 0 to 2"),
    ("auto/3", ["PARALLEL_SEQ": "x"], "PARALLEL_SEQ=x is not a whole number"),
    ("auto", ["PARALLEL_SEQ": "1", "SQUALL_SHARDS": "0"], "SQUALL_SHARDS=0 is out of range"),
    ("auto/4", slurm, "5 tasks, but auto/N says 4"),
    ("auto/6", again(0, of: "0"), "1 tasks, but auto/N says 6"),
    ("auto/6", again(7, of: "7"), "1 tasks, but auto/N says 6"),
    ("auto", slurm(["SQUALL_SHARDS": "4"]), "5 tasks, but SQUALL_SHARDS says 4"),
    ("auto", slurm(["SLURM_ARRAY_TASK_ID": "12"]), "SLURM_ARRAY_TASK_ID=12"),
    ("auto", slurm(["SLURM_ARRAY_TASK_ID": "5"]), "evenly spaced"),
    ("auto", slurm(["SLURM_ARRAY_TASK_COUNT": "3"]), "SLURM_ARRAY_TASK_COUNT=3"),
    ("auto", slurm(["SLURM_ARRAY_TASK_STEP": "0"]), "evenly spaced"),
    ("auto", slurm(["SLURM_ARRAY_TASK_MIN": ""]), "SLURM_ARRAY_TASK_MIN is not set"),
    (
      "auto", slurm(["SLURM_ARRAY_TASK_MAX": "", "SLURM_ARRAY_TASK_COUNT": ""]),
      "the number of tasks must be"
    ),
  ]

  @Test(arguments: lost)
  func notFromTheEnvironment(
    _ text: String, _ variables: [String: String], _ message: String
  ) {
    let error = #expect(throws: SweepError.self) { try Shard(text, environment: variables) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("--shard \(text): ") == true)
  }
}
