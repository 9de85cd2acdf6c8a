// The binary form of a histogram that other programs read: HdrHistogram's V2 encoding.

extension DurationRecorder {
  /// The counts as a V2 payload, not compressed: a header of 40 bytes, then every counter up to the last
  /// that is not 0, zigzag and little endian in groups of 7 bits. A negative number stands for so many
  /// counters that are 0. Values are microseconds.
  package func encodedCounts() -> [UInt8] {
    let digits = histogram.numberOfSignificantValueDigits.rawValue
    var counts = CounterBytes()
    var next = 0
    for element in classes.classes {
      let place = counterPlace(of: element.lowest, digits: Int(digits))
      counts.skip(place - next)
      counts.add(Int64(element.count))
      next = place + 1
    }
    if next == 0 { counts.add(0) }
    var bytes: [UInt8] = []
    appendBigEndian(UInt32(0x1c84_9313), to: &bytes)
    appendBigEndian(UInt32(counts.bytes.count), to: &bytes)
    // No counter is out of its place.
    appendBigEndian(UInt32(0), to: &bytes)
    appendBigEndian(UInt32(digits), to: &bytes)
    appendBigEndian(UInt64(1), to: &bytes)
    appendBigEndian(histogram.highestTrackableValue, to: &bytes)
    // The values are what was recorded, times 1.
    appendBigEndian((1.0 as Double).bitPattern, to: &bytes)
    return bytes + counts.bytes
  }
}

/// The number of a value's counter, counted over all buckets, where the lowest discernible value is 1.
private func counterPlace(of value: UInt64, digits: Int) -> Int {
  let resolution = 2 * (0..<digits).reduce(1 as UInt64) { power, _ in power * 10 }
  // Bits that are enough for two counters to each unit of the last digit kept.
  let bits = 64 - (resolution - 1).leadingZeroBitCount
  let half = bits - 1
  let mask = (1 as UInt64) << UInt64(bits) - 1
  let bucket = (64 - (value | mask).leadingZeroBitCount) - bits
  let inBucket = Int(value >> UInt64(bucket))
  return (bucket + 1) << half + (inBucket - 1 << half)
}

/// Counters one behind the other.
private struct CounterBytes {
  private(set) var bytes: [UInt8] = []

  /// So many counters that are 0.
  mutating func skip(_ count: Int) {
    if count == 1 { add(0) } else if count > 1 { add(-Int64(count)) }
  }

  mutating func add(_ number: Int64) {
    var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
    // The ninth byte has all of its bits, and none follows it.
    for _ in 0..<8 {
      if rest < 0x80 { break }
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

private func appendBigEndian(
  _ number: some FixedWidthInteger & UnsignedInteger, to bytes: inout [UInt8]
) {
  for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
    bytes.append(UInt8(truncatingIfNeeded: number >> shift))
  }
}
