import Testing

extension ProgramAttacks {
  @Suite("A kill")
  struct KillTests {
    @Test(
      "at any moment leaves old results or new ones, whole, and nothing that the next start leaves",
      arguments: KillTarget.all.indices)
    func anyMoment(_ index: Int) throws {
      let targets = KillTarget.all.count
      let cases = Amount.cases(12, full: 300).filter { $0 % targets == index }
      if cases.isEmpty { return }
      let reference = try KillReference(KillTarget.all[index])
      let tally = Tally()
      let findings = inPairs(cases) { number in
        var one = try KillCase(number, reference)
        return try one.findings(tally)
      }
      note("kills of a \(KillTarget.all[index].name)", tally.text)
      report(findings, of: "kill")
    }
  }
}
