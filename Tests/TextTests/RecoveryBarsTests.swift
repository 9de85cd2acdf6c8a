import Primitives
import TestRuns
import Testing

@testable import Simulator
@testable import Store
@testable import Studies
@testable import Text

@Suite("Bars of the time to recover in the terminal") struct RecoveryBarsTests {
  /// - Parameters:
  ///   - seconds: of each client that came back.
  ///   - never: further clients that did not.
  private func lines(
    _ seconds: [Double], never: Int = 0, width: Int = 80, tokens: Int = 500
  ) throws -> [String] {
    var run = restartRun()
    run.recovery.recoveries = seconds.map { Interval(nanoseconds: Int64($0 * 1e9)) }
    run.recovery.downtimes = run.recovery.recoveries
    run.recovery.affected = seconds.count + never
    return recoveryBars(RunReading(try summary(run)), width: width)
  }

  private var fifty: [Double] { (0..<10_000).map { Double($0) * 0.005 + 0.001 } }

  @Test("spans of a round length, each with its bar, its clients and its share")
  func golden() throws {
    let actual = try lines(fifty).joined(separator: "\n")
    let full = String(repeating: "█", count: 34)
    #expect(
      actual == """
          time to recover                                   clients    share
          0 to 10 s    |\(full)|   2,000   20.0 %
          10 to 20 s   |\(full)|   2,000   20.0 %  <- at best
          20 to 30 s   |\(full)|   2,000   20.0 %
          30 to 40 s   |\(full)|   2,000   20.0 %
          40 to 50 s   |\(full)|   2,000   20.0 %
        """, "\(actual)")
  }

  @Test("whoever never came back has a row, and the late ones share one")
  func tails() throws {
    let late = fifty.dropLast(50) + Array(repeating: 900, count: 50)
    let rows = try lines(Array(late), never: 30)
    #expect(rows.count == 8)
    #expect(rows[6].hasPrefix("  from 50 s    |▊") && rows[6].contains("     50    0.5 %"))
    #expect(rows[7].hasPrefix("  never        |▌") && rows[7].contains("     30    0.3 %"))
  }

  @Test(
    "at most ten rows and a head, within the width, whatever the times are",
    arguments: [60, 72, 80, 100])
  func everyScale(width: Int) throws {
    for factor in [0.05, 0.2, 1, 7, 60, 900, 40_000] {
      let rows = try lines(fifty.map { $0 * factor }, never: 3, width: width)
      #expect((5...11).contains(rows.count), "\(factor): \(rows)")
      #expect(rows.allSatisfy { $0.count <= width }, "\(factor): \(rows)")
      // All bars end at the same column.
      let ends = Set(rows.dropFirst().map { $0.split(separator: "|")[1].count })
      #expect(ends.count == 1)
      let counted = rows.dropFirst().reduce(0) { sum, row in
        let field = row.split(separator: "|")[2].split(separator: " ")[0]
        return sum + (Int(field.filter { $0 != "," }) ?? 0)
      }
      #expect(counted == 10_003)
    }
  }

  @Test("where there is nothing to see there is nothing")
  func nothing() throws {
    #expect(try lines(Array(repeating: 12, count: 1_000)).isEmpty)
    #expect(try lines(fifty.map { $0 / 100 }).isEmpty)
    #expect(try lines(Array(fifty.prefix(19))).isEmpty)
    #expect(try lines([]).isEmpty)
  }
}
