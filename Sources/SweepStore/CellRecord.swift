import Campaigns
import Metrics
import ResultFiles
import Systems

/// A finished cell as bytes: a length, a checksum, and then the cell. Numbers stand lowest byte first.
///
/// All cells of a sweep have the same number of values, and so records of the same size.
struct CellRecord {
  /// How many values a cell has.
  let values: Int

  private static let head = 4 + 8
  private static let fixed = 4 + 8 + 8
  private static let perValue = 1 + 8

  /// Bytes of a record.
  var size: Int { Self.head + Self.fixed + values * Self.perValue }

  func bytes(of cell: SweepCell) -> [UInt8] {
    precondition(cell.values.count == values, "a cell of this sweep")
    var body: [UInt8] = []
    body.reserveCapacity(size)
    append(UInt64(cell.number), 4, to: &body)
    append(cell.digest, 8, to: &body)
    append(UInt64(cell.events), 8, to: &body)
    for value in cell.values {
      let (kind, bits) = Self.parts(of: value)
      append(UInt64(kind), 1, to: &body)
      append(bits, 8, to: &body)
    }
    var record: [UInt8] = []
    record.reserveCapacity(size)
    append(UInt64(body.count), 4, to: &record)
    append(fnv1a(body), 8, to: &record)
    return record + body
  }

  /// nil where the bytes are not one whole record.
  func cell(in bytes: Slice<UnsafeRawBufferPointer>) -> SweepCell? {
    var reader = WordReader(bytes: bytes)
    guard bytes.count == size, reader.next(4) == UInt64(size - Self.head),
      reader.next(8) == fnv1a(bytes.dropFirst(Self.head))
    else { return nil }
    let number = Int(reader.next(4))
    let digest = reader.next(8)
    guard let events = Int(exactly: reader.next(8)) else { return nil }
    var found: [MetricValue] = []
    found.reserveCapacity(values)
    for _ in 0..<values {
      guard let value = Self.value(kind: reader.next(1), bits: reader.next(8)) else { return nil }
      found.append(value)
    }
    return SweepCell(number: number, digest: digest, events: events, values: found)
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
    case 4: .number(Double(bitPattern: bits))
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

  /// The next number of that many bytes; bytes behind the end are 0.
  mutating func next(_ count: Int) -> UInt64 {
    defer { place += count }
    return (0..<count).reduce(0) { number, offset in
      let index = place + offset
      return number | (index < bytes.endIndex ? UInt64(bytes[index]) << (8 * offset) : 0)
    }
  }
}
