import Testing

extension ProgramAttacks {
  @Suite("A folder that somebody else made")
  struct HostileFolderTests {
    @Test("is read or refused: nothing but a page is written, and nothing that acts is printed")
    func hostile() throws {
      let honest = try HonestFolders()
      let tally = Tally()
      let findings = inPairs(Amount.cases(150, full: 20_000)) { number in
        try Self.attempt(number, honest, tally)
      }
      note("hostile folders", tally.text)
      report(findings, of: "folder")
    }

    /// Commands that read a folder, and run little or nothing.
    private static let commands: [[String]] = [
      ["report", "r"], ["report", "r"], ["report", "r"], ["report", "r", "--out", "page.html"],
      ["diff", "r", "honest"], ["diff", "honest", "r"], ["merge", "r", "--out", "m"],
      ["r/manifest.json", "--print-config"], ["validate", "r/manifest.json"],
      ["--clients", "60", "--replications", "2", "--baseline", "r", "--no-out", "--quiet"],
    ]

    private static func attempt(
      _ number: Int, _ honest: HonestFolders, _ tally: Tally
    ) throws -> [Finding] {
      var dice = Dice(9, case: number)
      let folder = dice.pick(honest.all)
      var mutator = FolderMutator(dice)
      let files = mutator.changed(folder.files)
      let command = dice.pick(commands)
      let place = try Place()
      for (name, bytes) in files { try place.write(bytes, to: "r/\(name)") }
      for (name, bytes) in folder.files { try place.write(bytes, to: "honest/\(name)") }
      let before = Snapshot(place.work)
      let ending = try place.run(Launch(command, patience: 12))
      tally.add("\(command[0]) \(ending.status ?? -1)")
      var faults = ending.faults
      if ending.status != 0, ending.messages.isEmpty, ending.results.isEmpty {
        faults.append("it says nothing")
      }
      let allowed = ["page.html is new", "r/report.html was changed", "r/report.html is new"]
      faults += Snapshot(place.work).changes(since: before).filter {
        !allowed.contains($0) && !$0.hasPrefix("m")
      }
      for page in ["r/report.html", "page.html"] where place.exists(page) && ending.status == 0 {
        if let found = unprintable(try place.read(page)) { faults.append("\(page) holds \(found)") }
      }
      let story = faults.map { "\(folder.name): \($0)" }
      return Finding.list(
        number, story, ending, files: files.filter { folder.files[$0.key] != $0.value })
    }
  }
}
