import Foundation
import ResultFiles
import Systems

/// All shards of one sweep, ready to be put together.
package struct SweepMerge: Sendable {
  /// In the order of their numbers.
  private let shards: [SweepFolder]

  /// Opens the folders and reads every byte of them.
  ///
  /// - Throws: where they are not exactly the shards of one sweep, each finished and unharmed.
  package init(_ paths: [String]) throws(SweepFolderError) {
    var folders: [SweepFolder] = []
    for path in paths { folders.append(try SweepFolder(path)) }
    shards = try ordered(folders, of: "sweep")
    for folder in shards { try folder.verify() }
  }

  package var scenario: String { shards[0].scenario }

  /// Writes the folder that the sweep would have given as a whole.
  ///
  /// - Throws: where it cannot be written.
  package func write(to place: ResultsPlace) throws(SweepFolderError) {
    try check(place, against: shards)
    var rows: [CSVRecords] = []
    var lists: [CSVRecords] = []
    for shard in shards {
      rows.append(CSVRecords(try mapped("\(shard.path)/\(SweepWriter.rows)")))
      lists.append(CSVRecords(try mapped("\(shard.path)/\(SweepWriter.cells)")))
    }
    let headers = rows.indices.map { rows[$0].next() }
    for index in lists.indices { _ = lists[index].next() }
    let grid = shards[0].manifest.grid
    let writer = try SweepWriter(place, header: headers[0], SweepFigures.Grid(grid), .whole)
    do throws(SweepFolderError) {
      for cell in 1...grid.cells {
        let index = (cell - 1) % shards.count
        let fields = csvFields(lists[index].next())
        let text = rows[index].next(grid.metrics.count)
        // The first row tells whether this is the cell; the hash has vouched for the others.
        guard fields.count == 3, let events = Int(fields[2]), text.starts(with: "\(cell),".utf8)
        else {
          throw .refused("\(shards[index].path) has not the rows of cell \(cell) where they belong")
        }
        try writer.add(cell: cell, digest: fields[1], events: events, rows: text)
      }
      try writer.finish(head: shards[0].head)
    } catch {
      writer.discard()
      throw error
    }
  }
}
