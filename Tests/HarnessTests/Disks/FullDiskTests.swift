import Foundation
import Testing

extension ProgramAttacks {
  @Suite("A full disk", .enabled(if: Machine.mounts.isWanted, Machine.mounts.reason))
  struct FullDiskTests {
    /// Runs a command that must fail for want of room, and say so.
    private func expectNoRoom(
      _ arguments: [String], on disk: PrivateDisk, in place: Place
    ) throws {
      let ending = try place.run(Launch(arguments, wrapper: disk.wrapper))
      #expect(ending.faults(unless: 1) == [], "\(ending.description)")
      #expect(ending.said.contains("No space left on device"), "\(ending.description)")
    }

    @Test(
      "ends a command with exit code 1, and nothing half written",
      arguments: ResultsCommand.allCases)
    func fresh(_ command: ResultsCommand) throws {
      try Machine.mounts.demand()
      let place = try Place()
      let disk = try PrivateDisk("64k", "disk", in: place)
      try disk.fill(leaving: 8_192)
      try expectNoRoom(command.arguments("disk/r"), on: disk, in: place)
      // The finished cells of a sweep are kept, where there was room for them.
      let left = Set(listing(of: disk.seen)).subtracting([".r.sweep"])
      #expect(left == ["filler"])
    }

    @Test(
      "leaves older results whole, and they are replaced once there is room",
      arguments: ResultsCommand.allCases)
    func older(_ command: ResultsCommand) throws {
      try Machine.mounts.demand()
      let place = try Place()
      let disk = try PrivateDisk("4m", "disk", in: place)
      let first = try place.run(Launch(command.arguments("disk/r"), wrapper: disk.wrapper))
      #expect(first.faults(unless: 0, 3) == [], "\(first.description)")
      let older = Snapshot(disk.seen + "/r")
      for free in [0, 4_096, 16_384] {
        try disk.fill(leaving: free)
        try expectNoRoom(command.arguments("disk/r", seed: 2), on: disk, in: place)
        #expect(Snapshot(disk.seen + "/r").changes(since: older) == [])
        #expect(Set(listing(of: disk.seen)).subtracting([".r.sweep"]) == ["filler", "r"])
        try disk.empty()
      }
      let last = try place.run(Launch(command.arguments("disk/r", seed: 2), wrapper: disk.wrapper))
      #expect(last.faults(unless: 0, 3) == [], "\(last.description)")
      #expect(flaws(ofResults: disk.seen + "/r") == [])
      #expect(listing(of: disk.seen) == ["r"])
    }

    @Test("keeps the finished cells of a sweep, which is gone on with once there is room")
    func sweep() throws {
      try Machine.mounts.demand()
      let place = try Place()
      let disk = try PrivateDisk("4m", "disk", in: place)
      // All metrics: the results are much larger than the journal.
      let arguments = [
        "sweep", "--clients", "50", "--vary", "faults.0.for=20s,30s,40s", "--replications", "8",
        "--threads", "2", "--out",
      ]
      try disk.fill(leaving: 262_144)
      try expectNoRoom(arguments + ["disk/r"], on: disk, in: place)
      #expect(Set(listing(of: disk.seen)) == [".r.sweep", "filler"])
      try disk.empty()
      let again = try place.run(Launch(arguments + ["disk/r"], wrapper: disk.wrapper))
      #expect(again.faults(unless: 0) == [], "\(again.description)")
      #expect(again.said.contains("resuming: 24 of 24 cells are done"), "\(again.said)")
      try expectWhole(arguments + ["whole"], "whole", in: place)
      #expect(lastingFiles(of: disk.seen + "/r") == lastingFiles(of: place.path("whole")))
      #expect(listing(of: disk.seen) == ["r"])
    }
  }
}
