import Foundation
import Testing

extension ProgramAttacks {
  @Suite("A results folder")
  struct OwnershipTests {
    @Test("is refused before the run where the scenario itself lies in it")
    func scenarioInside() throws {
      let place = try Place()
      try place.write("name: mine\n", to: "u/mine.yaml")
      try expectRefusal(
        of: ["u/mine.yaml"] + longRun("u"), in: place, isLong: true)
      for command in ResultsCommand.allCases {
        try expectRefusal(of: command.arguments("u"), in: place)
      }
    }

    @Test("is not replaced by results of another kind, and is by its own")
    func kinds() throws {
      for old in ResultsCommand.allCases {
        let place = try Place()
        try old.make("k", in: place)
        for new in ResultsCommand.allCases where new.kind != old.kind {
          try expectRefusal(of: new.arguments("k"), in: place)
        }
        for new in ResultsCommand.allCases where new.kind == old.kind {
          try expectWhole(new.arguments("k", seed: 2), "k", in: place)
        }
        #expect(place.names() == ["k"])
      }
    }

    @Test("is not replaced while it holds a file that its manifest does not list")
    func unlisted() throws {
      for command in ResultsCommand.allCases {
        for name in ["notes.txt", ".hidden", "sub/mine.csv", "manifest.json.bak"] {
          let place = try Place()
          try command.make("u", in: place)
          try place.write("mine", to: "u/" + name)
          try expectRefusal(of: command.arguments("u", seed: 2), in: place)
        }
      }
    }

    @Test("is not replaced where a listed name is a folder, a link or a pipe")
    func otherKinds() throws {
      for number in 0..<4 {
        let place = try Place()
        try place.write("mine", to: "mine.txt")
        try place.write("mine", to: "mine/mine.txt")
        try ResultsCommand.run.make("u", in: place)
        let path = place.path("u/summary.csv")
        try FileManager.default.removeItem(atPath: path)
        let targets = ["mine.txt", "mine", "nowhere"].map { place.path($0) }
        if number == 3 {
          #expect(mkfifo(path, 0o644) == 0)
        } else {
          try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: targets[number])
        }
        try expectRefusal(of: ResultsCommand.run.arguments("u", seed: 2), in: place)
      }
    }

    @Test(
      "keeps what a forged manifest lists: names that lead elsewhere, and files of somebody else",
      arguments: [
        #"["../keep.txt"]"#, #"["/etc/hostname", "mine.txt"]"#, #"["..", "."]"#,
        #"["sub/mine.txt"]"#, #"[""]"#, #""mine.txt""#, #"["mine.txt", 3]"#, #"{"mine.txt": 1}"#,
      ])
    func forged(_ files: String) throws {
      let place = try Place()
      try place.write("mine", to: "keep.txt")
      try place.write("mine", to: "u/mine.txt")
      try place.write("mine", to: "u/sub/mine.txt")
      let head = #"{"schema": 2, "kind": "run", "scenario": "x", "digest": "0", "files": "#
      try place.write(head + files + "}", to: "u/manifest.json")
      try expectRefusal(of: ResultsCommand.run.arguments("u"), in: place)
    }

    @Test("with a manifest that is no manifest is left alone")
    func noManifest() throws {
      let deep = String(repeating: "[", count: 100_000)
      let texts = ["", "[]", "{", "null", #"{"files": []}"#, deep]
      for text in texts {
        let place = try Place()
        try place.write(text, to: "u/manifest.json")
        try place.write("mine", to: "u/mine.txt")
        try expectRefusal(of: ResultsCommand.run.arguments("u"), in: place)
      }
    }

    @Test("through a link is the folder that the link names; the link stays")
    func throughLink() throws {
      let place = try Place()
      try ResultsCommand.run.make("real", in: place)
      try FileManager.default.createSymbolicLink(
        atPath: place.path("link"), withDestinationPath: "real")
      try expectWhole(ResultsCommand.run.arguments("link", seed: 2), "real", in: place)
      #expect(kind(of: place.path("link")) == .link)
      #expect(place.names() == ["link", "real"])
    }
  }
}
