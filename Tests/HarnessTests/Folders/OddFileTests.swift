import Foundation
import Testing

extension ProgramAttacks {
  @Suite("A file of a folder that is no file")
  struct OddFileTests {
    /// A pipe without another end, a device that never ends, a link in a circle, a folder.
    enum Oddity: CaseIterable {
      case pipe, zeros, circle, folder

      func make(_ path: String) throws {
        let files = FileManager.default
        try files.removeItem(atPath: path)
        switch self {
        case .pipe: #expect(mkfifo(path, 0o644) == 0)
        case .zeros: try files.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case .circle: try files.createSymbolicLink(atPath: path, withDestinationPath: path)
        case .folder:
          try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
      }
    }

    @Test("is refused at once, or not needed")
    func odd() throws {
      let honest = try HonestFolders()
      let findings = inPairs(Amount.cases(80, full: 1_500)) { number in
        var dice = Dice(10, case: number)
        let folder = dice.pick(honest.all)
        let name = dice.pick(folder.files.keys.sorted())
        let oddity = dice.pick(Oddity.allCases)
        let command = dice.pick([
          ["report", "r"], ["diff", "r", "honest"], ["diff", "honest", "r"],
          ["merge", "r", "--out", "m"],
          ["--clients", "60", "--replications", "2", "--baseline", "r", "--no-out", "--quiet"],
        ])
        let place = try Place()
        for (name, bytes) in folder.files {
          try place.write(bytes, to: "r/\(name)")
          try place.write(bytes, to: "honest/\(name)")
        }
        try oddity.make(place.path("r/\(name)"))
        let ending = try place.run(Launch(command, patience: 12))
        return Finding.list(
          number, ending.faults.map { "\(folder.name), \(name), \(oddity): \($0)" }, ending)
      }
      report(findings, of: "folder")
    }

    /// Whoever reads at the other end may have gone.
    @Test("is no file to write a trace to, where it is a pipe that nobody reads from")
    func trace() throws {
      let place = try Place()
      #expect(mkfifo(place.path("pipe"), 0o644) == 0)
      let ending = try place.run(
        Launch(["trace", "--clients", "20", "--out", "pipe"], patience: 12))
      #expect(ending.faults(unless: 1, 2) == [], "\(ending.description)")
      #expect(ending.said.contains("no program reads from it"))
    }

    @Test("is left alone by the pages of the reference, where it is somebody's own")
    func pages() throws {
      let place = try Place()
      try place.write("mine", to: "d/metrics.md")
      let ending = try place.run(Launch(["explain", "--pages", "d"]))
      #expect(ending.status == 2)
      #expect(place.names("d") == ["metrics.md"])
      #expect(try place.read("d/metrics.md") == Array("mine".utf8))
    }

    @Test("leaves no half set of files for an engine")
    func jobs() throws {
      let place = try Place()
      try place.write("mine", to: "mine")
      try place.write("", to: "j/x")
      try FileManager.default.createSymbolicLink(
        atPath: place.path("j/submit.sh"), withDestinationPath: place.path("mine"))
      let ending = try place.run(
        Launch([
          "sweep", "--vary", "gateway.nodes=1,2", "--shards", "2", "--jobs", "slurm", "--out", "j",
          "--force",
        ]))
      #expect(ending.faults(unless: 1, 2) == [], "\(ending.description)")
      #expect(ending.status != 0)
      #expect(place.names("j").sorted() == ["submit.sh", "x"])
      #expect(try place.read("mine") == Array("mine".utf8))
    }

    /// A setting of a manifest is printed; a line of its own would be a command to GitHub.
    @Test("says nothing at the begin of a line")
    func setting() throws {
      let place = try Place()
      for (folder, phase) in [("a", "x\\n::error::pwned"), ("b", "y")] {
        #expect(
          try place.run(Launch(["--clients", "20", "--quiet", "--out", folder])).status == 0)
        let text = String(decoding: try place.read("\(folder)/manifest.json"), as: UTF8.self)
        let changed = text.replacingOccurrences(
          of: "\"clients.phase\": \"spread\"", with: "\"clients.phase\": \"\(phase)\"")
        #expect(changed != text)
        try place.write(Array(changed.utf8), to: "\(folder)/manifest.json")
      }
      for format in ["table", "csv", "json", "markdown"] {
        let ending = try place.run(Launch(["diff", "a", "b", "--no-run", "--format", format]))
        #expect(ending.faults == [], "\(ending.description)")
        let lines = String(decoding: ending.results, as: UTF8.self).split(separator: "\n")
        #expect(lines.allSatisfy { !$0.hasPrefix("::") }, "\(format)")
      }
    }
  }
}
