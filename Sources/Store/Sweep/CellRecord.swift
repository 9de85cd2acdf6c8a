import Documents
import Findings
import Metrics
import Studies
import Systems

/// A finished cell as bytes: a length, a checksum, and then the cell. Numbers stand lowest byte first.
///
/// All cells of a sweep have as many values and promises. Their records have the same size, but for the
/// reasons why a promise found no figure.
package struct CellRecord {
  /// How many values a cell has.
  let values: Int
  /// How many promises it was held against.
  let promises: Int

  package init(values: Int, promises: Int = 0) {
    self.values = values
    self.promises = promises
  }

  /// Bytes before the cell.
  static let head = 4 + 8
  private static let fixed = 4 + 8 + 8
  private static let perValue = 1 + 8
  private static let perCheck = 1 + perValue + 1
  /// Bytes of a reason.
  private static let mostReason = 255

  /// Bytes of a record: the least and the most.
  var sizes: ClosedRange<Int> {
    let least = Self.head + Self.fixed + values * Self.perValue + promises * Self.perCheck
    return least...least + promises * Self.mostReason
  }

  func bytes(of cell: SweepCell) -> [UInt8] {
    precondition(
      cell.values.count == values && cell.checks.count == promises, "a cell of this sweep")
    var body: [UInt8] = []
    body.reserveCapacity(sizes.lowerBound)
    append(UInt64(cell.number), 4, to: &body)
    append(cell.digest, 8, to: &body)
    append(UInt64(cell.events), 8, to: &body)
    for value in cell.values { append(value, to: &body) }
    for check in cell.checks {
      append(check.isKept ? 1 : 0, 1, to: &body)
      append(check.value, to: &body)
      let reason = Self.reason(check)
      append(UInt64(reason.count), 1, to: &body)
      body += reason
    }
    var record: [UInt8] = []
    record.reserveCapacity(Self.head + body.count)
    append(UInt64(body.count), 4, to: &record)
    append(fnv1a(body), 8, to: &record)
    return record + body
  }

  /// How many bytes the record has that begins here; nil where it has no size that a record can have.
  /// - Parameter bytes: at least the first four of it.
  func size(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    var reader = WordReader(bytes: bytes)
    let size = Int(reader.next(4)) + Self.head
    return sizes.contains(size) ? size : nil
  }

  /// nil where the bytes are not one whole record.
  func cell(in bytes: Slice<UnsafeRawBufferPointer>) -> SweepCell? {
    var reader = WordReader(bytes: bytes)
    guard sizes.contains(bytes.count), reader.next(4) == UInt64(bytes.count - Self.head),
      reader.next(8) == fnv1a(bytes.dropFirst(Self.head))
    else { return nil }
    let number = Int(reader.next(4))
    let digest = reader.next(8)
    guard let events = Int(exactly: reader.next(8)) else { return nil }
    var found: [MetricValue] = []
    found.reserveCapacity(values)
    for _ in 0..<values {
      guard let value = Self.value(&reader) else { return nil }
      found.append(value)
    }
    var checks: [PromiseCheck] = []
    for _ in 0..<promises {
      let isKept = reader.next(1) == 1
      let value = Self.value(&reader)
      let reason = reader.text(Int(reader.next(1)))
      checks.append(
        PromiseCheck(isKept: isKept, value: value, reason: reason.isEmpty ? nil : reason))
    }
    guard reader.isAtEnd else { return nil }
    return SweepCell(number: number, digest: digest, events: events, values: found, checks: checks)
  }

  /// Cut between characters where it is too long.
  private static func reason(_ check: PromiseCheck) -> [UInt8] {
    var reason = check.reason ?? ""
    while reason.utf8.count > mostReason { reason.removeLast() }
    return Array(reason.utf8)
  }

  /// - Parameter value: nil stands for no such metric.
  private func append(_ value: MetricValue?, to bytes: inout [UInt8]) {
    let (kind, bits) = value.map(Self.parts) ?? (Self.noMetric, 0)
    append(UInt64(kind), 1, to: &bytes)
    append(bits, 8, to: &bytes)
  }

  private static let noMetric: UInt8 = 6

  /// nil where it is none.
  private static func value(_ reader: inout WordReader) -> MetricValue? {
    let kind = reader.next(1)
    return value(kind: kind, bits: reader.next(8))
  }

  private func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
    for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }

  private static func parts(of value: MetricValue) -> (kind: UInt8, bits: UInt64) {
    switch value {
    case .undefined: (0, 0)
    case .never: (1, 0)
    case .boolean(let truth): (2, truth ? 1 : 0)
    case .count(let count): (3, UInt64(bitPattern: Int64(count)))
    case .number(let number): (4, number.bitPattern)
    case .word(let word): (5, UInt64(MetricValue.words.firstIndex(of: word)!))
    }
  }

  private static func value(kind: UInt64, bits: UInt64) -> MetricValue? {
    switch kind {
    case 0: .undefined
    case 1: .never
    case 2: .boolean(bits == 1)
    case 3: .count(Int(Int64(bitPattern: bits)))
    case 4 where Double(bitPattern: bits).isFinite: .number(Double(bitPattern: bits))
    case 5 where bits < MetricValue.words.count: .word(MetricValue.words[Int(bits)])
    case _: nil
    }
  }
}

private struct WordReader {
  let bytes: Slice<UnsafeRawBufferPointer>
  private var place: Int

  init(bytes: Slice<UnsafeRawBufferPointer>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var isAtEnd: Bool { place == bytes.endIndex }

  /// The next bytes as a text; those behind the end are left out.
  mutating func text(_ count: Int) -> String {
    defer { place += count }
    return String(decoding: bytes[min(place, bytes.endIndex)...].prefix(count), as: UTF8.self)
  }

  /// The next number of that many bytes; bytes behind the end are 0.
  mutating func next(_ count: Int) -> UInt64 {
    defer { place += count }
    return (0..<count).reduce(0) { number, offset in
      let index = place + offset
      return number | (index < bytes.endIndex ? UInt64(bytes[index]) << (8 * offset) : 0)
    }
  }
}
