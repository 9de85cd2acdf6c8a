import Foundation

/// The records of a file of comma-separated values by RFC 4180, one after another.
struct CSVRecords {
  private let data: Data
  private var offset = 0

  init(_ data: Data) { self.data = data }

  var isAtEnd: Bool { offset >= data.count }

  /// The bytes of the next records, line ends included; fewer where the file ends.
  mutating func next(_ count: Int = 1) -> Data {
    let begin = offset
    offset = data.withUnsafeBytes { bytes in
      var end = begin
      var left = count
      var isQuoted = false
      while left > 0, end < bytes.count {
        let byte = bytes[end]
        end += 1
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if byte == UInt8(ascii: "\n"), !isQuoted { left -= 1 }
      }
      return end
    }
    return data[begin..<offset]
  }
}

/// The fields of one record, without their quotes.
func csvFields(_ record: Data) -> [String] {
  record.withUnsafeBytes { bytes in
    bytes.contains(UInt8(ascii: "\"")) ? quotedFields(bytes) : plainFields(bytes)
  }
}

/// Of a record without a quote: a sweep has millions of those.
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
      // Of two in a row within quotes one is meant.
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
