import Metrics
import Systems

/// The content of a map: a metric over two keys, with several seeds in each cell.
package struct MapPlane: Hashable, Sendable {
  package let x: MapAxis
  package let y: MapAxis
  /// The path of the metric.
  package let metric: String
  package let unit: MetricUnit
  package let seeds: SeedRange

  package init(x: MapAxis, y: MapAxis, metric: String, unit: MetricUnit, seeds: SeedRange) {
    self.x = x
    self.y = y
    self.metric = metric
    self.unit = unit
    self.seeds = seeds
  }

  /// How many cells there are.
  package var cells: Int { x.texts.count * y.texts.count }

  /// True if cells have states; otherwise they have figures.
  package var hasStates: Bool { unit == .truth || unit == .word }

  /// The figure in which a cell tells its seeds.
  package var statistic: SeedStatistic { hasStates ? .mean : MetricNames.seedStatistic(of: metric) }

  /// The number of a run, from 1, as a sweep over y, x and the seeds counts its cells.
  /// - Parameters:
  ///   - cell: from 0, row by row from the least y.
  ///   - seed: its place among the seeds, from 0.
  package func run(cell: Int, seed: Int) -> Int { cell * seeds.count + seed + 1 }

  /// The cell of a run.
  package func cell(ofRun number: Int) -> Int { (number - 1) / seeds.count }

  /// The place of a run's seed, from 0.
  package func seed(ofRun number: Int) -> Int { (number - 1) % seeds.count }

  package func x(ofCell cell: Int) -> Int { cell % x.texts.count }
  package func y(ofCell cell: Int) -> Int { cell / x.texts.count }

  /// The cell of the scenario as it is; nil where it lies outside.
  package var own: Int? {
    guard let column = x.own, let row = y.own else { return nil }
    return row * x.texts.count + column
  }
}

extension Shard {
  /// The places of a map's seeds that a shard runs. Each seed finds its own border, so that no shard
  /// needs to know what another one found.
  package func seeds(of plane: MapPlane) -> [Int] {
    Array(stride(from: index - 1, to: plane.seeds.count, by: count))
  }
}

extension MapPlane {
  /// Returns the name of a state.
  package func word(for state: MapCell.State) -> String {
    switch state {
    case .truth(let truth) where metric == "metastable": truth ? "metastable" : "recovers"
    case .truth(let truth): truth ? "true" : "false"
    case .word(let word): word
    case .mixed: "mixed"
    case .undecided: "undecided"
    case .none: "none"
    }
  }
}
