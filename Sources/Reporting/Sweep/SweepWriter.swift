import Experiments
import Foundation

/// Writes the folder of a sweep, cell by cell in the order of their numbers.
final class SweepWriter {
  static let rows = "sweep.csv"
  static let cells = "cells.csv"
  static let cellsHeader = "cell,digest,events\n"

  private let folder: FolderSwap
  private let rows: HashedFile
  private let list: HashedFile
  private var digest = FNV1a()
  private var count = 0
  private var events = 0

  /// - Parameter header: of `sweep.csv`.
  init(_ path: String, header: some Sequence<UInt8>) throws(SweepFolderError) {
    do throws(ResultsFolderError) {
      folder = try FolderSwap(path)
    } catch {
      throw SweepFolderError(error)
    }
    rows = try HashedFile(folder.partial.appendingPathComponent(Self.rows).path)
    list = try HashedFile(folder.partial.appendingPathComponent(Self.cells).path)
    try rows.add(header)
    try list.add(Self.cellsHeader.utf8)
  }

  /// - Parameters:
  ///   - digest: of the cell's run, 16 hexadecimal digits.
  ///   - text: its rows.
  func add(
    cell: Int, digest: String, events: Int, rows text: some Sequence<UInt8>
  ) throws(SweepFolderError) {
    try rows.add(text)
    try list.add("\(cell),\(digest),\(events)\n".utf8)
    self.digest.add("\(digest)\n".utf8)
    self.events += events
    count += 1
  }

  /// Gives the folder its name.
  /// - Parameter head: of the manifest.
  func finish(head: String, _ shard: Shard) throws(SweepFolderError) {
    try rows.flush()
    try list.flush()
    let manifest = SweepManifest.text(
      head: head, shard: shard, cells: count, events: events, digest: digest.text,
      hashes: [(Self.rows, rows.hash.text), (Self.cells, list.hash.text)])
    do throws(ResultsFolderError) {
      try folder.add("manifest.json", manifest)
      try folder.swapIn()
    } catch {
      throw SweepFolderError(error)
    }
  }

  /// Removes what was written so far.
  func discard() { folder.discard() }
}

extension SweepJournal {
  /// Writes the folder of a shard of which every cell is done.
  public func write(
    _ description: SweepDescription, _ plan: SweepPlan, _ shard: Shard, to path: String
  ) throws(SweepFolderError) {
    let rows = SweepRows(plan)
    let writer = try SweepWriter(path, header: rows.header.utf8)
    do throws(SweepFolderError) {
      try readCells { (cell) throws(SweepFolderError) in
        try writer.add(
          cell: cell.number, digest: hexadecimal(cell.digest), events: cell.events,
          rows: rows.text(of: cell).utf8)
      }
    } catch {
      writer.discard()
      throw error
    }
    try writer.finish(head: description.head, shard)
  }
}
