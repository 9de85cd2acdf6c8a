import Documents
import Foundation
import Pages
import Scenarios
import Studies
import Verdicts

/// Writes the folder of a sweep, cell by cell in the order of their numbers.
///
/// Tables go to the disk piece by piece. Only a few thousand figures of the cells are kept for the
/// page, and one point whose promises are being judged.
final class SweepWriter {
  static let rows = "sweep.csv"
  static let cells = "cells.csv"
  static let cellsHeader = "cell,digest,events\n"

  private let place: ResultsPlace
  private let folder: FolderWriter
  private let rows: HashedFile
  private let list: HashedFile
  /// nil without promises.
  private let checks: HashedFile?
  /// nil without promises, and for a shard: it may have only some seeds of a point.
  private let verdicts: HashedFile?
  private let shard: Shard
  /// The figures from which the page is made; nil for a shard, which has none.
  private var figures: SweepFigures?
  private var promises: SweepPromises
  private var digest = FNV1a()
  private var count = 0
  private var events = 0

  /// - Parameters:
  ///   - header: of `sweep.csv`.
  ///   - grid: of the whole sweep.
  init(
    _ place: ResultsPlace, header: some Sequence<UInt8>, _ grid: SweepGridRecord, _ shard: Shard
  ) throws(SweepFolderError) {
    self.place = place
    self.shard = shard
    figures = shard == .whole ? SweepFigures(grid) : nil
    let keys = grid.vary.map(\.key)
    promises = SweepPromises(grid.levels ?? [], keys: keys, replications: grid.replications)
    let folder = try folderErrors { () throws(ResultsFolderError) in try FolderWriter(place) }
    self.folder = folder
    let judges = shard == .whole && !grid.promises.isEmpty
    (rows, list, checks, verdicts) = try folderErrors { () throws(ResultsFolderError) in
      try place.io { () throws(FileError) in
        do throws(FileError) {
          return (
            try folder.begin(Self.rows), try folder.begin(Self.cells),
            try grid.promises.isEmpty ? nil : folder.begin(SweepChecks.name),
            try judges ? folder.begin(SweepPromises.name) : nil
          )
        } catch {
          folder.discard()
          throw error
        }
      }
    }
    try add(header, to: rows)
    try add(Self.cellsHeader.utf8, to: list)
    if let checks { try add(SweepChecks.header(keys: keys).utf8, to: checks) }
    if let verdicts { try add(promises.header.utf8, to: verdicts) }
  }

  /// - Parameters:
  ///   - digest: of the cell's run, 16 hexadecimal digits.
  ///   - text: its rows of `sweep.csv`.
  ///   - found: its rows of `checks.csv`.
  func add(
    cell: Int, digest: String, events: Int, rows text: some Sequence<UInt8>,
    checks found: some Sequence<UInt8>
  ) throws(SweepFolderError) {
    try add(text, to: rows)
    try add("\(cell),\(digest),\(events)\n".utf8, to: list)
    if let checks { try add(found, to: checks) }
    if let verdicts {
      guard let judged = promises.add(cell: cell, rows: found) else {
        throw .refused("\(SweepChecks.name) has not the rows of cell \(cell) where they belong")
      }
      try add(judged.utf8, to: verdicts)
    }
    figures?.add(cell: cell, rows: text)
    self.digest.add("\(digest)\n".utf8)
    // A file that another program has written may hold any number.
    let (sum, overflows) = self.events.addingReportingOverflow(events)
    self.events = overflows ? .max : sum
    count += 1
  }

  private func add(_ bytes: some Sequence<UInt8>, to file: HashedFile) throws(SweepFolderError) {
    try folderErrors { () throws(ResultsFolderError) in
      try place.io { () throws(FileError) in try file.add(bytes) }
    }
  }

  /// Gives the folder its name; nothing of it is on its way to the disk any more then.
  /// - Parameter head: of the manifest.
  func finish(head: String) throws(SweepFolderError) {
    if let verdicts { try add(promises.finish().utf8, to: verdicts) }
    try folderErrors { () throws(ResultsFolderError) in
      let open = [rows, list, checks, verdicts].compactMap { $0 }
      let tables = try place.io { () throws(FileError) in
        try open.map { (file) throws(FileError) in try file.finish() }
      }
      let small = figures.map { pageFiles($0.text, head: head, tables) } ?? []
      for (name, text) in small { try folder.add(name, text) }
      let manifest = manifest(head: head, tables + small.map(WrittenFile.init))
      try folder.add("manifest.json", manifest)
      try folder.finish()
    }
  }

  private func manifest(head: String, _ files: [WrittenFile]) -> String {
    PartsHead.whole(
      head,
      SweepTail(
        ShardRecord(shard), cells: count, events: events, digest: digest.text,
        promises: verdicts == nil ? nil : promises.verdict, files: files))
  }

  /// The figures, and the page that is made from them and the manifest.
  private func pageFiles(
    _ figures: String, head: String, _ tables: [WrittenFile]
  ) -> [(name: String, text: String)] {
    let files = [(name: SweepFigures.name, text: figures)]
    let manifest = manifest(head: head, tables + files.map(WrittenFile.init))
    let page = try? SweepManifest.page(
      of: FolderTexts([ManifestHead.file: manifest, SweepFigures.name: figures]))
    return files + (page.map { [(name: ResultsPlace.page, text: $0)] } ?? [])
  }

  /// Removes what was written so far.
  func discard() { folder.discard() }
}

extension SweepJournal {
  /// Writes the folder of a shard of which every cell is done.
  package func write(
    _ description: SweepDescription, _ plan: SweepPlan, to place: ResultsPlace
  ) throws(SweepFolderError) {
    let rows = SweepRows(plan)
    let checks = SweepChecks(plan)
    let writer = try SweepWriter(
      place, header: rows.header.utf8, SweepGridRecord(plan.request), plan.cells.shard)
    do throws(SweepFolderError) {
      try readCells { (cell) throws(SweepFolderError) in
        try writer.add(
          cell: cell.number, digest: hexadecimal(cell.digest), events: cell.events,
          rows: rows.text(of: cell).utf8, checks: checks.text(of: cell).utf8)
      }
      try writer.finish(head: description.head)
    } catch {
      writer.discard()
      throw error
    }
  }
}

/// Turns an error of the results folder into an error of the sweep.
private func folderErrors<Result>(
  _ body: () throws(ResultsFolderError) -> Result
) throws(SweepFolderError) -> Result {
  do throws(ResultsFolderError) {
    return try body()
  } catch {
    throw SweepFolderError(error)
  }
}
