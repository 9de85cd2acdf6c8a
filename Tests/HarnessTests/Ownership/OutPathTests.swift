import Foundation
import Testing

extension ProgramAttacks {
  @Suite("A path for results")
  struct OutPathTests {
    @Test("at which nothing can be written is refused before the first event")
    func impossible() throws {
      let place = try Place()
      try place.write("mine", to: "file")
      try FileManager.default.createSymbolicLink(
        atPath: place.path("dangling"), withDestinationPath: "nowhere")
      try FileManager.default.createSymbolicLink(
        atPath: place.path("circle"), withDestinationPath: "circle")
      #expect(mkfifo(place.path("pipe"), 0o644) == 0)
      var paths = [
        "dangling", "circle", "circle/below", "file", "file/below", "file/below/deeper", "pipe",
        "pipe/below", "/dev/null", "/dev/null/below", String(repeating: "n", count: 300),
        "new/" + String(repeating: "n", count: 300), String(repeating: "deep/", count: 1_000) + "r",
      ]
      if kind(of: "/proc/self") != nil {
        paths += ["/proc/squall-harness", "/proc/self/squall-harness", "/proc/sys/squall/harness"]
      }
      for path in paths { try expectRefusal(of: longRun(path), in: place, isLong: true) }
    }

    @Test(
      "in a folder that may not be written to is refused before the first event",
      .disabled(if: Machine.isRoot, "root may write everywhere"))
    func readOnly() throws {
      let place = try Place()
      try place.write("mine", to: "locked/mine.txt")
      let folder = place.path("locked")
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
      defer {
        try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
      }
      for path in ["locked/r", "locked/new/r"] {
        try expectRefusal(of: longRun(path), in: place, isLong: true)
      }
    }

    @Test("that is empty is wrong usage")
    func empty() throws {
      let place = try Place()
      for command in ResultsCommand.allCases {
        let ending = try place.run(Launch(command.arguments("")))
        #expect(ending.faults(unless: 2) == [], "\(ending.description)")
        #expect(place.names() == [])
      }
    }

    @Test("may have parents that are missing, odd names, and names as long as can be")
    func possible() throws {
      let place = try Place()
      let names = [
        "a/b/c", "./d/", " ", "e f", "\u{E9}", "%s", String(repeating: "n", count: 255),
      ]
      for name in names {
        try expectWhole(ResultsCommand.run.arguments(name), name, in: place)
        try expectWhole(ResultsCommand.run.arguments(name, seed: 2), name, in: place)
      }
      #expect(place.names().filter { $0.hasPrefix(".") } == [])
    }
  }

  @Suite("The working folder as results folder")
  struct WorkingFolderTests {
    @Test("takes the files in, the manifest last, and again", arguments: ResultsCommand.allCases)
    func inPlace(_ command: ResultsCommand) throws {
      let place = try Place()
      try expectWhole(command.arguments("."), ".", in: place)
      #expect(manifestIsLast(in: place.work))
      try expectWhole(command.arguments(".", seed: 2), ".", in: place)
      #expect(manifestIsLast(in: place.work))
      // By its own name, seen from above, it is still the same folder.
      try expectWhole(command.arguments("../work"), ".", in: place)
    }

    @Test("is refused where other files lie", arguments: ResultsCommand.allCases)
    func foreign(_ command: ResultsCommand) throws {
      let place = try Place()
      try place.write("mine", to: "mine.txt")
      try expectRefusal(of: command.arguments("."), in: place)
      try FileManager.default.removeItem(atPath: place.path("mine.txt"))
      try command.make(".", in: place)
      try place.write("mine", to: "mine.txt")
      try expectRefusal(of: command.arguments(".", seed: 2), in: place)
    }
  }
}
