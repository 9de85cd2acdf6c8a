/// The number of points of a sweep at which the promises are kept.
package struct SweepVerdict: Codable, Hashable, Sendable {
  /// How many points were judged.
  package var points = 0
  /// The number of these points at which every promise is kept.
  package var kept = 0
  /// The results of the promises, in the order of the scenario.
  package var each: [Promise]

  /// The result of one promise.
  package struct Promise: Codable, Hashable, Sendable {
    package var promise: String
    /// The number of points at which it is kept, and the number at which it is not.
    package var kept = 0
    package var broken = 0
    /// The first point in the order of the grid that breaks it; nil where none does.
    package var first: Breach?
  }

  /// A point that breaks a promise, and what was found there.
  package struct Breach: Codable, Hashable, Sendable {
    /// The number of the point, from 1.
    package var point: Int
    /// The values of the varied keys, in their order.
    package var values: [String]
    package var variant: String
    package var found: String
    package var reason: String?

    package init(point: Int, values: [String], variant: String, found: String, reason: String?) {
      self.point = point
      self.values = values
      self.variant = variant
      self.found = found
      self.reason = reason
    }
  }

  package init(promises: [String]) { each = promises.map { Promise(promise: $0) } }

  /// True if every promise is kept at every point.
  package var isKept: Bool { kept == points }

  /// Counts a point for one of the promises.
  package mutating func add(_ index: Int, isKept: Bool, _ found: Breach) {
    if isKept {
      each[index].kept += 1
    } else {
      each[index].broken += 1
      if each[index].first == nil { each[index].first = found }
    }
  }
}
