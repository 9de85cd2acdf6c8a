import Foundation
import Testing

extension ProgramAttacks {
  @Suite("A random command line")
  struct CommandLineTests {
    @Test("ends with a documented exit code, prints nothing that acts, and writes nowhere else")
    func random() throws {
      let program = try ProgramWords()
      let tally = Tally()
      let findings = inPairs(Amount.cases(100, full: 50_000)) { number in
        var writer = CommandLineWriter(program, Dice(3, case: number))
        return try Self.attempt(writer.words(), number, program, tally)
      }
      note("command lines", tally.text)
      // Each verb was among them.
      if Amount.isWhole, Amount.isFull {
        for verb in program.verbs { #expect(tally[verb] > 100, "\(verb)") }
      }
      report(findings, of: "command-line")
    }

    private static let scenario = "name: f\nduration: 10s\nclients: {count: 20}\n"

    private static func attempt(
      _ words: [String], _ number: Int, _ program: ProgramWords, _ tally: Tally
    ) throws -> [Finding] {
      let place = try Place()
      try place.write(scenario, to: "f.yaml")
      try place.write("mine", to: "folder/mine.txt")
      try place.write("mine", to: "victim")
      for link in ["link", "link.yaml"] {
        try FileManager.default.createSymbolicLink(
          atPath: place.path(link), withDestinationPath: "victim")
      }
      let ending = try place.run(Launch(words, patience: 12))
      tally.add("exit \(ending.status ?? -1)")
      tally.add(program.verbs.contains(words.first ?? "") ? words[0] : "no verb")
      var faults = ending.faults
      if ending.status == 1 || ending.status == 2, ending.messages.isEmpty, ending.results.isEmpty {
        faults.append("it says nothing")
      }
      faults += place.strangers.map { "it wrote \($0) outside its folder" }
      // A file may go that is named and given up with --force.
      let mayReplace = words.first == "init" && words.contains("--force")
      faults += unwanted(in: place, words).filter { !mayReplace || $0 != "it changed f.yaml" }
      return Finding.list(number, faults, ending)
    }

    /// A file that `--write FORMAT=FILE` names goes, unless it is read too.
    private static func isWritten(_ file: String, by words: [String]) -> Bool {
      let named = words.indices.contains { place in
        words[place].hasSuffix("=\(file)")
          && (words[place].hasPrefix("--write=") || place > 0 && words[place - 1] == "--write")
      }
      return named && !words.contains(file)
    }

    /// Whatever it did, it did not touch files that are not its own, and left nothing half done.
    private static func unwanted(in place: Place, _ words: [String]) -> [String] {
      let now = Snapshot(place.work).entries
      var faults: [String] = []
      if now["f.yaml"] != .file(Array(scenario.utf8)), !isWritten("f.yaml", by: words) {
        faults.append("it changed f.yaml")
      }
      if now["victim"] != .file(Array("mine".utf8)) { faults.append("it changed the victim") }
      if now["folder/mine.txt"] != .file(Array("mine".utf8)),
        !isWritten("folder/mine.txt", by: words)
      {
        faults.append("it changed mine.txt")
      }
      let hidden = now.keys.filter { $0.contains(".partial-") || $0.contains(".squall.probe-") }
      return faults + hidden.sorted().map { "it left \($0)" }
    }
  }
}
