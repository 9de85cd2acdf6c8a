/// The kinds of results that a folder may hold. One kind never takes the place of another.
package enum ResultsKind: String, Codable, Hashable, Sendable, CaseIterable {
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
