import Documents
import Foundation
import Studies

/// The finished folder of one part of what was run in parts.
protocol ShardFolder {
  /// The path as it was given.
  var path: String { get }
  var shard: Shard { get }
  /// 16 hexadecimal digits, the same for all parts.
  var plan: String { get }
  /// A hash of what the manifests of all parts have in common.
  var headHash: UInt64 { get }
}

/// The plan of which a folder is a part, as its manifest says it.
package struct ShardStamp: Hashable, Sendable {
  /// 16 hexadecimal digits that tell plans apart.
  package let plan: String
  let part: String

  /// nil where there is no finished folder of a sweep or map.
  package init?(_ path: String) {
    struct Manifest: Decodable {
      var plan: PlanRecord
      var shard: ShardRecord
    }
    guard let data = FileManager.default.contents(atPath: path + "/manifest.json"),
      let manifest = try? Manifest(document: String(decoding: data, as: UTF8.self))
    else { return nil }
    plan = manifest.plan.value
    part = "\(manifest.shard.index)/\(manifest.shard.count)"
  }
}

/// The text of a folder's manifest.
/// - Throws: where there is none, or it is of another version.
func manifestText(of path: String) throws(SweepFolderError) -> String {
  guard let text = try? String(contentsOfFile: path + "/manifest.json", encoding: .utf8) else {
    throw .refused(absence(of: path))
  }
  if let problem = ResultsSchema.problem(in: text, of: path) { throw .refused(problem) }
  guard (try? JSONValue(parsing: text)) != nil else {
    throw .refused("\(path)/manifest.json is damaged: it is not whole")
  }
  return text
}

private func absence(of path: String) -> String {
  let manager = FileManager.default
  if ResultsPlace.sweepWork(of: path).contains(where: manager.fileExists) {
    return "\(path) is not finished: run its command again"
  }
  return manager.fileExists(atPath: path)
    ? "\(path) holds no finished sweep: it has no manifest.json" : "there is no folder \(path)"
}

/// Brings folders into the order of their shards.
/// - Parameter what: they are parts of: `sweep`.
/// - Throws: where they are not exactly the parts of one whole.
func ordered<Folder: ShardFolder>(
  _ folders: [Folder], of what: String
) throws(SweepFolderError) -> [Folder] {
  guard let first = folders.first else { throw .refused("no folders are named") }
  for folder in folders.dropFirst() {
    guard folder.plan == first.plan, folder.headHash == first.headHash else {
      throw .refused(
        "\(first.path) and \(folder.path) are not of the same \(what): their plans are "
          + "\(first.plan) and \(folder.plan)")
    }
    guard folder.shard.count == first.shard.count else {
      throw .refused(
        "\(first.path) is shard \(first.shard) and \(folder.path) is shard \(folder.shard): "
          + "their cells overlap")
    }
  }
  let count = first.shard.count
  var slots = [Folder?](repeating: nil, count: count)
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

/// - Throws: where a place is one of the shards that are put together, or lies in one.
func check(_ place: ResultsPlace, against shards: [some ShardFolder]) throws(SweepFolderError) {
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
