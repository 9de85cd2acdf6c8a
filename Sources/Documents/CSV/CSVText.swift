import Metrics

/// Rows of comma-separated values by RFC 4180, with LF line ends and `.` for decimals.
package struct CSVText {
  package private(set) var text = ""

  package init(header: [String]) { add(header) }

  /// - Parameter forEachRow: gives the rows one after another, the header first.
  package init(_ forEachRow: (_ add: ([String]) -> Void) -> Void) {
    forEachRow { add($0) }
  }

  package mutating func add(_ fields: [String]) { text += Self.row(fields) + "\n" }

  /// One row without its line end.
  package static func row(_ fields: [String]) -> String {
    var row = ""
    row.reserveCapacity(fields.reduce(fields.count) { $0 + $1.utf8.count })
    for (place, field) in fields.enumerated() {
      if place > 0 { row += "," }
      row += quoted(field)
    }
    return row
  }

  /// Quotes only what needs it.
  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: isSpecial) else { return field }
    var inner = ""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { inner += "\"" }
      inner.unicodeScalars.append(scalar)
    }
    return "\"\(inner)\""
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
      || byte == UInt8(ascii: "\r")
  }
}

extension MetricValue {
  /// A number, so that a column of values can be read as one: 1 and 0 for true and false, `inf` for
  /// never; empty for what is undefined.
  package var csvField: String {
    switch self {
    case .count(let count): "\(count)"
    case .number(let number): jsonNumber(number)
    case .boolean(let truth): truth ? "1" : "0"
    // The word itself stands under `statistic`.
    case .word: "1"
    case .never: "inf"
    case .undefined: ""
    }
  }

  /// Reads it again; nil where it is not the value of a metric in that unit.
  /// - Parameter field: of a word, the word itself.
  package init?(csvField field: String, _ unit: MetricUnit) {
    let number = Double(field).map { MetricValue($0) }
    let value: MetricValue? =
      switch (unit, field) {
      case (_, ""): .undefined
      case (.word, _): .word(field)
      case (.truth, "1"), (.truth, "0"): .boolean(field == "1")
      case (.truth, _): nil
      case (_, "inf"): .never
      case (.count, _): Int(field).map(MetricValue.count) ?? number
      case (.seconds, _), (.share, _), (.ratio, _): number
      }
    guard let value else { return nil }
    self = value
  }
}
