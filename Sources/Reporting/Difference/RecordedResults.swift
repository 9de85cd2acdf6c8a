import Foundation
import Pages
import ResultFiles
import Scenarios

/// What a results folder says of what was run and what came of it, as two folders are compared by.
package struct RecordedResults: Sendable {
  package let folder: String
  package let kind: ResultsKind
  package let replications: Int
  /// Whether it was interrupted.
  package let isTruncated: Bool
  package let digest: String
  package let tool: String
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
    guard let recorded = RecordedRun(manifest),
      let object = try? JSONSerialization.jsonObject(with: manifest) as? [String: Any]
    else { throw .noManifest(folder) }
    kind = recorded.kind
    guard [.run, .comparison].contains(kind) else { throw .otherKind(folder, recorded.kind) }
    let hashes = object["hashes"] as? [String: String] ?? [:]
    for name in ["summary.csv", "digests.csv"] {
      guard let hash = hashes[name] else { continue }
      let text = Self.bytes(name, in: folder).map { String(decoding: $0, as: UTF8.self) }
      guard text.map(hashText) == hash else { throw .damaged(folder, name) }
    }
    guard let summary = Self.bytes("summary.csv", in: folder) else {
      throw .damaged(folder, "summary.csv")
    }
    self.manifest = String(decoding: manifest, as: UTF8.self)
    self.summary = String(decoding: summary, as: UTF8.self)
    replications = recorded.replications
    isTruncated = recorded.isTruncated
    digest = recorded.digest
    tool = recorded.tool
    settings = Self.settings(object).merging(["replications": "\(recorded.replications)"]) { $1 }
    metrics = RecordedMetric.all(summary, namesVariants: kind == .comparison)
    digests = Self.digests(in: folder)
  }

  /// A file beside the manifest that is not as its run wrote it; nil where all are.
  static func damagedFile(in folder: String, _ manifest: String) -> String? {
    let object = try? JSONSerialization.jsonObject(with: Data(manifest.utf8)) as? [String: Any]
    let hashes = object?["hashes"] as? [String: String] ?? [:]
    return hashes.filter { $0.key != "algorithm" }.sorted { $0.key < $1.key }.first { name, hash in
      bytes(name, in: folder).map { hexadecimal(fnv1a($0)) } != hash
    }?.key
  }

  private static func bytes(_ name: String, in folder: String) -> Data? {
    FileManager.default.contents(atPath: "\(folder)/\(name)")
  }

  private static func settings(_ manifest: [String: Any]) -> [String: String] {
    if let resolved = manifest["resolved"] as? [String: String] { return resolved }
    let scenarios = manifest["scenarios"] as? [[String: Any]] ?? []
    var settings: [String: String] = [:]
    for scenario in scenarios {
      let name = scenario["scenario"] as? String ?? ""
      for (path, value) in scenario["resolved"] as? [String: String] ?? [:] {
        settings[scenarios.count > 1 ? "\(name): \(path)" : path] = value
      }
    }
    if let variants = manifest["variants"] as? [String] {
      settings["variants"] = variants.joined(separator: ", ")
    }
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
