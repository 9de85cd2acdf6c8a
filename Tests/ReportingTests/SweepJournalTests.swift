import Foundation
import Testing

@testable import Campaigns
@testable import ResultFiles
@testable import SweepStore

@Suite("What is left of a sweep that was killed") struct SweepJournalTests {
  @Test func aRecordReadsBackAsItself() {
    let record = CellRecord(values: 4)
    for number in 1...20 {
      let bytes = record.bytes(of: madeUpCell(number))
      #expect(bytes.count == record.size)
      let back = bytes.withUnsafeBytes { record.cell(in: $0[...]) }
      #expect(back == madeUpCell(number))
      // Any byte that is not what it was is noticed.
      for place in bytes.indices {
        var torn = bytes
        torn[place] ^= 0x10
        #expect(torn.withUnsafeBytes { record.cell(in: $0[...]) } == nil)
      }
    }
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
      let journal = try SweepJournal(path, shard: .whole, cells: 12, values: 4)
      for number in order { try journal.append(madeUpCell(number)) }
      // A cell that is there already is not written again.
      try journal.append(madeUpCell(9))
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let size = CellRecord(values: 4).size
    #expect(whole.count == order.count * size)
    for length in 0...whole.count {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      let journal = try SweepJournal(path, shard: .whole, cells: 12, values: 4)
      let kept = order.prefix(length / size)
      #expect(journal.done == kept.count)
      #expect(try cells(journal) == kept.sorted().map { madeUpCell($0) })
      #expect(journal.pending == (1...12).filter { !kept.contains($0) })
      // Whatever was torn, what comes next is whole.
      try journal.append(madeUpCell(7))
      let again = try SweepJournal(path, shard: .whole, cells: 12, values: 4)
      #expect(try cells(again) == (kept + [7]).sorted().map { madeUpCell($0) })
    }
  }

  @Test func aDamagedRecordEndsWhatIsBelieved() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let path = scratch.path + "/journal"
    let record = CellRecord(values: 4)
    var bytes = [1, 2, 3].flatMap { record.bytes(of: madeUpCell($0)) }
    bytes[record.size + 30] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let journal = try SweepJournal(path, shard: .whole, cells: 12, values: 4)
    #expect(journal.pending == Array(2...12))
    // Cells of another shard, beyond the grid, or twice, are no cells of this journal.
    for (numbers, kept) in [([2, 4, 5], 2), ([4, 14], 1), ([2, 6, 2], 2)] {
      try Data(numbers.flatMap { record.bytes(of: madeUpCell($0)) })
        .write(to: URL(fileURLWithPath: path))
      let other = try SweepJournal(path, shard: Shard(2, of: 2), cells: 12, values: 4)
      #expect(other.done == kept)
    }
  }

  @Test func workIsTakenUpByTheSamePlanOnly() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let target = scratch.path + "/a/sweep"
    let plan = try smallPlan()
    func open(
      _ plan: SweepPlan, _ shard: Shard = .whole, version: String = "1.0", restarts: Bool = false
    ) throws -> SweepWork {
      try SweepWork(
        description(plan, version: version), plan, shard, place: ResultsPlace(target, .sweep),
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
      { try open(other) }, { try open(plan, Shard(1, of: 2)) }, { try open(plan, version: "1.1") },
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
      description(plan), plan, .whole, place: ResultsPlace(target, .sweep), restarts: false)
    // The lock is of the open file: a second one in the same process meets it too.
    for restarts in [false, true] {
      let error = #expect(throws: SweepFolderError.self) {
        _ = try SweepWork(
          description(plan), plan, .whole, place: ResultsPlace(target, .sweep), restarts: restarts)
      }
      #expect(error?.description.contains("another process is at work in") == true)
    }
    try first.journal.append(madeUpCell(1))
    #expect(first.journal.done == 1)
  }
}
