import Foundation
import TestRuns
import Testing

@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

/// The power fails after any operation, and what was not synced is lost, all of it or some: what
/// stands under the name is absent or whole, and no finished cell of a sweep is lost that was synced.
@Suite("What a loss of power leaves") struct VolatileDiskTests {
  /// Ways in which what was not synced may be lost, for each moment.
  private static let ways = 40

  private func isWhole(_ files: [String: [UInt8]], _ mark: String) -> Bool {
    let wanted = FailingDiskTests.contents(mark).map { ($0.name, Array($0.text.utf8)) }
    return files == Dictionary(uniqueKeysWithValues: wanted)
  }

  private func write(_ mark: String, on disk: VolatileDisk) throws {
    try ResultsFolder.write(
      FailingDiskTests.contents(mark), to: ResultsPlace("/results/out", .run, disk))
  }

  @Test(arguments: [false, true]) func resultsAreAbsentOrWhole(hasOlder: Bool) throws {
    var limit = 0
    while true {
      let disk = VolatileDisk(stopsAfter: limit)
      try? prepare(disk, hasOlder)
      let begin = disk.steps
      let isWritten = (try? write("new", on: disk)) != nil
      for way in 0..<Self.ways {
        var dice = TestDice(limit * 1_000 + way)
        let left = disk.afterPowerLoss(&dice)
        try judge(
          left, hasOlder: hasOlder && begin < limit, isWritten: isWritten, "\(limit)/\(way)")
      }
      if isWritten { break }
      limit += 1
    }
    #expect(limit > 15)
  }

  private func prepare(_ disk: VolatileDisk, _ hasOlder: Bool) throws {
    if hasOlder { try write("old", on: disk) }
  }

  private func judge(
    _ left: VolatileDisk, hasOlder: Bool, isWritten: Bool, _ name: String
  ) throws {
    let found = left.content(of: "/results/out")
    if let found {
      #expect(isWhole(found, "new") || isWhole(found, "old"), "\(name): \(found.keys.sorted())")
    }
    if isWritten { #expect(found.map { isWhole($0, "new") } == true, "\(name): lost") }
    if hasOlder { #expect(found != nil, "\(name): neither new nor old results") }
    // Whoever comes next can write.
    try write("third", on: left)
    #expect(left.content(of: "/results/out").map { isWhole($0, "third") } == true, "\(name)")
  }

  /// From the last cell on: journal, folder, and the journal's end. Either the folder is whole, or the
  /// journal still has every cell, as long as its last records were synced.
  @Test func aFinishedSweepIsInItsFolderOrInItsJournal() throws {
    let plan = try smallPlan()
    let description = description(plan)
    var limit = 0
    var isWritten = false
    while !isWritten {
      let disk = VolatileDisk(stopsAfter: limit)
      isWritten = (try? finish(plan, description, disk)) != nil
      for way in 0..<Self.ways {
        var dice = TestDice(limit * 1_000 + way)
        let left = disk.afterPowerLoss(&dice)
        let isWhole = left.content(of: "/results/s").map {
          $0.count == 5 && !$0.values.contains([])
        }
        #expect(isWhole != false, "\(limit)/\(way): half a folder")
        let work = try? SweepWork(
          description, plan, place: ResultsPlace("/results/s", .sweep, left), restarts: false)
        let isThere = isWhole == true || work != nil
        #expect(isThere, "\(limit)/\(way): the work cannot be taken up")
        if isWritten { #expect(isWhole == true, "\(limit)/\(way): lost") }
      }
      limit += 1
    }
  }

  private func finish(
    _ plan: SweepPlan, _ description: SweepDescription, _ disk: VolatileDisk
  ) throws {
    let place = try ResultsPlace("/results/s", .sweep, disk)
    let work = try SweepWork(description, plan, place: place, restarts: false)
    for number in work.journal.pending {
      try work.journal.append(madeUpCell(number, values: plan.metrics.paths.count))
    }
    try work.journal.write(description, plan, to: place)
    work.remove()
  }
}
