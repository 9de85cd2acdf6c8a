/// A mistake in a text of comma-separated values.
struct CSVMistake: Error {
  /// The byte at which it stands.
  let offset: Int
  let message: String
}

/// One record of comma-separated values, as it stands in the text.
struct CSVRecord {
  /// Its bytes without the line end.
  let range: Range<Int>
  /// How many fields it has, at least one.
  let fields: Int
}

/// Finds where records end and how many fields they have, by RFC 4180. Lines end with LF, CR or both.
struct CSVScan {
  private let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Passes over a record; nil at the end of the text.
  mutating func next() throws(CSVMistake) -> CSVRecord? {
    guard offset < bytes.count else { return nil }
    let begin = offset
    var fields = 1
    while try passField() { fields += 1 }
    let end = offset
    if offset < bytes.count {
      let isPair =
        bytes[offset] == .carriageReturn && offset + 1 < bytes.count
        && bytes[offset + 1] == .lineFeed
      offset += isPair ? 2 : 1
    }
    return CSVRecord(range: begin..<end, fields: fields)
  }

  /// Returns where a field of a record begins.
  /// - Parameter number: of the field, from 0; the record has it.
  static func offset(ofField number: Int, in record: CSVRecord, of bytes: [UInt8]) -> Int {
    var scan = CSVScan(bytes, from: record.range.lowerBound)
    for _ in 0..<number { _ = try? scan.passField() }
    scan.passBlanks()
    return scan.offset
  }

  /// Passes over a field and the comma behind it; false where it is the last of its record.
  private mutating func passField() throws(CSVMistake) -> Bool {
    passBlanks()
    if offset < bytes.count, bytes[offset] == .quote { try passQuotes() }
    while offset < bytes.count {
      switch bytes[offset] {
      case .comma:
        offset += 1
        return true
      case .lineFeed, .carriageReturn: return false
      case .quote:
        throw CSVMistake(
          offset: offset,
          message:
            "a quote within a field: put quotes around the field, and write two for one in it")
      default: offset += 1
      }
    }
    return false
  }

  /// Passes over what stands in quotes, up to the comma or the line end behind it.
  private mutating func passQuotes() throws(CSVMistake) {
    let begin = offset
    offset += 1
    while true {
      guard offset < bytes.count else {
        throw CSVMistake(offset: begin, message: "a quote that never closes")
      }
      if bytes[offset] == .quote {
        // Two quotes in a row mean one.
        guard offset + 1 < bytes.count, bytes[offset + 1] == .quote else { break }
        offset += 1
      }
      offset += 1
    }
    offset += 1
    passBlanks()
    guard offset < bytes.count else { return }
    guard [.comma, .lineFeed, .carriageReturn].contains(bytes[offset]) else {
      throw CSVMistake(offset: offset, message: "more text behind a closing quote")
    }
  }

  private mutating func passBlanks() {
    while offset < bytes.count, bytes[offset] == .blank || bytes[offset] == .tab { offset += 1 }
  }
}

extension UInt8 {
  static let comma = UInt8(ascii: ",")
  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  fileprivate static let blank = UInt8(ascii: " ")
  fileprivate static let tab = UInt8(ascii: "\t")
}
