import Documents

/// Several runs of one scenario, one for each seed.
struct Replications {
  /// The seeds of the runs, as the file has them.
  let seeds: [String]
  /// By the path of a metric and the seed, as the file has it: a number, `inf` or nothing.
  private let fields: [String: [String: String]]

  /// - Parameter text: the content of `summary.csv`.
  init(_ text: String) {
    var seeds: [String] = []
    var fields: [String: [String: String]] = [:]
    FieldTable(text).forEach(["seed", "metric", "statistic", "value"]) { row in
      if seeds.last != row[0] { seeds.append(row[0]) }
      let path = row[2] == "value" ? row[1] : "\(row[1]).\(row[2])"
      if fields[path]?[row[0]] == nil { fields[path, default: [:]][row[0]] = row[3] }
    }
    self.seeds = seeds
    self.fields = fields
  }

  /// The value of each run, as the file has it. A metric of some runs only has no value in the others.
  func texts(_ path: String) -> [String] {
    let known = fields[path] ?? [:]
    return seeds.map { known[$0] ?? "" }
  }

  /// Those that are defined; infinite where it never came to that.
  func values(_ path: String) -> [Double] { texts(path).compactMap { Double($0) } }

  /// In how many runs any of the metrics is above 0.
  func runs(with paths: [String]) -> Int {
    let each = paths.map { texts($0).map { Double($0) ?? 0 } }
    return seeds.indices.count { run in each.contains { $0[run] > 0 } }
  }
}
