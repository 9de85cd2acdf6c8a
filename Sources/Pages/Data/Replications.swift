import Documents

/// Several runs of one scenario, one for each seed.
struct Replications {
  /// The seeds of the runs, as the file has them.
  let seeds: [String]
  /// By the path of a metric, a value for each seed as the file has it: a number, `inf` or nothing.
  private let fields: [String: [String]]

  /// - Parameter text: the content of `summary.csv`.
  init(_ text: String) {
    var seeds: [String] = []
    var fields: [String: [String]] = [:]
    FieldTable(text).forEach(["seed", "metric", "statistic", "value"]) { row in
      let (seed, metric, statistic) = (row[0], row[1], row[2])
      if seeds.last != seed { seeds.append(seed) }
      let path = statistic == "value" ? metric : "\(metric).\(statistic)"
      let count = fields[path]?.count ?? 0
      if count < seeds.count {
        // A metric of some runs only has no value in those before.
        fields[path, default: []] += Array(repeating: "", count: seeds.count - 1 - count)
        fields[path]?.append(row[3])
      }
    }
    self.seeds = seeds
    self.fields = fields
  }

  /// The value of each run, as the file has it.
  func texts(_ path: String) -> [String] {
    let known = fields[path] ?? []
    return known + Array(repeating: "", count: seeds.count - known.count)
  }

  /// Those that are defined; infinite where it never came to that.
  func values(_ path: String) -> [Double] { texts(path).compactMap { Double($0) } }

  /// In how many runs any of the metrics is above 0.
  func runs(with paths: [String]) -> Int {
    let each = paths.map { texts($0).map { Double($0) ?? 0 } }
    return seeds.indices.count { run in each.contains { $0[run] > 0 } }
  }
}
