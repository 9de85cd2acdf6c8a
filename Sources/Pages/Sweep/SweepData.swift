import Documents
import Foundation

/// The results folder of a sweep, as its page needs it.
struct SweepData {
  let scenario: String
  let clients: String?
  let digest: String
  let events: Int
  let cells: Int
  let replications: Int
  let firstSeed: String
  /// Varied keys with their values, as typed.
  let vary: [(key: String, values: [String])]
  let formulas: [String]
  /// Paths of all metrics that the sweep kept.
  let kept: [String]
  /// The keys that differ from point to point, in the order of the grid: the last one varies
  /// fastest.
  let axes: [SweepAxis]
  /// Row by row over the axes.
  let metrics: [SweepMetric]
  let record: ScenarioRecord
  /// The begin of the command that made it: the scenario, and the settings beyond its file.
  let command: CommandLine

  /// - Throws: where it is no folder of a whole sweep.
  init(_ folder: FolderTexts) throws(PageProblem) {
    let manifest = try folder.document(ManifestHead.file, SweepManifest.self)
    // A shard has no figures.
    guard manifest.tail.shard.count == 1 else { throw .noPage }
    let figures = try folder.text("figures.csv")
    let head = folder.head
    let grid = manifest.grid
    scenario = head.scenario
    digest = head.digest
    events = head.events
    cells = manifest.tail.cells
    replications = grid.replications
    firstSeed = "\(grid.seeds.first)"
    vary = grid.vary.map { ($0.key, $0.values) }
    formulas = grid.backoffs
    kept = grid.metrics
    record = manifest.scenario
    command = CommandLine("sweep", head.scenario, head.source)
    clients =
      vary.contains { "clients.count".hasPrefix($0.key) }
      ? nil : record.resolved["clients.count"]
    let reader = SweepReader(FieldTable(figures), vary: vary, formulas: formulas)
    axes = reader.axes
    metrics = SweepMetric.shown(reader.metrics)
  }

  /// How many combinations are shown.
  var points: Int { axes.reduce(1) { $0 * $1.values.count } }

  /// The place of each axis' value at a point.
  func places(of point: Int) -> [Int] {
    var rest = point
    var places: [Int] = []
    for axis in axes.reversed() {
      places.append(rest % axis.values.count)
      rest /= axis.values.count
    }
    return places.reversed()
  }

  /// The point with these places.
  func point(_ places: [Int]) -> Int {
    zip(axes, places).reduce(0) { $0 * $1.0.values.count + $1.1 }
  }

  /// `faults.0.for 15s and gateway.nodes 4`
  func words(of point: Int) -> String {
    zip(axes, places(of: point)).map { "\($0.key) \($0.values[$1].shown)" }
      .joined(separator: " and ")
  }
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
