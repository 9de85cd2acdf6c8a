import Metrics

/// An earlier run, or several, that later ones are held against.
package struct Baseline: Sendable {
  /// The folder that holds it, as it was named.
  package let folder: String
  /// The version of the program that made it, and its source revision.
  package let tool: String
  /// Every value of each scenario, by its path.
  package let settings: [String: [String: String]]
  /// One for each scenario and variant.
  package let runs: [SeedFigures]

  package init(
    folder: String, tool: String, settings: [String: [String: String]], runs: [SeedFigures]
  ) {
    self.folder = folder
    self.tool = tool
    self.settings = settings
    self.runs = runs
  }
}

/// The figures of one scenario with one backoff, seed by seed.
package struct SeedFigures: Sendable {
  package let scenario: String
  /// The backoff's name in a comparison; nil where there is only one.
  package let variant: String?
  package let seeds: [UInt64]
  /// The values by the metric's path, one for each seed.
  package let values: [String: [MetricValue]]

  package init(
    scenario: String, variant: String?, seeds: [UInt64], values: [String: [MetricValue]]
  ) {
    self.scenario = scenario
    self.variant = variant
    self.seeds = seeds
    self.values = values
  }

  /// Creates the figures of runs that were just made.
  package init(_ runs: [Replication], scenario: String, variant: String? = nil, paths: [String]) {
    let values = paths.map { path in
      (path, runs.map { $0.metric(at: path)?.value ?? .undefined })
    }
    self.init(
      scenario: scenario, variant: variant, seeds: runs.map(\.seed),
      values: Dictionary(values) { first, _ in first })
  }

  /// The value with each of some seeds, which it must have.
  func values(_ path: String, seeds wanted: [UInt64]) -> [MetricValue]? {
    guard let all = values[path] else { return nil }
    let bySeed = Dictionary(zip(seeds, all)) { first, _ in first }
    return wanted.map { bySeed[$0] ?? .undefined }
  }
}

/// How the runs of a baseline and later ones are compared.
package enum SeedPairing: Hashable, Sendable {
  /// One run each, with the same seed: nothing is left to chance.
  case single(UInt64)
  /// Seed by seed.
  case paired([UInt64])
  /// Other seeds: mean against mean.
  case unpaired

  /// nil where a difference may be chance and nothing says how large that is.
  package init?(_ base: [UInt64], _ now: [UInt64]) {
    let common = base.filter(Set(now).contains)
    if common.count >= 2 {
      self = .paired(common)
    } else if let seed = common.first, base.count == 1 || now.count == 1 {
      self = .single(seed)
    } else if base.count >= 2, now.count >= 2 {
      self = .unpaired
    } else {
      return nil
    }
  }

  package var isSingle: Bool {
    if case .single = self { true } else { false }
  }

  /// `20 paired seeds`
  package var words: String {
    switch self {
    case .single(let seed): "one run with seed \(seed)"
    case .paired(let seeds): "\(seeds.count) paired seeds"
    case .unpaired: "other seeds, mean against mean"
    }
  }
}
