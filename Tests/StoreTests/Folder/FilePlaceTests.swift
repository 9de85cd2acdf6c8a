import Foundation
import TestRuns
import Testing

@testable import Store

/// One file: whatever fails, and whenever the process ends, it is the older one or the whole new one.
@Suite("A file is whole, or the older one") struct FilePlaceTests {
  private static let new = ["first\n", "second\n", "third\n"]

  private static func write(_ path: String, _ files: any FileSystem) throws {
    try FilePlace(path, .file, files).write { take in try new.forEach(take) }
  }

  struct Case: Sendable {
    var fate: FailingDisk.Fate
    var hasOlder: Bool

    static let all = FailingDisk.Fate.allCases.flatMap { fate in
      [false, true].map { Case(fate: fate, hasOlder: $0) }
    }
  }

  @Test(arguments: Case.all) func everyOperationInTurn(_ one: Case) throws {
    var number = 0
    while true {
      let scratch = try Scratch()
      defer { scratch.remove() }
      let path = scratch.path + "/f"
      if one.hasOlder { try Data("older".utf8).write(to: URL(filePath: path)) }
      let disk = FailingDisk(one.fate, at: number)
      let isWritten = (try? Self.write(path, disk)) != nil
      let text = try? String(contentsOfFile: path, encoding: .utf8)
      let older = one.hasOlder ? "older" : nil
      // What fails last is only the folder's sync.
      #expect(text == older || text == Self.new.joined(), "operation \(number): \(text ?? "nil")")
      #expect(!isWritten || text == Self.new.joined(), "operation \(number)")
      if one.fate == .fails { #expect(scratch.names() == (text == nil ? [] : ["f"])) }
      // Who comes next removes what a kill has left.
      try Self.write(path, Disk())
      #expect(scratch.names() == ["f"], "operation \(number)")
      if disk.count <= number { break }
      number += 1
    }
    #expect(number >= 7)
  }

  @Test func outlivesALossOfPower() throws {
    for limit in 0... {
      let disk = VolatileDisk(stopsAfter: limit)
      try? disk.makeFolders("/place")
      try? disk.writeNew("/place/f", "older")
      try? disk.syncFolder("/place")
      let began = disk.steps
      let isWritten = (try? Self.write("/place/f", disk)) != nil
      for way in 0..<40 {
        var dice = TestDice(limit * 1_000 + way)
        let left = disk.afterPowerLoss(&dice).content(of: "/place")?["f"]
        let text = left.map { String(decoding: $0, as: UTF8.self) }
        if isWritten { #expect(text == Self.new.joined(), "\(limit)/\(way): lost") }
        if began < limit {
          #expect(text == "older" || text == Self.new.joined(), "\(limit)/\(way): \(text ?? "nil")")
        }
      }
      if isWritten {
        #expect(limit > 8)
        return
      }
    }
  }

  @Test func aFileThatIsBeingFilledIsNoLeftover() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let path = scratch.path + "/f"
    try FilePlace(path, .file, Disk()).write { take in
      try take("slow ")
      try Self.write(path, Disk())
      try take("one")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "slow one")
    #expect(scratch.names() == ["f"])
  }

  /// A sync that does nothing would be seen by nobody but after a loss of power.
  @Test func aSyncReachesTheSystem() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let file = try Disk().open(scratch.path + "/f", .new)
    try Disk().sync(file)
    Disk().close(file)
    #expect(throws: FileError(code: EBADF)) { try Disk().sync(OpenFile(descriptor: 1 << 20)) }
  }

  @Test(arguments: [
    ("folder", FilePlaceError.isFolder("folder")), ("folder/", .namesFolder("folder/")),
    (".", .namesFolder(".")), ("", .namesFolder("")), ("none/f", .hasNoFolder("none")),
    ("file/f", .hasNoFolder("file")), ("link", .isNoFile("link")), ("pipe", .isNoFile("pipe")),
    ("results/f", .isInResults("results")), ("loop", .isNoFile("loop")),
  ])
  func whatCannotBeWritten(name: String, problem: FilePlaceError) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let files = FileManager.default
    for folder in ["folder", "results"] {
      try files.createDirectory(
        atPath: scratch.path + "/\(folder)", withIntermediateDirectories: false)
    }
    try Data("kept".utf8).write(to: URL(filePath: scratch.path + "/file"))
    let manifest = madeUpManifest(of: [])
    try Data(manifest.utf8).write(to: URL(filePath: scratch.path + "/results/manifest.json"))
    try files.createSymbolicLink(atPath: scratch.path + "/link", withDestinationPath: "file")
    try files.createSymbolicLink(atPath: scratch.path + "/loop", withDestinationPath: "loop")
    #expect(mkfifo(scratch.path + "/pipe", 0o666) == 0)
    let full = name.isEmpty ? "" : "\(scratch.path)/\(name)"
    do throws(FilePlaceError) {
      _ = try FilePlace(full)
      Issue.record("it can be written")
    } catch {
      #expect(
        "\(error)"
          == "\(problem)".replacingOccurrences(of: "'\(name)", with: "'\(full)")
          .replacingOccurrences(of: "'none'", with: "'\(scratch.path)/none'")
          .replacingOccurrences(of: "'file'", with: "'\(scratch.path)/file'")
          .replacingOccurrences(of: "'results'", with: "'\(scratch.path)/results'"))
    }
  }

  @Test func isTheSameFileByAnyName() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let files = FileManager.default
    for name in ["one", "other"] {
      try Data("x".utf8).write(to: URL(filePath: "\(scratch.path)/\(name)"))
    }
    try files.linkItem(atPath: scratch.path + "/one", toPath: scratch.path + "/hard")
    try files.createSymbolicLink(atPath: scratch.path + "/soft", withDestinationPath: "one")
    let place = try FilePlace(scratch.path + "/./one")
    for name in ["one", "hard", "soft"] { #expect(place.isSame(as: "\(scratch.path)/\(name)")) }
    for name in ["other", "none"] { #expect(!place.isSame(as: "\(scratch.path)/\(name)")) }
  }
}
