import Foundation

/// What a results folder holds the results of. One kind never takes the place of another.
package enum ResultsKind: String, Hashable, Sendable, CaseIterable {
  /// One run, or several with different seeds.
  case run
  case comparison, sweep, tuning, capacity, map

  package var words: String {
    switch self {
    case .run: "a run"
    case .comparison: "a comparison"
    case .sweep: "a sweep"
    case .tuning: "a tuning"
    case .capacity: "a study of capacity"
    case .map: "a map"
    }
  }
}

/// What a manifest says of the folder that it stands in.
struct ManifestFacts {
  static let name = "manifest.json"

  let kind: ResultsKind
  /// The name of the scenario.
  let scenario: String
  /// Of every value of the scenario; nil where there are several scenarios.
  let resolvedHash: String?
  /// The files beside the manifest.
  let files: [String]

  /// nil where it is no manifest of ours, or does not say which files are its.
  init?(_ data: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      ["schema", "scenario", "digest"].allSatisfy({ object[$0] != nil }),
      let files = object["files"] as? [String], let scenario = object["scenario"] as? String
    else { return nil }
    // A name with a path in it would lead elsewhere.
    guard files.allSatisfy({ !$0.isEmpty && !$0.contains("/") && $0 != ".." && $0 != "." }) else {
      return nil
    }
    self.files = files
    self.scenario = scenario
    resolvedHash = (object["resolved_hash"] as? [String: Any])?["value"] as? String
    kind = Self.kind(of: object)
  }

  /// Manifests of earlier versions do not say it, but differ in what they tell.
  private static func kind(of object: [String: Any]) -> ResultsKind {
    if let word = object["kind"] as? String, let kind = ResultsKind(rawValue: word) { return kind }
    if object["grid"] != nil { return .sweep }
    if object["variants"] != nil { return .comparison }
    return object["tuned_on"] != nil ? .tuning : .run
  }
}
