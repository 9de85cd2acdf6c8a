import Foundation
import TestRuns
import Testing

@testable import Findings
@testable import Store
@testable import Studies
@testable import Verdicts

@Suite("What is left of a sweep that was killed") struct SweepJournalTests {
  private let record = CellRecord(values: 4, promises: 2)
  private static let cells = ShardCells(.whole, cells: 12, replications: 3)
  private static let half = ShardCells(Shard(2, of: 2), cells: 12, replications: 3)

  private func cell(_ number: Int) -> SweepCell { madeUpCell(number, checks: 2) }

  @Test func aRecordReadsBackAsItself() {
    for number in 1...20 {
      let bytes = record.bytes(of: cell(number))
      #expect(record.sizes.contains(bytes.count))
      #expect(bytes.withUnsafeBytes { record.size(in: $0[...]) } == bytes.count)
      let back = bytes.withUnsafeBytes { record.cell(in: $0[...]) }
      #expect(back == cell(number))
      // Any byte that is not what it was is noticed.
      for place in bytes.indices {
        var torn = bytes
        torn[place] ^= 0x10
        #expect(torn.withUnsafeBytes { record.cell(in: $0[...]) } == nil)
      }
    }
  }

  /// What was finished more than a second ago, or 256 cells ago, is on the disk.
  /// The value of a metric is finite: another number was not written by a sweep.
  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNoNumberIsNoRecord(number: Double) {
    let record = CellRecord(values: 1)
    let cell = SweepCell(number: 3, digest: 7, events: 5, values: [.number(number)])
    record.bytes(of: cell).withUnsafeBytes { #expect(record.cell(in: $0[...]) == nil) }
  }

  @Test func aLossOfPowerTakesTheLastCellsOnly() throws {
    let cells = ShardCells(.whole, cells: 600, replications: 3)
    let disk = VolatileDisk()
    try disk.makeFolders("/work")
    try disk.writeNew("/work/journal", "")
    try disk.syncFolder("/work")
    let journal = try SweepJournal("/work/journal", cells, record, disk)
    for number in 1...300 { try journal.append(cell(number)) }
    for way in 0..<100 {
      var dice = TestDice(way)
      let left = disk.afterPowerLoss(&dice)
      let found = try SweepJournal("/work/journal", cells, record, left)
      #expect(600 - found.pending.count >= 256, "\(way)")
    }
  }

  @Test func aLongReasonIsCutBetweenCharacters() {
    let check = PromiseCheck(
      isKept: false, value: nil, reason: String(repeating: "\u{e9}", count: 300))
    let cell = SweepCell(number: 1, digest: 2, events: 3, values: [], checks: [check])
    let record = CellRecord(values: 0, promises: 1)
    let back = record.bytes(of: cell).withUnsafeBytes { record.cell(in: $0[...]) }
    #expect(back?.checks[0].reason == String(repeating: "\u{e9}", count: 127))
    #expect(back?.checks[0].value == nil)
  }

  private func cells(_ journal: SweepJournal) throws -> [SweepCell] {
    var cells: [SweepCell] = []
    try journal.readCells { cells.append($0) }
    return cells
  }

  @Test func cutAnywhereNothingIsLostButTheTornRecordAndNoneIsDoubled() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let path = scratch.path + "/journal"
    let order = [4, 1, 9, 2, 12]
    do {
      let journal = try SweepJournal(path, Self.cells, record)
      for number in order { try journal.append(cell(number)) }
      // A cell that is there already is not written again.
      try journal.append(cell(9))
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var ends = [0]
    for number in order { ends.append(ends[ends.count - 1] + record.bytes(of: cell(number)).count) }
    #expect(whole.count == ends[order.count])
    for length in 0...whole.count {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      let journal = try SweepJournal(path, Self.cells, record)
      let kept = order.prefix(ends.count { $0 <= length } - 1)
      #expect(journal.done == kept.count)
      #expect(try cells(journal) == kept.sorted().map { cell($0) })
      #expect(journal.pending == (1...12).filter { !kept.contains($0) })
      // Whatever was torn, what comes next is whole.
      try journal.append(cell(7))
      let again = try SweepJournal(path, Self.cells, record)
      #expect(try cells(again) == (kept + [7]).sorted().map { cell($0) })
    }
  }

  @Test func aDamagedRecordEndsWhatIsBelieved() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let path = scratch.path + "/journal"
    var bytes = [1, 2, 3].flatMap { record.bytes(of: cell($0)) }
    bytes[record.sizes.lowerBound + 30] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let journal = try SweepJournal(path, Self.cells, record)
    #expect(journal.pending == Array(2...12))
    // Cells of another shard, beyond the grid, or twice, are no cells of this journal.
    let own = Self.half.numbers
    let other = try #require((1...12).first { !own.contains($0) })
    for (numbers, kept) in [
      ([own[0], own[3], other], 2), ([own[1], 14], 1), ([own[0], own[2], own[0]], 2),
    ] {
      try Data(numbers.flatMap { record.bytes(of: cell($0)) })
        .write(to: URL(fileURLWithPath: path))
      let journal = try SweepJournal(path, Self.half, record)
      #expect(journal.done == kept)
      #expect(journal.pending == own.filter { !numbers.prefix(kept).contains($0) })
    }
  }

  @Test func workIsTakenUpByTheSamePlanOnly() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let target = scratch.path + "/a/sweep"
    let plan = try smallPlan()
    func open(
      _ plan: SweepPlan, version: String = "1.0", restarts: Bool = false
    ) throws -> SweepWork {
      try SweepWork(
        description(plan, version: version), plan, place: ResultsPlace(target, .sweep),
        restarts: restarts)
    }
    do {
      let work = try open(plan)
      #expect(work.path.hasSuffix("/a/.sweep.sweep"))
      try work.journal.append(madeUpCell(3))
    }
    #expect(try open(plan).journal.done == 1)
    let other = try smallPlan(metrics: ["arrivals"])
    for make in [
      { try open(other) }, { try open(smallPlan(shard: Shard(1, of: 2))) },
      { try open(plan, version: "1.1") },
    ] {
      let error = #expect(throws: SweepFolderError.self) { _ = try make() }
      #expect(error?.description.contains("another sweep or map (plan") == true)
      #expect(error?.description.contains("--restart") == true)
    }
    #expect(try open(plan).journal.done == 1)
    #expect(try open(other, restarts: true).journal.done == 0)
    // No cell was finished: nothing is lost by another plan.
    #expect(try open(plan).journal.done == 0)
    let work = try open(plan)
    work.remove()
    #expect(scratch.names("a").isEmpty)
  }

  @Test func oneProcessAtATime() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let plan = try smallPlan()
    let target = scratch.path + "/sweep"
    let first = try SweepWork(
      description(plan), plan, place: ResultsPlace(target, .sweep), restarts: false)
    // The lock is of the open file: a second one in the same process meets it too.
    for restarts in [false, true] {
      let error = #expect(throws: SweepFolderError.self) {
        _ = try SweepWork(
          description(plan), plan, place: ResultsPlace(target, .sweep), restarts: restarts)
      }
      #expect(error?.description.contains("another process is at work in") == true)
    }
    try first.journal.append(madeUpCell(1))
    #expect(first.journal.done == 1)
  }
}
