import Documents
import Foundation
import Pages
import Scenarios
import Studies
import Verdicts

/// The finished folder of a map, or of one of its shards.
package struct MapFolder: ShardFolder, Sendable {
  /// The path as it was given.
  package let path: String
  package let shard: Shard
  package let cells: MapCells
  package let scenario: String
  /// The number of events of all runs.
  package let events: Int
  /// A hash of the digests of the runs.
  package let digest: String
  /// 16 hexadecimal digits that tell maps apart; the same for all shards.
  package let plan: String
  /// The part of the manifest that all shards of the map have in common.
  let head: String
  var headHash: UInt64 { fnv1a(head.utf8) }
  let runs: MapRuns

  static let rows = "map.csv"

  /// Returns true if a folder is one of a map, finished or not whole.
  package static func isMap(_ path: String) -> Bool {
    let data = FileManager.default.contents(atPath: "\(path)/\(ManifestHead.file)")
    return data.flatMap { try? ManifestHead($0) }?.kind == .map
  }

  /// Reads every byte.
  /// - Throws: where there is no such folder, or it is not what its manifest says.
  package init(_ path: String) throws(SweepFolderError) {
    self.path = path
    let text = try manifestText(of: path)
    guard let seam = text.range(of: PartsHead.seam), let manifest = try? MapManifest(document: text)
    else { throw .refused("\(path) holds no map: its manifest.json is of another kind") }
    head = String(text[..<seam.lowerBound])
    let part = manifest.shard
    guard let plane = manifest.map.plane,
      let shard = try? Shard("\(part.index)/\(part.count)", environment: [:])
    else { throw .refused("\(path)/manifest.json is damaged: its numbers do not fit together") }
    self.shard = shard
    for name in [Self.rows, MapRuns.name] {
      let found = try fileHash("\(path)/\(name)")
      guard manifest.hashes[name] == found else {
        throw .refused(
          "\(path)/\(name) was changed: its hash is \(found), the manifest says "
            + "\(manifest.hashes[name] ?? "nothing")")
      }
    }
    guard let runs = MapRuns(plane, try mapped("\(path)/\(MapRuns.name)")),
      let cells = MapCells(plane, seeds: shard.seeds(of: plane), known: runs.known),
      runs.digest == manifest.tail.digest, runs.runs.count == manifest.tail.runs
    else { throw .refused("\(path)/\(MapRuns.name) has not the runs of shard \(shard)") }
    self.runs = runs
    self.cells = cells
    scenario = manifest.scenario.scenario
    events = manifest.tail.events
    digest = manifest.tail.digest
    plan = manifest.plan.value
  }
}

/// Writes the folder of a map.
/// - Parameters:
///   - head: of the manifest.
///   - runs: all that the shard needs, and no others.
func writeMap(
  _ runs: MapRuns, _ shard: Shard, head: String, to place: ResultsPlace
) throws(SweepFolderError) {
  guard let cells = MapCells(runs.plane, seeds: shard.seeds(of: runs.plane), known: runs.known)
  else { throw .failed("\(place.path): the runs of the map are not all there") }
  var rows = ""
  cells.forEachRow { rows += CSVText.row($0) + "\n" }
  let tables = [(name: MapFolder.rows, text: rows), (name: MapRuns.name, text: runs.text)]
  func manifest(_ files: [(name: String, text: String)]) -> String {
    PartsHead.whole(
      head,
      MapTail(
        ShardRecord(shard), runs: runs.runs.count, events: runs.events, digest: runs.digest,
        verdict: mapVerdict(cells), files: files.map(WrittenFile.init)))
  }
  // A part of a map has no page.
  let page =
    shard == .whole
    ? try? MapManifest.page(
      of: FolderTexts([ManifestHead.file: manifest(tables), MapFolder.rows: rows])) : nil
  let files = tables + (page.map { [(name: ResultsPlace.page, text: $0)] } ?? [])
  do throws(ResultsFolderError) {
    try ResultsFolder.write([(name: ManifestHead.file, text: manifest(files))] + files, to: place)
  } catch {
    throw SweepFolderError(error)
  }
}
