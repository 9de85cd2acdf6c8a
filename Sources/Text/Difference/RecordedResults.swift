import Documents
import Foundation

/// The facts of a results folder on its runs and their results, by which two folders are compared.
package struct RecordedResults: Sendable {
  package let folder: String
  package let head: ManifestHead
  /// Every value of the scenario, or of several, by its path.
  let settings: [String: String]
  /// The texts of the two files.
  let manifest: String
  let summary: String
  /// In the order of the folder's own table.
  let metrics: [RecordedMetric]
  /// By second, the digest of all that was observable up to its end; empty where the folder has none.
  let digests: [(second: Int, digest: String)]

  /// - Throws: where the folder holds no results that can be compared.
  package init(_ folder: String) throws(DifferenceError) {
    self.folder = folder
    guard let manifest = Self.bytes("manifest.json", in: folder) else {
      throw .noResults(folder)
    }
    guard let head = try? ManifestHead(manifest) else { throw .noManifest(folder) }
    self.head = head
    guard [.run, .comparison].contains(head.kind) else { throw .otherKind(folder, head.kind) }
    for (name, hash) in head.hashes where ["summary.csv", "digests.csv"].contains(name) {
      let text = Self.bytes(name, in: folder).map { String(decoding: $0, as: UTF8.self) }
      guard text.map(hashText) == hash else { throw .damaged(folder, name) }
    }
    guard let summary = Self.bytes("summary.csv", in: folder) else {
      throw .damaged(folder, "summary.csv")
    }
    self.manifest = String(decoding: manifest, as: UTF8.self)
    self.summary = String(decoding: summary, as: UTF8.self)
    settings = Self.settings(head)
    metrics = RecordedMetric.all(summary, namesVariants: head.kind == .comparison)
    digests = Self.digests(in: folder)
  }

  /// A file beside the manifest that is not as its run wrote it; nil where all are.
  var damagedFile: String? {
    head.hashes.sorted { $0.file < $1.file }.first { name, hash in
      Self.bytes(name, in: folder).map { hexadecimal(fnv1a($0)) } != hash
    }?.file
  }

  private static func bytes(_ name: String, in folder: String) -> Data? {
    FileManager.default.contents(atPath: "\(folder)/\(name)")
  }

  private static func settings(_ head: ManifestHead) -> [String: String] {
    var settings: [String: String] = [:]
    for scenario in head.scenarios {
      for member in scenario.resolved.all {
        let path = head.scenarios.count > 1 ? "\(scenario.name): \(member.name)" : member.name
        settings[path] = member.value
      }
    }
    if head.resolved == nil, let variants = head.variants {
      settings["variants"] = variants.joined(separator: ", ")
    }
    settings["replications"] = "\(head.replications)"
    return settings
  }

  private static func digests(in folder: String) -> [(second: Int, digest: String)] {
    guard let bytes = bytes("digests.csv", in: folder) else { return [] }
    return FieldTable(String(decoding: bytes, as: UTF8.self)).rows.compactMap { row in
      row.count == 2 ? Int(row[0]).map { ($0, row[1]) } : nil
    }
  }
}

/// Why two folders cannot be compared.
package enum DifferenceError: Error, CustomStringConvertible {
  case noResults(String)
  case noManifest(String)
  case otherKind(String, ResultsKind)
  case damaged(String, String)
  case kindsDiffer(ResultsKind, ResultsKind)

  package var description: String {
    switch self {
    case .noResults(let folder): "\(folder) holds no results: it has no manifest.json"
    case .noManifest(let folder): "\(folder)/manifest.json is no manifest of this program"
    case .otherKind(let folder, let kind):
      "\(folder) holds \(kind.words): only runs and comparisons can be compared"
    case .damaged(let folder, let file):
      "\(folder)/\(file) is missing, or not as its run wrote it: it was changed, or damaged"
    case .kindsDiffer(let one, let other):
      "the first folder holds \(one.words) and the second \(other.words)"
    }
  }
}
