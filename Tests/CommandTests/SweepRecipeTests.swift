import Foundation
import Testing

/// The recipes of docs/sweeps.md, run as they stand there.
@Suite("Recipes for clusters", .enabled(if: isOptimised))
struct SweepRecipeTests {
  private static let environment = outsidePipeline

  /// Where tests are a gate a missing tool is a failure.
  private static let mustRun = environment["CI"].map { !$0.isEmpty } == true

  private static let hasParallel = (environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/parallel")
  }

  /// The shell script of the documentation that has this word in one of its first two lines.
  private func script(_ word: String) throws -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: package.appendingPathComponent("docs/sweeps.md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```bash\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let found = blocks.filter { block in
      block.split(separator: "\n").prefix(2).contains { $0.contains(word) }
    }
    try #require(found.count == 1, "one script with '\(word)'")
    return found[0]
  }

  private func run(
    _ script: String, in place: Workplace, _ variables: [String: String] = [:]
  ) throws {
    try place.write(script, to: "script.sh")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-eu", "script.sh"]
    process.currentDirectoryURL = place.url
    let tools = try tool().deletingLastPathComponent().path
    var environment = Self.environment.merging(variables) { $1 }
    environment["PATH"] = tools + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    process.environment = environment
    try place.write("", to: ".out")
    let output = try FileHandle(forWritingTo: place.url.appendingPathComponent(".out"))
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    let said = try place.read(".out")
    #expect(process.terminationStatus == 0, "\(said)")
  }

  @Test(
    "GNU parallel gives the bytes of one piece",
    .enabled(if: hasParallel || mustRun, "GNU parallel is not installed"))
  func parallel() throws {
    let place = try Workplace()
    try run(script("# In one piece"), in: place)
    try run("mv results/sweep-gateway-restart whole", in: place)
    try run(script("# GNU parallel"), in: place)
    #expect(try place.names("results").count == 6)
    #expect(try place.files("results/sweep-gateway-restart") == place.files("whole"))
    // No word of its author's about citations, and no error.
    #expect(!(try place.read(".out")).contains("citation"))
  }

  @Test("the script of a Slurm array, its variables set by hand, gives the bytes of one piece")
  func slurm() throws {
    let place = try Workplace()
    try run(script("# In one piece"), in: place)
    try run("mv results/sweep-gateway-restart whole", in: place)
    let script = try script("#SBATCH")
    for task in 1...6 {
      try run(
        script, in: place,
        [
          "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_MIN": "1",
          "SLURM_ARRAY_TASK_MAX": "6", "SLURM_ARRAY_TASK_COUNT": "6",
          "SLURM_CPUS_PER_TASK": "2",
        ])
    }
    try run("simulate merge results/sweep-gateway-restart-*-of-6", in: place)
    #expect(try place.files("results/sweep-gateway-restart") == place.files("whole"))
  }
}
