/// A kind of results that a folder may hold. One kind never takes the place of another.
package struct ResultsKind: RawRepresentable, Codable, Hashable, Sendable {
  /// The name in `manifest.json`.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  package init(_ name: String) { rawValue = name }

  /// One run, or several with different seeds.
  package static let run = ResultsKind("run")
  package static let comparison = ResultsKind("comparison")
  package static let sweep = ResultsKind("sweep")
  package static let tuning = ResultsKind("tuning")
  package static let capacity = ResultsKind("capacity")
  package static let map = ResultsKind("map")

  /// The words for it in sentences: `a sweep`.
  package var words: String { self == .capacity ? "a study of capacity" : "a \(rawValue)" }
}
