import Testing

extension ProgramAttacks {
  @Suite("A mutated scenario file")
  struct ScenarioFileTests {
    @Test("is refused with its place in the file, or runs to an end that adds up")
    func mutated() throws {
      let corpus = try Self.builtIn()
      let tally = Tally()
      let findings = inPairs(Amount.cases(200, full: 10_000)) { number in
        try ScenarioCase(number, corpus, tally).findings()
      }
      note("scenario files", tally.text)
      report(findings, of: "scenario")
      // Or next to nothing behind the first problem would be reached.
      #expect(!Amount.isWhole || tally["valid"] > 10)
    }

    /// The scenarios that the program brings, as it prints them.
    private static func builtIn() throws -> [[UInt8]] {
      let place = try Place()
      let list = try place.run("scenarios")
      let names = list.text.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      try #require(names.count > 10, "\(list.description)")
      return try names.map { name in
        let ending = try place.run("scenarios", String(name))
        try #require(ending.status == 0 && !ending.results.isEmpty)
        return ending.results
      }
    }
  }
}
