import Scenarios
import Sessions
import Words

/// All combinations of varied keys, formulas and seeds.
///
/// A combination of values and formula is a point, a point with a seed a cell. Cells count from 1:
/// the first key varies slowest, then the others, then the formulas, and the seeds fastest.
package struct SweepGrid: Hashable, Sendable {
  package let variations: [Variation]
  /// Names of the catalogue or formulas that the whole fleet is given; empty = the scenario's own.
  package let formulas: [String]
  /// The same for every point.
  package let seeds: SeedRange
  /// How many points there are, from 1 up.
  package let points: Int

  /// The most cells a grid may have.
  package static let limit = 1_000_000

  /// - Throws: where a key or formula stands there twice, or there are too many cells.
  package init(variations: [Variation], formulas: [String], seeds: SeedRange) throws(SweepError) {
    self.variations = variations
    self.formulas = formulas.map(trimmedBlanks)
    self.seeds = seeds
    var keys: Set<String> = []
    if let double = variations.first(where: { !keys.insert($0.key).inserted }) {
      throw SweepError("--vary \(double.key): the key is varied twice; give it one list of values")
    }
    var seen: Set<String> = []
    if let double = self.formulas.first(where: { !seen.insert($0).inserted }) {
      throw SweepError("--backoff '\(double)' is given twice")
    }
    seen = []
    let names = self.formulas.compactMap(BackoffPolicy.givenName)
    if let double = names.first(where: { !seen.insert($0).inserted }) {
      throw SweepError("--backoff: two formulas are named '\(double)'")
    }
    if !formulas.isEmpty, let own = variations.first(where: { $0.covers("clients.backoff") }) {
      throw SweepError("\(own.option) \(own.key) and --backoff exclude each other")
    }
    let sizes = variations.map(\.values.count) + [max(1, formulas.count), seeds.count]
    // Each factor is at most a million, and so is each product that is gone on with.
    let cells = sizes.reduce(1) { $0 > Self.limit ? $0 : $0 * $1 }
    guard cells <= Self.limit else {
      let product = sizes.filter { $0 > 1 }.map { "\($0)" }.joined(separator: " x ")
      throw SweepError("the grid has \(product) cells: at most \(Self.limit)")
    }
    points = cells / seeds.count
  }

  package var cells: Int { points * seeds.count }

  /// The point of a cell, from 0.
  package func point(ofCell number: Int) -> Int { (number - 1) / seeds.count }

  package func seed(ofCell number: Int) -> UInt64 {
    seeds.first + UInt64((number - 1) % seeds.count)
  }

  /// How many values each key has, formulas last.
  var sizes: [Int] { variations.map(\.values.count) + [max(1, formulas.count)] }

  /// Which value of each key a point has, formulas last.
  func places(of point: Int) -> [Int] {
    var rest = point
    var places: [Int] = []
    for size in sizes.reversed() {
      places.append(rest % size)
      rest /= size
    }
    return places.reversed()
  }

  /// How far apart two points are that differ by one value of a key, formulas last.
  func stride(ofAxis axis: Int) -> Int { sizes[(axis + 1)...].reduce(1, *) }

  /// The option by which problems with an axis are located, and the values of the axis; formulas
  /// last, if there are any.
  var axes: [(option: String, values: [String])] {
    let keys = variations.map { (option: "\($0.option) \($0.key)", values: $0.values) }
    return formulas.isEmpty ? keys : keys + [(option: "--backoff", values: formulas)]
  }

  /// How the cells are dealt to shards.
  package var dealing: Dealing { Dealing(points: points, replications: seeds.count) }

  /// The values of the varied keys at a point, in the order of the keys.
  package func values(of point: Int) -> [String] {
    zip(variations, places(of: point)).map { $0.values[$1] }
  }

  /// Returns the changes that a point makes in the scenario: of two keys the one that contains the
  /// other comes first.
  func overrides(of point: Int) -> [Override] {
    let places = places(of: point)
    var changes = zip(variations, places).enumerated()
      .map { (order: $0, variation: $1.0, value: $1.0.values[$1.1]) }
    changes.sort { ($0.variation.depth, $0.order) < ($1.variation.depth, $1.order) }
    var overrides = changes.map { _, variation, value in
      Override(
        path: variation.key, value: value, label: "\(variation.option) \(variation.key)=\(value)")
    }
    if !formulas.isEmpty {
      let formula = formulas[places[places.count - 1]]
      overrides.append(
        Override(path: "clients.backoff", text: formula, label: "--backoff \(formula)"))
    }
    return overrides
  }

  /// A cell's options before its seed, each followed by a blank.
  package func label(ofCell number: Int) -> String {
    overrides(of: point(ofCell: number)).map { $0.label + " " }.joined()
  }
}
