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
  /// How the scenario was written; nil in manifests of earlier versions.
  package let source: Source?

  /// A scenario's text, and what the command line changed in it.
  package struct Source: Hashable, Sendable {
    package let file: String
    package let text: String
    package let overrides: [Change]
    package let promises: [String]

    package struct Change: Hashable, Sendable {
      package let path: String
      /// YAML.
      package let value: String
    }

    init?(_ object: Any?) {
      guard let object = object as? [String: Any], let file = object["file"] as? String,
        let text = object["text"] as? String, let set = object["set"] as? [[String: String]],
        let promises = object["slo"] as? [String]
      else { return nil }
      self.file = file
      self.text = text
      self.promises = promises
      overrides = set.compactMap { change in
        change["path"].flatMap { path in change["value"].map { Change(path: path, value: $0) } }
      }
    }
  }

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
    source = Source(object["source"])
    let clock = object["wall_clock"] as? [String: Any]
    arguments = clock?["arguments"] as? [String] ?? []
  }
}
