import Documents
import Foundation
import Metrics
import Studies

extension Baseline {
  /// Reads a results folder.
  ///
  /// - Parameter kind: the kind of the results to be held against it.
  /// - Throws: where it is of another kind, broken off, damaged, or of another version's schema.
  package init(folder: String, for kind: ResultsKind) throws(BaselineError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw BaselineError("--baseline: \(folder) is no folder: give the folder of earlier results")
    }
    let recorded: RecordedResults
    do throws(DifferenceError) {
      recorded = try RecordedResults(folder)
    } catch {
      throw BaselineError("--baseline: \(error)")
    }
    guard recorded.head.kind == kind else {
      throw BaselineError(
        "--baseline: \(folder) holds \(recorded.head.kind.words), and this is \(kind.words)")
    }
    guard !recorded.head.isTruncated else {
      throw BaselineError(
        "--baseline: \(folder) was interrupted and is not whole: run it again to the end")
    }
    if let problem = ResultsSchema.problem(in: recorded.manifest, of: folder) {
      throw BaselineError("--baseline: \(problem)")
    }
    if let damaged = recorded.damagedFile {
      throw BaselineError("--baseline: \(DifferenceError.damaged(folder, damaged))")
    }
    let runs = SeedFigures.all(recorded.summary, namesVariants: kind == .comparison)
    guard !runs.isEmpty else {
      throw BaselineError("--baseline: \(folder)/summary.csv has no runs")
    }
    self.init(
      folder: folder, tool: recorded.head.tool,
      settings: Dictionary(
        recorded.head.scenarios.map { ($0.name, $0.resolved.dictionary) }
      ) { $1 },
      runs: runs)
  }
}

extension SeedFigures {
  /// - Parameter table: the text of a `summary.csv`.
  fileprivate static func all(_ table: String, namesVariants: Bool) -> [SeedFigures] {
    struct Key: Hashable {
      let scenario: String
      let variant: String?
    }
    var order: [Key] = []
    var seeds: [Key: [UInt64]] = [:]
    var values: [Key: [String: [MetricValue]]] = [:]
    let columns = ["scenario", "variant", "seed", "metric", "statistic", "unit", "value"]
    FieldTable(table).forEach(columns) { row in
      guard let seed = UInt64(row[2]), let unit = MetricUnit(rawValue: row[5]), unit != .word else {
        return
      }
      let key = Key(scenario: row[0], variant: namesVariants ? row[1] : nil)
      if seeds[key] == nil { order.append(key) }
      if seeds[key]?.last != seed { seeds[key, default: []].append(seed) }
      let path = row[3] + (row[4] == "value" ? "" : ".\(row[4])")
      values[key, default: [:]][path, default: []].append(
        MetricValue(csvField: row[6], unit) ?? .undefined)
    }
    return order.map { key in
      SeedFigures(
        scenario: key.scenario, variant: key.variant, seeds: seeds[key] ?? [],
        values: values[key] ?? [:])
    }
  }
}
