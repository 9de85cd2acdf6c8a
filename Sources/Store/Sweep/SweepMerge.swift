import Documents
import Studies
import Systems

/// All shards of one sweep, ready to be put together.
package struct SweepMerge: Sendable {
  /// The shards in the order of their numbers.
  private let shards: [SweepPart]
  /// The first of them with all that its manifest says.
  private let first: SweepFolder

  /// How much of all files together is in memory at a time.
  private static let room = 1 << 26

  /// Opens the folders and reads every byte of them.
  ///
  /// - Throws: where they are not exactly the shards of one sweep, each finished and unharmed.
  package init(_ paths: [String]) throws(SweepFolderError) {
    guard let path = paths.first else { throw .refused("no folders are named") }
    let first = try SweepFolder(path)
    var parts = [SweepPart(first)]
    // If there are thousands of manifests, only the first is kept: they may list a million values
    // each.
    for path in paths.dropFirst() { parts.append(SweepPart(try SweepFolder(path))) }
    self.first = first
    shards = try ordered(parts, of: "sweep")
    for part in shards { try SweepFolder(part.path).verify() }
  }

  package var scenario: String { first.scenario }

  /// Writes the folder that the sweep would have given as a whole.
  ///
  /// - Throws: where it cannot be written.
  package func write(to place: ResultsPlace) throws(SweepFolderError) {
    try check(place, against: shards)
    let grid = first.manifest.grid
    let hasPromises = !grid.promises.isEmpty
    let files = shards.count * (hasPromises ? 3 : 2)
    let size = max(1 << 12, min(FileRecords.pieceSize, Self.room / files))
    var tables = shards.map { ShardTables($0.path, hasPromises: hasPromises, pieceSize: size) }
    var header: [UInt8] = []
    for index in tables.indices { header = try tables[index].header() }
    let dealing = first.cells.dealing
    let writer = try SweepWriter(place, header: header, grid, .whole)
    do throws(SweepFolderError) {
      for cell in 1...grid.cells {
        let index = dealing.shard(ofCell: cell, of: shards.count)
        let found = try tables[index].next(cell, metrics: grid.metrics.count, grid.promises.count)
        guard let found else {
          throw .refused("\(shards[index].path) has not the rows of cell \(cell) where they belong")
        }
        try writer.add(
          cell: cell, digest: found.digest, events: found.events, rows: found.rows,
          checks: found.checks)
      }
      try writer.finish(head: first.head)
    } catch {
      writer.discard()
      throw error
    }
  }
}

/// The facts about a shard that are kept while others are read.
private struct SweepPart: ShardFolder {
  let path: String
  let shard: Shard
  let plan: String
  let headHash: UInt64

  init(_ folder: SweepFolder) {
    path = folder.path
    shard = folder.shard
    plan = folder.plan
    headHash = folder.headHash
  }
}

/// The tables of a shard, read from their begin on.
private struct ShardTables {
  private var rows: FileRecords
  private var list: FileRecords
  private var checks: FileRecords?

  init(_ path: String, hasPromises: Bool, pieceSize: Int) {
    rows = FileRecords("\(path)/\(SweepWriter.rows)", pieceSize: pieceSize)
    list = FileRecords("\(path)/\(SweepWriter.cells)", pieceSize: pieceSize)
    if hasPromises {
      checks = FileRecords("\(path)/\(SweepChecks.name)", pieceSize: pieceSize)
    }
  }

  /// Passes the headers by, and gives that of the rows.
  mutating func header() throws(SweepFolderError) -> [UInt8] {
    _ = try list.next()
    _ = try checks?.next()
    return try rows.next()
  }

  /// Returns the content of the tables for the next cell; nil if the next cell is not this one.
  /// - Parameters:
  ///   - metrics: how many rows it has.
  ///   - promises: in how many rows it was held against them.
  mutating func next(
    _ cell: Int, metrics: Int, _ promises: Int
  ) throws(SweepFolderError) -> (digest: String, events: Int, rows: [UInt8], checks: [UInt8])? {
    let fields = csvFields(try list.next())
    let rows = try rows.next(metrics)
    let checks = try checks?.next(promises) ?? []
    let begin = "\(cell),".utf8
    // The first row tells whether this is the cell; the hash has vouched for the others.
    guard fields.count == 3, let events = Int(fields[2]), rows.starts(with: begin),
      promises == 0 || checks.starts(with: begin)
    else { return nil }
    return (fields[1], events, rows, checks)
  }
}
