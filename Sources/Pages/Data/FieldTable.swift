/// The rows of a CSV file by RFC 4180, as texts: a field with a comma or a quote stands in quotes.
package struct FieldTable: Sendable {
  package let header: [String]
  package let rows: [[String]]

  package init(_ text: String) {
    var records = Self.records(text)[...]
    header = records.popFirst() ?? []
    rows = Array(records)
  }

  /// Where a column stands; nil where there is none of that name.
  package func place(_ name: String) -> Int? { header.firstIndex(of: name) }

  /// Gives each row's fields of some columns, in that order; empty texts for what is missing.
  package func forEach(_ columns: [String], _ body: ([String]) -> Void) {
    let wanted = columns.map(place)
    for row in rows {
      body(wanted.map { place in place.flatMap { $0 < row.count ? row[$0] : nil } ?? "" })
    }
  }

  private static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuote = false
    func taken() -> String { String(decoding: field, as: UTF8.self) }
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") {
        // Of two in a row within quotes one is meant.
        if !isQuoted, wasQuote { field.append(byte) }
        isQuoted.toggle()
        wasQuote = !isQuoted
        continue
      }
      wasQuote = false
      switch byte {
      case UInt8(ascii: ",") where !isQuoted:
        fields.append(taken())
        field.removeAll(keepingCapacity: true)
      case UInt8(ascii: "\n") where !isQuoted:
        records.append(fields + [taken()])
        fields.removeAll(keepingCapacity: true)
        field.removeAll(keepingCapacity: true)
      case _: field.append(byte)
      }
    }
    return field.isEmpty && fields.isEmpty ? records : records + [fields + [taken()]]
  }
}
