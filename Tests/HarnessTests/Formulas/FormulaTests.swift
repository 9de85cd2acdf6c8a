import Foundation
import Testing

extension ProgramAttacks {
  @Suite("A random formula")
  struct FormulaTests {
    @Test("gives delays, or an error that says what is wrong with it")
    func random() throws {
      let known = try Self.catalogue()
      let tally = Tally()
      let findings = inPairs(Amount.cases(200, full: 10_000)) { number in
        var dice = Dice(2, case: number)
        let failures = dice.chance(0.1) ? 60 : 5
        var writer = FormulaWriter(dice)
        let formula = writer.policy(known)
        let ending = try Place().run(Launch(Self.arguments(formula, failures)))
        tally.add("exit \(ending.status ?? -1)")
        return Finding.list(number, Self.faults(ending, rows: failures), ending)
      }
      note("formulas", tally.text)
      report(findings, of: "formula")
    }

    /// Behind `--` where the formula would be taken for an option.
    private static func arguments(_ formula: String, _ failures: Int) -> [String] {
      let options = ["--failures", "\(failures)", "--format", "json"]
      let isOption = formula.hasPrefix("-")
      return ["backoffs"] + (isOption ? options + ["--", formula] : [formula] + options)
    }

    private static func faults(_ ending: Ending, rows: Int) -> [String] {
      let faults = ending.faults(unless: 0, 1, 2)
      if !faults.isEmpty { return faults }
      switch ending.status {
      case 0?: return Self.faults(inRows: ending.results, count: rows)
      case 1?:
        let isClear = ending.said.contains("a delay is between 0 and 100 years")
        return isClear ? [] : ["exit code 1 without an invalid delay"]
      default:
        return ending.said.hasPrefix("error: ") || ending.said.hasPrefix("Error: ")
          ? [] : ["no error in its message"]
      }
    }

    private static func faults(inRows output: [UInt8], count: Int) -> [String] {
      guard let rows = try? JSONDecoder().decode([Row].self, from: Data(output)) else {
        return ["stdout is not the JSON of a table of delays"]
      }
      if rows.map(\.failures) != Array(1...count) { return ["rows of \(rows.map(\.failures))"] }
      return rows.filter { !$0.isInOrder }.map { "least, mean and greatest at x = \($0.failures)" }
    }

    private struct Row: Decodable {
      var failures: Int
      var mean: Double?
      var min: Double?
      var max: Double?
      var stop: Bool

      /// The mean is a sum that was rounded.
      var isInOrder: Bool {
        guard let mean, let min, let max else { return mean == nil && min == nil && max == nil }
        let slack = 1e-9 * max
        return 0 <= min && min <= mean + slack && mean <= max + slack && max <= 3_155_760_000
      }
    }

    /// The names and formulas of real clients.
    private static func catalogue() throws -> [String] {
      struct Entry: Decodable {
        var name: String
        var formula: String
      }
      let ending = try Place().run("backoffs", "--format", "json")
      let entries = try JSONDecoder().decode([Entry].self, from: Data(ending.results))
      return entries.flatMap { [$0.name, $0.formula] }
    }
  }
}
