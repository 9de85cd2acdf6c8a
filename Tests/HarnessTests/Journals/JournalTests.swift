import Foundation
import Testing

extension ProgramAttacks {
  @Suite("The journal of an interrupted sweep")
  struct JournalTests {
    @Test(
      "damaged, it gives the bytes of an uninterrupted sweep, or a refusal that changes nothing")
    func damaged() throws {
      let sweep = try SmallSweep()
      let tally = Tally()
      let cases = Amount.cases(30, full: 500)
      let groups = Dictionary(grouping: cases) { $0 / 10 }
      // Each ten share an interruption, at another moment and by another signal.
      let findings = inPairs(groups.keys.sorted()) { group in
        var dice = Dice(5, case: group)
        let files = try SmallSweep.unfinished(
          after: dice.between(1, 14), by: dice.pick([SIGKILL, SIGINT, SIGTERM]))
        return try (groups[group] ?? []).flatMap { number -> [Finding] in
          let damage = Damage.allCases[number % Damage.allCases.count]
          return try JournalCase(number: number, damage: damage, files: files, sweep: sweep)
            .findings(tally)
        }
      }
      note("journals", tally.text)
      report(findings, of: "journal")
    }

    @Test("whole, it is gone on with: no cell is lost, none is run twice")
    func resumed() throws {
      let sweep = try SmallSweep()
      let place = try Place()
      let files = try SmallSweep.unfinished(after: 5, by: SIGKILL)
      for (name, bytes) in files { try place.write(bytes, to: "\(SmallSweep.work)/\(name)") }
      let ending = try place.run(Launch(SmallSweep.arguments.filter { $0 != "--quiet" }))
      #expect(ending.faults(unless: 0) == [], "\(ending.description)")
      let journal = JournalBytes(files["journal"] ?? [])
      #expect(
        ending.said.contains("resuming: \(journal.count) of 24 cells are done"), "\(ending.said)")
      #expect(try sweep.faults(in: place) == [])
    }
  }
}
