import Metrics

/// Rows of comma-separated values by RFC 4180, with LF line ends and `.` for decimals.
package struct CSVText {
  package private(set) var text = ""

  package init(header: [String]) { add(header) }

  package mutating func add(_ fields: [String]) {
    text += fields.map(Self.quoted).joined(separator: ",") + "\n"
  }

  /// Quotes only what needs it.
  package static func quoted(_ field: String) -> String {
    let special: (Unicode.Scalar) -> Bool = { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
    guard field.unicodeScalars.contains(where: special) else { return field }
    var inner = ""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { inner += "\"" }
      inner.unicodeScalars.append(scalar)
    }
    return "\"\(inner)\""
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
}
