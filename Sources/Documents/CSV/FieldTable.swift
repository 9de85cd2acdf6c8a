import Foundation

/// The rows of a CSV file by RFC 4180, as texts: a field with a comma or a quote stands in quotes.
package struct FieldTable: Sendable {
  package let header: [String]
  package let rows: [[String]]

  package init(_ text: String) {
    var bytes = Data(text.utf8)
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    var records = CSVRecords(bytes)
    header = csvFields(records.next())
    var rows: [[String]] = []
    while !records.isAtEnd { rows.append(csvFields(records.next())) }
    self.rows = rows
  }

  /// Returns the place of a column; nil if there is none of that name.
  package func place(_ name: String) -> Int? { header.firstIndex(of: name) }

  /// Gives each row's fields of some columns, in that order; empty texts for what is missing.
  package func forEach(_ columns: [String], _ body: ([String]) -> Void) {
    let wanted = columns.map(place)
    for row in rows {
      body(wanted.map { place in place.flatMap { $0 < row.count ? row[$0] : nil } ?? "" })
    }
  }
}
