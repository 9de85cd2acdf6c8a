import Documents

@testable import Pages

/// Manifests of folders that tests write: real documents with few settings.
enum PageManifests {
  static let facts = RunFacts(toolVersion: "1.0", commit: "c", arguments: [], wallSeconds: 1)

  static func scenario(_ name: String, _ settings: [(String, String)]) -> ScenarioRecord {
    ScenarioRecord(name, resolved: settings.map { (path: $0.0, value: $0.1) }, source: nil)
  }

  static func text(_ study: some StudyRecord) -> String {
    documentText(Manifest(study, facts, files: [], clock: WallClock(facts, events: study.events)))
  }

  /// - Parameter promises: the promises of the manifest, in JSON.
  static func run(_ scenario: ScenarioRecord, promises: String) throws -> String {
    text(
      RunRecord(
        scenario, seed: 7, clients: 100, digest: "00ff", events: 1_234, virtualS: 60,
        truncated: false,
        slo: try JSONValue(parsing: promises).decoded()))
  }

  static func replications(_ scenario: ScenarioRecord, promises: String) throws -> String {
    text(
      ReplicationsRecord(
        scenario, replications: 3, seeds: SeedsRecord(first: 7, last: 9), clients: 100,
        digest: "00ff", events: 3_000,
        virtualS: 180, truncated: false, slo: try JSONValue(parsing: promises).decoded()))
  }
}

extension Page {
  /// The page of a folder of any kind that there is; nil where there is none.
  static func html(_ files: [String: String]) -> String? {
    try? html(
      files,
      [
        SummaryDocument.self, ComparisonDocument.self, TuningDocument.self, CapacityDocument.self,
        SweepManifest.self, MapManifest.self,
      ])
  }

  /// Why there is no page.
  static func problem(_ files: [String: String], _ kind: any PagedStudy.Type) -> String? {
    do throws(PageProblem) {
      _ = try html(files, [kind])
      return nil
    } catch {
      return "\(error)"
    }
  }
}
