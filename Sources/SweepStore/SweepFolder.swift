import Campaigns
import Foundation
import ResultFiles
import Scenarios
import Systems

/// The finished folder of a sweep, or of one of its shards.
package struct SweepFolder: ShardFolder, Sendable {
  /// As it was named.
  package let path: String
  package let shard: Shard
  package let manifest: SweepManifest
  /// What all shards of the sweep have in common.
  let head: String

  /// - Throws: where there is none, or it is not finished.
  package init(_ path: String) throws(SweepFolderError) {
    self.path = path
    let text = try manifestText(of: path)
    guard let seam = text.range(of: SweepManifest.seam),
      let manifest = try? JSONDecoder().decode(SweepManifest.self, from: Data(text.utf8))
    else { throw .refused("\(path) holds no sweep: its manifest.json is of another kind") }
    head = String(text[..<seam.lowerBound])
    self.manifest = manifest
    let part = manifest.shard
    guard Shard.countRange.contains(part.count), (1...part.count).contains(part.index),
      let shard = try? Shard("\(part.index)/\(part.count)", environment: [:]),
      (1...SweepGrid.limit).contains(manifest.grid.cells), !manifest.grid.metrics.isEmpty,
      manifest.cells == shard.size(of: manifest.grid.cells),
      SeedRange.countRange.contains(manifest.grid.replications),
      manifest.grid.cells % manifest.grid.replications == 0
    else { throw .refused("\(path)/manifest.json is damaged: its numbers do not fit together") }
    self.shard = shard
  }

  /// 16 hexadecimal digits that tell sweeps apart; the same for all shards.
  package var plan: String { manifest.plan.value }
  package var scenario: String { manifest.scenario }

  /// The rows of `sweep.csv` behind its header.
  func rows() throws(SweepFolderError) -> CSVRecords {
    var records = CSVRecords(try mapped(path + "/" + SweepWriter.rows))
    _ = records.next()
    return records
  }

  /// Reads every byte.
  /// - Throws: where files are not what the manifest says, or cells are not those of the shard.
  func verify() throws(SweepFolderError) {
    for name in [SweepWriter.rows, SweepWriter.cells] {
      let found = hexadecimal(fnv1a(try mapped("\(path)/\(name)")))
      guard let said = manifest.hashes[name], said == found else {
        throw .refused(
          "\(path)/\(name) was changed: its hash is \(found), the manifest says "
            + "\(manifest.hashes[name] ?? "nothing")")
      }
    }
    var records = CSVRecords(try mapped("\(path)/\(SweepWriter.cells)"))
    _ = records.next()
    var digest = FNV1a()
    var place = 0
    while !records.isAtEnd {
      let fields = csvFields(records.next())
      guard fields.count == 3, fields[0] == "\(shard.cell(at: place))" else {
        throw .refused("\(path)/\(SweepWriter.cells) has not the cells of shard \(shard)")
      }
      digest.add("\(fields[1])\n".utf8)
      place += 1
    }
    guard place == manifest.cells, digest.text == manifest.digest else {
      throw .refused(
        "\(path): \(place) cells with digest \(digest.text), but its manifest says "
          + "\(manifest.cells) and \(manifest.digest)")
    }
  }
}

extension SweepFolder {
  /// Gives the rows of `sweep.csv` one after another, the header first.
  package func forEachRow(_ body: ([String]) throws -> Void) throws {
    var records = CSVRecords(try mapped(path + "/" + SweepWriter.rows))
    while !records.isAtEnd { try body(csvFields(records.next())) }
  }
}
