import NetworkModel
import Words

/// The round-trip times that the rows of a file hold, row by row.
struct RoundTripRows {
  private let columns: RoundTripColumns
  private let bytes: [UInt8]
  private var count = 0
  private var samples: [Int64] = []
  /// By client, in the order of their first rows.
  private var clients: [[Int64]] = []
  private var numbers: [String: Int] = [:]
  private var points: [(percentile: Double, nanoseconds: Int64)] = []
  /// The row before, of quantiles.
  private var before: CSVRow?

  static let most = 1_000_000

  init(_ columns: RoundTripColumns, of bytes: [UInt8]) {
    self.columns = columns
    self.bytes = bytes
  }

  mutating func add(_ row: CSVRow) throws(CSVMistake) {
    count += 1
    if count > Self.most {
      throw CSVMistake(
        offset: row.record.range.lowerBound, message: "more than \(Self.most) rows below the header"
      )
    }
    try checkFields(row)
    let time = try time(row)
    if let place = columns.percentile {
      try add(try percentile(row, place), time, row)
    } else if let place = columns.client {
      let client = row.fields[place]
      if let number = numbers[client] {
        clients[number].append(time)
      } else {
        numbers[client] = clients.count
        clients.append([time])
      }
    } else {
      samples.append(time)
    }
  }

  /// The layout of all rows.
  func layout() throws(CSVMistake) -> RoundTripTimes.Layout {
    if count == 0 { throw CSVMistake(offset: bytes.count, message: "no rows below the header") }
    if columns.client != nil { return .clients(clients) }
    if columns.percentile == nil { return .samples(samples) }
    guard points.count > 1 else {
      throw CSVMistake(
        offset: before?.record.range.lowerBound ?? 0,
        message: "one percentile makes no distribution: at least two are needed")
    }
    return .quantiles(points)
  }

  private func checkFields(_ row: CSVRow) throws(CSVMistake) {
    let (found, due) = (row.fields.count, columns.count)
    if found == due { return }
    if row.record.range.isEmpty {
      throw CSVMistake(offset: row.record.range.lowerBound, message: "an empty line")
    }
    let header = "the header has \(due)"
    let fields = "\(found) field\(found == 1 ? "" : "s")"
    let offset =
      found < due
      ? row.record.range.upperBound : CSVScan.offset(ofField: due, in: row.record, of: bytes)
    throw CSVMistake(offset: offset, message: "\(fields) in this row, \(header)")
  }

  // MARK: Fields

  private func time(_ row: CSVRow) throws(CSVMistake) -> Int64 {
    let nanoseconds = try number(row, columns.time) * columns.unit
    guard nanoseconds > 0, nanoseconds <= 3_600e9 else {
      throw mistake(row, columns.time, "is out of range: more than 0, at most 1h")
    }
    return max(1, Int64(nanoseconds.rounded()))
  }

  private func percentile(_ row: CSVRow, _ place: Int) throws(CSVMistake) -> Double {
    let percentile = try number(row, place)
    guard percentile >= 0, percentile <= 100 else {
      throw mistake(row, place, "is out of range: 0 to 100")
    }
    return percentile
  }

  private mutating func add(
    _ percentile: Double, _ time: Int64, _ row: CSVRow
  ) throws(CSVMistake) {
    if let last = points.last, let before, let place = columns.percentile {
      if percentile == last.percentile { throw mistake(row, place, "stands a second time") }
      if percentile < last.percentile {
        throw mistake(
          row, place, "is below the \(text(before, place)) before it: percentiles ascend")
      }
      if time < last.nanoseconds {
        throw mistake(
          row, columns.time,
          "is below the \(text(before, columns.time)) before it: times never descend")
      }
    }
    points.append((percentile, time))
    before = row
  }

  /// A decimal number: `12`, `0.5`, `1e-3`.
  private func number(_ row: CSVRow, _ place: Int) throws(CSVMistake) -> Double {
    let text = trimmedBlanks(row.fields[place])
    // Swift has other numbers, too: `nan`, `0x1p3`.
    if text.utf8.allSatisfy(Self.isOfNumber), let number = Double(text) { return number }
    throw mistake(row, place, text.isEmpty ? nil : "is not a number")
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || "+-.eE".utf8.contains(byte)
  }

  // MARK: Mistakes

  private func text(_ row: CSVRow, _ place: Int) -> String { trimmedBlanks(row.fields[place]) }

  /// - Parameter what: the words behind the field's text; nil where it has none.
  private func mistake(_ row: CSVRow, _ place: Int, _ what: String?) -> CSVMistake {
    let text = text(row, place)
    let shown = text.count > 60 ? text.prefix(57) + "..." : text[...]
    return CSVMistake(
      offset: CSVScan.offset(ofField: place, in: row.record, of: bytes),
      message: what.map { "'\(printable(shown))' \($0)" } ?? "a number is missing")
  }
}
