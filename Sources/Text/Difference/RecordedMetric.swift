import Documents
import Foundation

/// A metric of a results folder, over all its seeds.
struct RecordedMetric: Sendable {
  let name: String
  let unit: String
  let value: Value

  enum Value: Hashable, Sendable {
    case undefined
    /// With a seed at least.
    case never
    case number(Double)
    case word(String)
  }

  /// - Parameters:
  ///   - data: a `summary.csv`.
  ///   - namesVariants: whether the names tell formulas and scenarios apart.
  static func all(_ data: Data, namesVariants: Bool) -> [RecordedMetric] {
    var order: [String] = []
    var values: [String: (unit: String, texts: [String])] = [:]
    let table = FieldTable(String(decoding: data, as: UTF8.self))
    let scenarios = table.place("scenario").map { place in
      Set(table.rows.compactMap { place < $0.count ? $0[place] : nil })
    }
    table.forEach(["scenario", "variant", "metric", "statistic", "unit", "value"]) { row in
      var name = row[2] + (row[3] == "value" ? "" : ".\(row[3])")
      if namesVariants { name = "\(row[1]): \(name)" }
      if namesVariants, scenarios?.count ?? 0 > 1 { name = "\(row[0]), \(name)" }
      if values[name] == nil { order.append(name) }
      values[name, default: (row[4], [])].texts.append(row[5])
    }
    return order.compactMap { name in
      values[name].map { RecordedMetric(name: name, unit: $0.unit, value: Value($0.texts)) }
    }
  }
}

extension RecordedMetric.Value {
  /// - Parameter texts: one for each seed.
  fileprivate init(_ texts: [String]) {
    let numbers = texts.compactMap { Double($0) }
    if texts.contains("inf") {
      self = .never
    } else if numbers.count == texts.count, !numbers.isEmpty {
      self = .number(numbers.reduce(0, +) / Double(numbers.count))
    } else if let word = texts.first(where: { !$0.isEmpty && Double($0) == nil }) {
      self = .word(word)
    } else {
      self = .undefined
    }
  }
}
