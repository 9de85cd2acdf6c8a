import Documents
import Foundation
import Words

/// The results folder of a sweep, as its page needs it.
struct SweepData {
  let head: ManifestHead
  let manifest: SweepManifest
  /// The keys that differ from point to point, in the order of the grid: the last one varies
  /// fastest.
  let axes: [SweepAxis]
  /// Row by row over the axes.
  let metrics: [SweepMetric]

  /// - Throws: where it is no folder of a whole sweep.
  init(_ folder: FolderTexts) throws(PageProblem) {
    head = folder.head
    manifest = try folder.document(ManifestHead.file, SweepManifest.self)
    // A shard has no figures.
    guard manifest.shard.count == 1 else { throw .noPage }
    let reader = SweepReader(FieldTable(try folder.text("figures.csv")), manifest.grid)
    axes = reader.axes
    metrics = SweepMetric.shown(reader.metrics)
  }

  var grid: SweepGridRecord { manifest.grid }

  /// How many combinations are shown.
  var points: Int { axes.reduce(1) { $0 * $1.values.count } }

  /// The place of each axis' value at a point.
  func places(of point: Int) -> [Int] { gridPlaces(of: point, axes.map(\.values.count)) }

  /// The point with these places.
  func point(_ places: [Int]) -> Int { gridPoint(places, axes.map(\.values.count)) }

  /// `a first fault of 15 s and 4 nodes`
  func words(of point: Int) -> String {
    zip(axes, places(of: point)).map { KeyPhrase($0.key).with($0.values[$1].shown) }
      .joined(separator: " and ")
  }
}

/// The place of a point along each side of a grid, of which the last varies fastest.
func gridPlaces(of point: Int, _ sizes: [Int]) -> [Int] {
  var rest = point
  let places = sizes.reversed().map { size in
    defer { rest /= max(1, size) }
    return rest % max(1, size)
  }
  return places.reversed()
}

/// The point of a grid with these places.
func gridPoint(_ places: [Int], _ sizes: [Int]) -> Int {
  zip(sizes, places).reduce(0) { $0 * $1.0 + $1.1 }
}

/// A key with at least two values, or the formulas.
struct SweepAxis {
  struct Value: Hashable {
    let text: String
    /// nil where it is a word.
    let number: Double?

    /// As people read it.
    var shown: String {
      guard let whole = Int(text), whole >= 0 else { return text }
      return PageNumber.count(whole)
    }
  }

  let key: String
  let values: [Value]
  /// How many there are: in a large sweep not all of them are shown.
  let size: Int

  /// The values as ascending numbers; nil where they are none.
  var numbers: [Double]? {
    let numbers = values.compactMap(\.number)
    return numbers.count == values.count && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      ? numbers : nil
  }

  /// True if the values are spaced by ratio more than by difference.
  var isGeometric: Bool {
    guard let numbers, let first = numbers.first, let last = numbers.last, first > 0 else {
      return false
    }
    guard numbers.count > 2 else { return last >= 4 * first }
    let steps = zip(numbers, numbers.dropFirst())
    let differences = steps.map { $1 - $0 }
    let ratios = steps.map { log($1 / $0) }
    func spread(_ steps: [Double]) -> Double { (steps.max() ?? 1) / (steps.min() ?? 1) }
    return last >= 4 * first && spread(ratios) < spread(differences)
  }
}
