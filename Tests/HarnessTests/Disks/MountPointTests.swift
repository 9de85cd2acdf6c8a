import Foundation
import Testing

extension ProgramAttacks {
  @Suite(
    "A mount point as results folder",
    .enabled(if: Machine.mounts.isWanted, Machine.mounts.reason))
  struct MountPointTests {
    private func expectWhole(
      _ arguments: [String], on disk: PrivateDisk, in place: Place, ignored: Set<String> = []
    ) throws {
      let ending = try place.run(Launch(arguments, wrapper: disk.wrapper))
      #expect(ending.faults(unless: 0, 3) == [], "\(ending.description)")
      #expect(flaws(ofResults: disk.seen, ignored: ignored) == [])
      #expect(manifestIsLast(in: disk.seen))
    }

    @Test(
      "takes results, the manifest last, and the next ones in their place",
      arguments: ResultsCommand.allCases)
    func replaced(_ command: ResultsCommand) throws {
      try Machine.mounts.demand()
      let place = try Place()
      let disk = try PrivateDisk("8m", "disk", in: place)
      try expectWhole(command.arguments("disk"), on: disk, in: place)
      try expectWhole(command.arguments("disk", seed: 2), on: disk, in: place)
      // Nothing stands beside it.
      #expect(place.names() == ["disk"])
    }

    @Test("is refused where a foreign file lies on it; lost+found may")
    func foreign() throws {
      try Machine.mounts.demand()
      let place = try Place()
      let disk = try PrivateDisk("8m", "disk", in: place)
      try FileManager.default.createDirectory(
        atPath: disk.seen + "/lost+found", withIntermediateDirectories: false)
      let command = ResultsCommand.run
      try expectWhole(command.arguments("disk"), on: disk, in: place, ignored: ["lost+found"])
      try Data("mine".utf8).write(to: URL(fileURLWithPath: disk.seen + "/mine.txt"))
      let before = disk.snapshot()
      for command in ResultsCommand.allCases {
        let ending = try place.run(
          Launch(command.arguments("disk", seed: 2), wrapper: disk.wrapper))
        #expect(ending.faults(unless: 1) == [], "\(ending.description)")
        #expect(disk.snapshot().changes(since: before) == [])
      }
    }

    @Test("to which nothing can be written is refused before the first event")
    func readOnly() throws {
      try Machine.mounts.demand()
      let place = try Place()
      let disk = try PrivateDisk("64k", "disk", in: place, isReadOnly: true)
      for path in ["disk", "disk/r", "disk/new/r"] {
        let ending = try place.run(Launch(longRun(path), wrapper: disk.wrapper))
        #expect(ending.faults(unless: 1) == [], "\(ending.description)")
        #expect(ending.seconds < 2, "\(ending.description)")
      }
    }
  }
}
