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
