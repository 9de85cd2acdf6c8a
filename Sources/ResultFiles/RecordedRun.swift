import Foundation

/// What a manifest tells of the run that it records, beside the scenario.
package struct RecordedRun: Hashable, Sendable {
  package let kind: ResultsKind
  /// How many seeds were run, from 1 up.
  package let replications: Int
  package let digest: String
  /// Of every value of the scenario; nil where there were several scenarios.
  package let resolvedHash: String?
  /// Whether the run was broken off.
  package let isTruncated: Bool
  /// The version of the program that made it, and the source revision.
  package let tool: String
  /// The command line, without the name of the program.
  package let arguments: [String]

  /// nil where the text is no manifest.
  package init?(_ bytes: some Sequence<UInt8>) {
    let data = Data(bytes)
    guard let facts = ManifestFacts(data),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let digest = object["digest"] as? String
    else { return nil }
    kind = facts.kind
    self.digest = digest
    resolvedHash = facts.resolvedHash
    replications = max(1, object["replications"] as? Int ?? 1)
    isTruncated = object["truncated"] as? Bool ?? false
    let version = (object["tool"] as? [String: Any])?["version"] as? String ?? "unknown"
    tool = "\(version) (\(object["commit"] as? String ?? "unknown"))"
    let clock = object["wall_clock"] as? [String: Any]
    arguments = clock?["arguments"] as? [String] ?? []
  }
}
