import SwiftCSV

/// A record with the texts of its fields.
struct CSVRow {
  let record: CSVRecord
  let fields: [String]
}

/// The rows of a text of comma-separated values, a few thousand at a time.
///
/// SwiftCSV reads the fields. It knows no lines, and takes a row for whole that has too few fields, so each
/// record is looked for beside it: the two must agree on every row.
struct CSVRows {
  private let bytes: [UInt8]
  private var scan: CSVScan
  /// A mistake behind the rows that were given last.
  private var mistake: CSVMistake?

  /// - Parameter bytes: UTF-8. A byte order mark is no part of the text.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    scan = CSVScan(bytes, from: Self.markLength(of: bytes))
  }

  /// The number of bytes of the mark with which some programs let a text begin.
  static func markLength(of bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  /// Returns the next rows, at most so many; none at the end of the text.
  mutating func next(_ most: Int) throws(CSVMistake) -> [CSVRow] {
    if let mistake { throw mistake }
    let records = records(most)
    let rows = rows(of: records)
    if rows.isEmpty, let mistake { throw mistake }
    return rows
  }

  private mutating func records(_ most: Int) -> [CSVRecord] {
    var records: [CSVRecord] = []
    let begin = scan.offset
    do throws(CSVMistake) {
      while records.count < most, scan.offset - begin < Self.pieceSize,
        let record = try scan.next()
      {
        records.append(record)
      }
    } catch {
      mistake = error
    }
    return records
  }

  /// Only so much of the text is in memory as fields.
  private static let pieceSize = 1 << 18

  private mutating func rows(of records: [CSVRecord]) -> [CSVRow] {
    if let rows = agreedRows(of: records) { return rows }
    // One by one they show where the two differ.
    var rows: [CSVRow] = []
    for record in records {
      guard let row = agreedRows(of: [record]) else {
        mistake = CSVMistake(
          offset: record.range.lowerBound,
          message:
            "the fields of this line cannot be told apart: look for accents behind a comma or a "
            + "quote")
        break
      }
      rows += row
    }
    return rows
  }

  /// The rows as SwiftCSV reads them; nil where it sees others than the scan.
  private func agreedRows(of records: [CSVRecord]) -> [CSVRow]? {
    guard let first = records.first, let last = records.last else { return [] }
    // An empty line takes the place of the header. The last line has its end, too, without which an
    // empty field behind a comma would be lost.
    let piece = bytes[first.range.lowerBound..<last.range.upperBound]
    let text = "\n" + String(decoding: piece, as: UTF8.self) + "\n"
    var found: [[String]] = []
    found.reserveCapacity(records.count)
    do {
      let csv = try EnumeratedCSV(string: text, delimiter: .comma, loadColumns: false, rowLimit: 0)
      try csv.enumerateAsArray(startAt: 1, rowLimit: nil) { found.append($0) }
    } catch {
      return nil
    }
    guard found.count == records.count else { return nil }
    var rows: [CSVRow] = []
    rows.reserveCapacity(found.count)
    for (record, fields) in zip(records, found) {
      guard fields.count == record.fields else { return nil }
      rows.append(CSVRow(record: record, fields: fields))
    }
    return rows
  }
}
