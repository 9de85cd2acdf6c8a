import Documents

/// The content of `percentiles.csv`: of several runs, of all of them as one population.
struct Percentiles {
  private let fields: [String: String]

  init(_ text: String) {
    var fields: [String: String] = [:]
    for row in FieldTable(text).rows where row.count == 3 {
      fields["\(row[0])/\(row[1])"] = row[2]
    }
    self.fields = fields
  }

  /// In seconds, as the file has it; nil where it has none.
  func text(_ metric: String, _ percentile: String) -> String? {
    fields["\(metric)/\(percentile)"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// nil where it is infinite, too.
  func seconds(_ metric: String, _ percentile: String) -> Double? {
    text(metric, percentile).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }
}
