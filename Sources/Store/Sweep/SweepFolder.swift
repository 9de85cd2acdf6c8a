import Documents
import Foundation
import Scenarios
import Studies
import Systems

/// The finished folder of a sweep, or of one of its shards.
package struct SweepFolder: ShardFolder, Sendable {
  /// The path as it was given.
  package let path: String
  package let manifest: SweepManifest
  /// The cells that it has: all of them in a folder of a whole sweep.
  package let cells: ShardCells
  /// The part of the manifest that all shards of the sweep have in common.
  let head: String

  /// - Throws: where there is none, or it is not finished.
  package init(_ path: String) throws(SweepFolderError) {
    self.path = path
    let text = try manifestText(of: path)
    guard let seam = text.range(of: PartsHead.seam),
      let manifest = try? SweepManifest(document: text)
    else { throw .refused("\(path) holds no sweep: its manifest.json is of another kind") }
    head = String(text[..<seam.lowerBound])
    self.manifest = manifest
    let (part, grid) = (manifest.shard, manifest.grid)
    guard Shard.countRange.contains(part.count), (1...part.count).contains(part.index),
      let shard = try? Shard("\(part.index)/\(part.count)", environment: [:]),
      (1...SweepGrid.limit).contains(grid.cells), !grid.metrics.isEmpty,
      manifest.tail.cells == shard.size(of: grid.cells),
      SeedRange.countRange.contains(grid.replications), grid.cells % grid.replications == 0,
      grid.levels != nil
    else { throw .refused("\(path)/manifest.json is damaged: its numbers do not fit together") }
    cells = ShardCells(shard, cells: grid.cells, replications: grid.replications)
  }

  package var shard: Shard { cells.shard }
  /// 16 hexadecimal digits that tell sweeps apart; the same for all shards.
  package var plan: String { manifest.plan.value }
  package var scenario: String { manifest.scenario.scenario }
  var headHash: UInt64 { fnv1a(head.utf8) }

  /// The rows of `sweep.csv` behind its header.
  func rows() throws(SweepFolderError) -> FileRecords {
    var records = FileRecords(path + "/" + SweepWriter.rows)
    _ = try records.next()
    return records
  }

  /// Reads every byte.
  /// - Throws: where files are not what the manifest says, or cells are not those of the shard.
  func verify() throws(SweepFolderError) {
    for name in manifest.tables {
      let found = try fileHash("\(path)/\(name)")
      guard let said = manifest.hashes[name], said == found else {
        throw .refused(
          "\(path)/\(name) was changed: its hash is \(found), the manifest says "
            + "\(manifest.hashes[name] ?? "nothing")")
      }
    }
    var records = FileRecords("\(path)/\(SweepWriter.cells)")
    _ = try records.next()
    var digest = FNV1a()
    var count = 0
    for number in cells.numbers {
      let fields = csvFields(try records.next())
      if fields.isEmpty { break }
      guard fields.count == 3, fields[0] == "\(number)" else {
        throw .refused("\(path)/\(SweepWriter.cells) has not the cells of shard \(shard)")
      }
      digest.add("\(fields[1])\n".utf8)
      count += 1
    }
    let isWhole = try records.isAtEnd()
    guard isWhole, count == manifest.tail.cells, digest.text == manifest.tail.digest else {
      throw .refused(
        "\(path): \(count) cells with digest \(digest.text), but its manifest says "
          + "\(manifest.tail.cells) and \(manifest.tail.digest)")
    }
  }

  /// The finished folder of a shard that is asked for; nil where it is to be run.
  ///
  /// - Parameter notice: told why a folder that looks finished is not taken.
  /// - Throws: where what is left of its work cannot be taken away.
  package static func finished(
    _ description: SweepDescription, _ shard: Shard, at place: ResultsPlace,
    notice: (String) -> Void
  ) throws(SweepFolderError) -> SweepFolder? {
    guard let stamp = ShardStamp(place.path), stamp.plan == description.hash,
      stamp.part == shard.description
    else { return nil }
    let folder: SweepFolder
    do throws(SweepFolderError) {
      folder = try SweepFolder(place.path)
      try folder.verify()
    } catch {
      notice(error.description)
      return nil
    }
    try SweepWork.removeRest(of: description, shard, place: place)
    return folder
  }
}

extension SweepFolder {
  /// Gives the rows of `sweep.csv` one after another, the header first.
  package func forEachRow(_ body: ([String]) throws -> Void) throws {
    var records = FileRecords(path + "/" + SweepWriter.rows)
    while try !records.isAtEnd() { try body(csvFields(records.next())) }
  }
}
