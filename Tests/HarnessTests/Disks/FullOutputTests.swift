import Foundation
import Testing

extension ProgramAttacks {
  @Suite(
    "A stdout that takes nothing",
    .enabled(if: kind(of: "/dev/full") != nil, "there is no /dev/full"))
  struct FullOutputTests {
    @Test(
      "ends a command with exit code 1 and a message",
      arguments: [
        ["--clients", "20", "--no-out"], ["--clients", "20", "--no-out", "--format", "json"],
        ["--clients", "20", "--no-out", "--replications", "2", "--format", "csv"],
        ["--clients", "20", "--print-config"], ["scenarios"], ["scenarios", "contention"],
        ["backoffs"], ["backoffs", "phoenix", "--format", "csv"], ["explain"],
        ["explain", "recover.p99"], ["validate", "contention"], ["diagram", "--session", "stoat"],
        ResultsCommand.comparison.arguments("r"), ResultsCommand.tuning.arguments("r"),
        ResultsCommand.sweep.arguments("r"),
        ResultsCommand.sweep.arguments("r") + ["--format", "csv"],
      ])
    func full(_ arguments: [String]) throws {
      let place = try Place()
      let ending = try place.run(Launch(arguments, output: .file("/dev/full")))
      #expect(ending.faults(unless: 1) == [], "\(ending.description)")
      #expect(ending.said.contains("No space left on device"), "\(ending.description)")
      // What was measured is kept all the same.
      if place.exists("r") { #expect(flaws(ofResults: place.path("r")) == []) }
      #expect(place.names().filter { $0.hasPrefix(".") } == [])
    }
  }
}

extension ProgramAttacks {
  @Suite("A limit of the size of files")
  struct FileSizeTests {
    @Test(
      "ends a command with exit code 1 and a message, and leaves nothing",
      arguments: [
        ["--clients", "200", "--out", "r"], ["report", "honest", "--out", "page.html"],
        ["trace", "--clients", "20", "--out", "t.txt"],
        ["--clients", "200", "--no-out", "--write", "json=r.json"],
        ["init", "\(String(repeating: "long", count: 20)).yaml"],
      ])
    func limited(_ arguments: [String]) throws {
      let place = try Place()
      let honest = try place.run("--clients", "200", "--quiet", "--out", "honest")
      #expect(honest.status == 0, "\(honest.description)")
      // In blocks of 512 bytes; messages and stdout stay below that.
      let isSmall = arguments[0] == "init"
      let isQuiet = !["init", "report"].contains(arguments[0])
      let ending = try place.run(
        Launch(arguments + (isQuiet ? ["--quiet"] : []), before: "ulimit -f \(isSmall ? 1 : 8)"))
      #expect(ending.faults(unless: 1) == [], "\(ending.description)")
      #expect(ending.said.contains("File too large"), "\(ending.description)")
      #expect(place.names() == ["honest"])
    }
  }
}
