import NetworkModel

/// A file of round-trip times, and what it holds.
package struct RoundTripFile: Sendable {
  package let times: RoundTripTimes
  /// The whole file, byte by byte.
  package let text: String
  /// The names of the columns that are not read.
  package let ignored: [String]

  /// No file may have more bytes.
  package static let mostBytes = 64_000_000

  /// - Parameter name: the last part of the path.
  /// - Throws: the first problem, with its place in the file.
  init(_ found: FoundFile, name: String) throws(FileProblem) {
    func problem(_ mistake: CSVMistake) -> FileProblem {
      let place = TextPlace(of: mistake.offset, in: found.bytes)
      return .inside(
        Problem(
          file: found.path, line: place.line, column: place.column, path: "",
          message: mistake.message))
    }
    guard found.bytes.count <= Self.mostBytes else {
      throw problem(CSVMistake(offset: 0, message: "the file is larger than 64 MB"))
    }
    guard let text = String(validating: found.bytes, as: UTF8.self) else {
      let offset = found.bytes.validLength
      throw problem(CSVMistake(offset: offset, message: "the text is not UTF-8 from here on"))
    }
    self.text = text
    do throws(CSVMistake) {
      var rows = CSVRows(found.bytes)
      guard let header = try rows.next(1).first else {
        throw CSVMistake(offset: 0, message: "the file is empty; \(RoundTripColumns.layouts)")
      }
      let columns = try RoundTripColumns(header, of: found.bytes)
      var read = RoundTripRows(columns, of: found.bytes)
      while true {
        let next = try rows.next(4_096)
        if next.isEmpty { break }
        for row in next { try read.add(row) }
      }
      times = RoundTripTimes(file: name, hash: found.hash, try read.layout())
      ignored = columns.ignored
    } catch {
      throw problem(error)
    }
  }
}

/// A place in a text, from 1; columns in Unicode scalars.
private struct TextPlace {
  var line = 1
  var column = 1

  init(of offset: Int, in bytes: [UInt8]) {
    var place = CSVRows.markLength(of: bytes)
    while place < min(offset, bytes.count) {
      let byte = bytes[place]
      place += 1
      if byte == .carriageReturn, place < bytes.count, bytes[place] == .lineFeed { continue }
      if byte == .lineFeed || byte == .carriageReturn {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
  }
}

extension [UInt8] {
  /// How many bytes at the beginning are UTF-8.
  fileprivate var validLength: Int {
    var decoder = UTF8()
    var rest = makeIterator()
    var length = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      length += UTF8.width(scalar)
    }
    return length
  }
}
