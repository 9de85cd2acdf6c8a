import Testing

extension ProgramAttacks {
  @Suite("A random command line")
  struct CommandLineTests {
    @Test("ends with a documented exit code, prints nothing that acts, and writes nowhere else")
    func random() {
      let tally = Tally()
      let findings = inPairs(Amount.cases(100, full: 2_000)) { number in
        var writer = CommandLineWriter(Dice(3, case: number))
        return try Self.attempt(writer.words(), number, tally)
      }
      note("command lines", tally.text)
      report(findings, of: "command-line")
    }

    private static let scenario = "name: f\nduration: 10s\nclients: {count: 20}\n"

    private static func attempt(
      _ words: [String], _ number: Int, _ tally: Tally
    ) throws -> [Finding] {
      let place = try Place()
      try place.write(scenario, to: "f.yaml")
      try place.write("mine", to: "folder/mine.txt")
      let ending = try place.run(Launch(words, patience: 12))
      tally.add("exit \(ending.status ?? -1)")
      var faults = ending.faults
      if ending.status == 1 || ending.status == 2, ending.messages.isEmpty, ending.results.isEmpty {
        faults.append("it says nothing")
      }
      faults += place.strangers.map { "it wrote \($0) outside its folder" }
      faults += unwanted(in: place)
      return Finding.list(number, faults, ending)
    }

    /// Whatever it did, it did not touch files that are not its own, and left nothing half done.
    private static func unwanted(in place: Place) -> [String] {
      let now = Snapshot(place.work).entries
      var faults: [String] = []
      if now["f.yaml"] != .file(Array(scenario.utf8)) { faults.append("it changed f.yaml") }
      if now["folder/mine.txt"] != .file(Array("mine".utf8)) {
        faults.append("it changed mine.txt")
      }
      let hidden = now.keys.filter { $0.contains(".partial-") || $0.contains(".squall.probe-") }
      return faults + hidden.sorted().map { "it left \($0)" }
    }
  }
}
