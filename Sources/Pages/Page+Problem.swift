import Documents

extension Page {
  /// What keeps a page from being made of a folder, with the file and the place in it: `capacity.json: scale: this is
  /// missing`. nil where every document is of its type.
  /// - Parameter files: the texts of the folder's files, by their names.
  package static func problem(_ files: [String: String]) -> String? {
    let manifest = ManifestHead.file
    func problem<Document: Decodable>(_: Document.Type, _ name: String) -> String? {
      guard let text = files[name] else { return "\(name): this file is missing" }
      do throws(DocumentError) {
        _ = try Document(document: text)
        return nil
      } catch {
        return "\(name): \(error)"
      }
    }
    guard let head = files[manifest].flatMap({ try? ManifestHead($0.utf8) }) else {
      return "\(manifest): this is no manifest"
    }
    switch head.kind {
    case .run where head.replications > 1: return problem(ReplicationsDocument.self, "summary.json")
    case .run: return problem(SummaryDocument.self, "summary.json")
    case .comparison: return problem(ComparisonDocument.self, "comparison.json")
    case .tuning:
      return problem(Manifest<TuningRecord>.self, manifest)
        ?? problem(TuningDocument.self, "tuning.json")
    case .capacity:
      return problem(Manifest<CapacityRecord>.self, manifest)
        ?? problem(CapacityDocument.self, "capacity.json")
    case .sweep: return problem(SweepManifest.self, manifest)
    case .map: return problem(MapManifest.self, manifest)
    }
  }
}
