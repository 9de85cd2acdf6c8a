import Foundation
import Testing

/// The sweep that docs/sweeps.md shows, run in shards by the files for it.
@Suite("Recipes for clusters", .enabled(if: isOptimised))
struct SweepRecipeTests {
  /// Where tests are a gate a missing tool is a failure.
  private static let mustRun = outsidePipeline["CI"].map { !$0.isEmpty } == true

  private static let hasParallel = (outsidePipeline["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/parallel")
  }

  /// The command of the page that runs its sweep in one piece.
  private func command() throws -> String {
    let text = try String(
      contentsOf: packageFolder.appendingPathComponent("docs/sweeps.md"), encoding: .utf8)
    let found = text.matches(of: /```bash\n# In one piece\.\n(?<command>simulate sweep [^`]*)\n```/)
    try #require(found.count == 1, "one command that runs a sweep in one piece")
    return String(found[0].command)
  }

  /// Runs a script, which must succeed, and gives what it said.
  @discardableResult
  private func run(_ script: String, in place: Workplace, _ folder: String = ".") throws -> Ending {
    let ending = try place.shell(script, in: folder)
    try #require(ending.status == 0, "\(ending.results)\(ending.messages)")
    return ending
  }

  @Test(
    "GNU parallel gives the bytes of one piece, and runs what is missing alone",
    .enabled(if: hasParallel || mustRun, "GNU parallel is not installed"))
  func parallel() throws {
    let place = try Workplace()
    let command = try command()
    try run(command, in: place)
    let whole = try place.files("results/sweep-gateway-restart")
    try run(command + " --jobs parallel --shards 6", in: place)
    let folder = "jobs/parallel-gateway-restart"
    // The fourth shard finds no program.
    try run(
      """
      printf '#!/bin/sh\\ncase "$*" in *--shard=4/*) exit 1 ;; esac\\nexec simulate "$@"\\n' >flaky
      chmod +x flaky
      """, in: place)
    let first = try place.shell("./submit.sh", in: folder, ["SIMULATE": place.path("flaky")])
    #expect(first.status == 2 && first.messages.contains("missing shards, 1 of 6: 4"))
    #expect(try place.names(folder + "/results").count == 5)
    let second = try run("./submit.sh", in: place, folder)
    // No word of its author's about citations, and no error.
    #expect(!(second.results + second.messages).contains("citation"))
    #expect(try place.files(folder + "/results/sweep-gateway-restart") == whole)
    for shard in 1...6 {
      let log = try place.read(folder + "/shard-\(shard).log")
      #expect(log.split(separator: "\n").count { $0.hasPrefix("cells=18 ") } == 1, "\(log)")
    }
  }
}
