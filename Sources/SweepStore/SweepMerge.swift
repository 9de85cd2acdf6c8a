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
    guard let first = folders.first else { throw .refused("no folders are named") }
    for folder in folders.dropFirst() {
      guard folder.plan == first.plan, folder.head == first.head else {
        throw .refused(
          "\(first.path) and \(folder.path) are not of the same sweep: their plans are "
            + "\(first.plan) and \(folder.plan)")
      }
      guard folder.shard.count == first.shard.count else {
        throw .refused(
          "\(first.path) is shard \(first.shard) and \(folder.path) is shard \(folder.shard): "
            + "their cells overlap")
      }
    }
    shards = try Self.ordered(folders, count: first.shard.count)
    for folder in shards { try folder.verify() }
  }

  package var scenario: String { shards[0].scenario }

  private static func ordered(
    _ folders: [SweepFolder], count: Int
  ) throws(SweepFolderError) -> [SweepFolder] {
    var slots = [SweepFolder?](repeating: nil, count: count)
    for folder in folders {
      let place = folder.shard.index - 1
      if let other = slots[place] {
        throw .refused("\(other.path) and \(folder.path) are both shard \(folder.shard)")
      }
      slots[place] = folder
    }
    let missing = slots.indices.filter { slots[$0] == nil }.map { "\($0 + 1)" }
    guard missing.isEmpty else {
      let more = missing.count > 20 ? ", ..." : ""
      throw .refused(
        "missing shards, \(missing.count) of \(count): "
          + missing.prefix(20).joined(separator: ", ") + more)
    }
    return slots.compactMap { $0 }
  }

  /// - Throws: where the place is one of the shards, or lies in one.
  package func check(_ place: ResultsPlace) throws(SweepFolderError) {
    for shard in shards {
      let own = resolvedPath(shard.path)
      if shards.count > 1, own == place.target {
        throw .refused("\(place.path) is shard \(shard.shard) itself; name another --out")
      }
      if place.target.hasPrefix(own + "/") {
        throw .refused(
          "\(place.path) lies in \(shard.path), which holds shard \(shard.shard); name another --out"
        )
      }
    }
  }

  /// Writes the folder that the sweep would have given as a whole.
  ///
  /// - Throws: where it cannot be written.
  package func write(to place: ResultsPlace) throws(SweepFolderError) {
    try check(place)
    var rows: [CSVRecords] = []
    var lists: [CSVRecords] = []
    for shard in shards {
      rows.append(CSVRecords(try mapped("\(shard.path)/\(SweepWriter.rows)")))
      lists.append(CSVRecords(try mapped("\(shard.path)/\(SweepWriter.cells)")))
    }
    let headers = rows.indices.map { rows[$0].next() }
    for index in lists.indices { _ = lists[index].next() }
    let grid = shards[0].manifest.grid
    let writer = try SweepWriter(place, header: headers[0])
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
      try writer.finish(head: shards[0].head, .whole)
    } catch {
      writer.discard()
      throw error
    }
  }
}
