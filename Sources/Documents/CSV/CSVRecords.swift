import Foundation

/// The records of comma-separated values by RFC 4180, one after another.
package struct CSVRecords {
  private let data: Data
  private var offset = 0

  package init(_ data: Data) { self.data = data }

  package var isAtEnd: Bool { offset >= data.count }

  /// The bytes of the next records, line ends included; fewer where the text ends.
  package mutating func next(_ count: Int = 1) -> Data {
    let begin = offset
    var scan = RecordScan(count)
    offset = begin + data.withUnsafeBytes { scan.bytes(of: $0[begin...]) }
    return data[begin..<offset]
  }
}

/// Looks for the end of a number of records, piece by piece.
package struct RecordScan {
  private var left: Int
  private var isQuoted = false

  package init(_ count: Int) { left = count }

  package var isDone: Bool { left == 0 }

  /// How many bytes of the next piece belong to the records.
  /// - Parameter start: where in it that begins.
  package mutating func bytes(of piece: [UInt8], from start: Int) -> Int {
    piece.withUnsafeBytes { bytes(of: $0[start...]) }
  }

  mutating func bytes(of piece: Slice<UnsafeRawBufferPointer>) -> Int {
    var end = piece.startIndex
    while left > 0, end < piece.endIndex {
      let byte = piece[end]
      end += 1
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "\n"), !isQuoted { left -= 1 }
    }
    return end - piece.startIndex
  }
}

/// The fields of one record, without their quotes.
package func csvFields(_ record: some ContiguousBytes) -> [String] {
  record.withUnsafeBytes { bytes in
    bytes.contains(UInt8(ascii: "\"")) ? quotedFields(bytes) : plainFields(bytes)
  }
}

/// Returns the fields of a record without a quote: a sweep has millions of such records.
private func plainFields(_ record: UnsafeRawBufferPointer) -> [String] {
  var fields: [String] = []
  fields.reserveCapacity(16)
  var begin = 0
  for place in record.indices where endsField(record[place]) {
    let field = UnsafeRawBufferPointer(rebasing: record[begin..<place])
    fields.append(String(decoding: field, as: UTF8.self))
    begin = place + 1
  }
  return fields
}

private func quotedFields(_ record: UnsafeRawBufferPointer) -> [String] {
  var fields: [String] = []
  var field: [UInt8] = []
  var isQuoted = false
  var wasQuote = false
  for byte in record {
    if byte == UInt8(ascii: "\"") {
      // Two quotes in a row within quotes mean one.
      if !isQuoted, wasQuote { field.append(byte) }
      isQuoted.toggle()
      wasQuote = !isQuoted
      continue
    }
    wasQuote = false
    if !isQuoted, endsField(byte) {
      fields.append(String(decoding: field, as: UTF8.self))
      field = []
    } else {
      field.append(byte)
    }
  }
  return fields
}

private func endsField(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
}
