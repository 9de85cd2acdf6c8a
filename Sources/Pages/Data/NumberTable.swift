import Documents
import Synchronization

/// The columns of a CSV file of numbers, by their names. A field that is no number is nil.
///
/// A run of a month has millions of rows, of which a page shows few columns: the text is kept, and a
/// column is made of it when it is first asked for.
final class NumberTable: Sendable {
  /// The names of the columns, in order.
  let names: [String]
  private let places: [String: Int]
  private let bytes: [UInt8]
  /// The begin of each row, and behind them the end of the last one.
  private let starts: [Int]
  /// Columns that were asked for, not a number where there is none.
  private let known = Mutex<[String: [Double]]>([:])

  /// - Parameter text: with a header. No field of numbers needs quotes.
  init(_ text: String) {
    let bytes = Array(text.utf8) + [newline]
    var lines: [Int] = []
    var begin = 0
    for (place, byte) in bytes.enumerated() where byte == newline {
      if place > begin { lines.append(begin) }
      begin = place + 1
    }
    let header = lines.first.map { first in
      String(decoding: bytes[first...].prefix { $0 != newline }, as: UTF8.self)
    }
    self.bytes = bytes
    names = FieldTable(header ?? "").header
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    starts = lines.dropFirst() + [bytes.count]
  }

  var count: Int { starts.count - 1 }

  /// nil where there is no column of that name.
  func column(_ name: String) -> [Double?]? {
    numbers(name)?.map { $0.isNaN ? nil : $0 }
  }

  /// Returns the same numbers with 0 for each missing one.
  func figures(_ name: String) -> [Double] {
    (numbers(name) ?? []).map { $0.isNaN ? 0 : $0 }
  }

  /// The field of a column in a row as the file has it; empty where there is none.
  func text(_ name: String, _ row: Int) -> String {
    places[name].map { String(decoding: bytes[field($0, row)], as: UTF8.self) } ?? ""
  }

  /// Returns true if a column has another text in a row than in the one before.
  func hasChanged(_ name: String, at row: Int) -> Bool {
    guard let place = places[name] else { return false }
    return bytes[field(place, row)] != bytes[field(place, row - 1)]
  }

  private func numbers(_ name: String) -> [Double]? {
    guard let place = places[name] else { return nil }
    return known.withLock { known in
      if let column = known[name] { return column }
      let column = (0..<count).map { row in
        let field = bytes[field(place, row)]
        return shortNumber(field) ?? figure(String(decoding: field, as: UTF8.self)) ?? .nan
      }
      known[name] = column
      return column
    }
  }

  /// The bytes of a field: empty where the row is too short.
  private func field(_ place: Int, _ row: Int) -> Range<Int> {
    var begin = starts[row]
    var left = place
    while true {
      var end = begin
      while bytes[end] != newline, bytes[end] != comma { end += 1 }
      if left == 0 { return begin..<end }
      if bytes[end] == newline { return end..<end }
      left -= 1
      begin = end + 1
    }
  }
}

private let newline = UInt8(ascii: "\n")
private let comma = UInt8(ascii: ",")

/// A number of few digits, which most are; nil for any other text. Exact: the digits and the power of ten
/// are doubles, and their quotient is rounded once.
private func shortNumber(_ field: ArraySlice<UInt8>) -> Double? {
  guard (1...15).contains(field.count) else { return nil }
  var digits = 0
  var decimals = -1
  for byte in field {
    if byte == UInt8(ascii: "."), decimals < 0 {
      decimals = 0
      continue
    }
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
    if decimals >= 0 { decimals += 1 }
  }
  if decimals < 0 { return Double(digits) }
  // `.5` and `5.` are read as the general way reads them.
  if decimals == 0 || field.first == UInt8(ascii: ".") { return nil }
  return Double(digits) / powersOfTen[decimals]
}

private let powersOfTen: [Double] = (0..<16).map { power in
  (0..<power).reduce(1) { number, _ in number * 10 }
}

/// A number that can be drawn; nil for anything else, such as `inf`.
func figure(_ text: some StringProtocol) -> Double? {
  Double(text).flatMap { $0.isFinite && abs($0) < 1e15 ? $0 : nil }
}
